import { compareBytes, concatBytes, latin1ToBytes } from '../../primitives/encoding/bytes.ts'
import {
  bytesField,
  decodeFields,
  messageField,
  repeatedField,
  varintField,
} from '../../primitives/encoding/protobuf.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { type IterableTableKind, keyBehindPrefix } from '../../state/rows/stateTable.ts'
import type { KeyRange } from '../../store/versionedStore.ts'
import { invalidArgument } from './grpcQuery.ts'

/** An item of a list. */
export interface ListItem {
  /** Bytes by which the list is ordered, and a page may start. */
  readonly key: Uint8Array
  encode(): Uint8Array
}

/** Default of the SDK. */
const DEFAULT_LIMIT = 100n

/**
 * Encodes one page of a list with its PageResponse, as the SDK does (types/query): a key wins over
 * an offset of 0, and the total is counted only without a key. A reverse page starts with the item
 * of the key, too.
 *
 * @param items in ascending order of their keys
 * @param request the PageRequest; empty: the first page, and the total
 * @throws QueryError if both key and offset are given
 */
export function page(
  items: readonly ListItem[],
  request: Uint8Array,
  { itemField = 1, pageField = 2 } = {},
): Uint8Array {
  const { key, offset, limit, wantsTotal, isReverse } = readRequest(request)
  const ordered = isReverse ? items.toReversed() : items
  const isReached = (item: ListItem) => {
    const order = compareBytes(item.key, key)
    return isReverse ? order <= 0 : order >= 0
  }
  const found = key.length === 0 ? Number(offset) : ordered.findIndex(isReached)
  const first = found === -1 ? ordered.length : found
  const end = first + Number(limit)
  const next = ordered[end]
  return concatBytes(
    repeatedField(
      itemField,
      ordered.slice(first, end).map((item) => item.encode()),
    ),
    messageField(
      pageField,
      concatBytes(
        ...(next === undefined ? [] : [bytesField(1, next.key)]),
        varintField(2, wantsTotal ? BigInt(items.length) : 0n),
      ),
    ),
  )
}

function readRequest(bytes: Uint8Array) {
  const fields = decodeFields(bytes)
  const [key, offset, limit] = [fields.bytes(1), fields.varint(2), fields.varint(3)]
  if (key.length > 0 && offset > 0n) {
    throw invalidArgument('invalid request, either offset or key is expected, got both')
  }
  return {
    ...{ key, offset },
    limit: limit === 0n ? DEFAULT_LIMIT : limit,
    wantsTotal: key.length === 0 && (limit === 0n || fields.varint(4) !== 0n),
    isReverse: fields.varint(5) !== 0n,
  }
}

/** Which rows of a table are items, and how. */
interface RowOptions<V> {
  /** Default: all. */
  readonly range?: KeyRange
  /** Default: all. */
  readonly isFound?: (value: V, row: string) => boolean
  /** Default: as in the state. */
  readonly encode?: (value: V, row: string) => Uint8Array
}

/** Returns the rows of a table as items, in the order of their keys. */
export function rowItems<V>(
  state: RowState,
  kind: IterableTableKind<V>,
  { range = {}, isFound = () => true, encode = kind.encode }: RowOptions<V> = {},
): readonly ListItem[] {
  return [...state.ids(kind, range)].flatMap((row) => {
    const value = state.get(kind, row)
    if (value === undefined || !isFound(value, row)) return []
    const key = latin1ToBytes(keyBehindPrefix(kind, row))
    return [{ key, encode: () => encode(value, row) }]
  })
}
