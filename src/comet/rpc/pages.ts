import { failed } from './cometError.ts'

const DEFAULT_PER_PAGE = 30
const MOST_PER_PAGE = 100

/** Returns a number of items as CometBFT limits it. */
export function perPageOf(asked: bigint | undefined): number {
  if (asked === undefined || asked < 1n) return DEFAULT_PER_PAGE
  return asked < MOST_PER_PAGE ? Number(asked) : MOST_PER_PAGE
}

/** A page as it is asked for. */
export interface PageParams {
  readonly page: bigint | undefined
  readonly per_page: bigint | undefined
}

/** Returns the items of a page, as CometBFT counts them. @throws CometError */
export function pageOf<T>(items: readonly T[], { page, per_page }: PageParams): readonly T[] {
  const size = perPageOf(per_page)
  const pages = Math.max(1, Math.ceil(items.length / size))
  if (page !== undefined && (page < 1n || page > pages)) {
    throw failed(`page should be within [1, ${pages}] range, given ${page}`)
  }
  const wanted = Number(page ?? 1n)
  return items.slice((wanted - 1) * size, wanted * size)
}

/** Sorts items in ascending order as is asked for. @throws CometError */
export function ordered<T>(
  items: readonly T[],
  order: string,
  fallback: 'asc' | 'desc',
): readonly T[] {
  if (order !== '' && order !== 'asc' && order !== 'desc') {
    throw failed('expected order_by to be either `asc` or `desc` or empty')
  }
  return (order || fallback) === 'desc' ? items.toReversed() : items
}
