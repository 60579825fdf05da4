import { failed } from './cometError.ts'

const DEFAULT_PER_PAGE = 30
const MOST_PER_PAGE = 100

/** A page as it is asked for. */
export interface PageRequest {
  readonly page: number | undefined
  readonly per_page: number | undefined
}

/** Returns the items of a page, as CometBFT counts them. @throws CometError */
export function pageOf<T>(items: readonly T[], { page, per_page }: PageRequest): readonly T[] {
  const size =
    per_page === undefined || per_page < 1 ? DEFAULT_PER_PAGE : Math.min(per_page, MOST_PER_PAGE)
  const pages = Math.max(1, Math.ceil(items.length / size))
  const wanted = page ?? 1
  if (wanted < 1 || wanted > pages) {
    throw failed(`page should be within [1, ${pages}] range, given ${wanted}`)
  }
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
