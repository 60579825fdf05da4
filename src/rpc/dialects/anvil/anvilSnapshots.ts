import type { NamedSnapshot, SnapshotRef } from '../../../node/named/namedSnapshots.ts'
import { toQuantity } from '../../../primitives/encoding/hex.ts'
import { isJsonObject, type Json } from '../../../primitives/encoding/json.ts'
import { type Codec, type Encoder, listOf } from '../../codec/codec.ts'
import { boolean } from '../../codec/scalar.ts'
import { CURRENT, snapshotId, snapshotName, snapshotRef } from '../../codec/snapshotName.ts'
import { changingMethod, type Method, method, param } from '../../core/method.ts'
import {
  evm_revert,
  evm_snapshot,
  rockpool_checkout,
  rockpool_diff,
  rockpool_release,
  rockpool_snapshot,
  rockpool_snapshots,
} from '../../methods/dev/snapshot.ts'
import { accountChangeView } from '../../views/accountChange.ts'
import { snapshotView } from '../../views/block.ts'

type Replacement = readonly [Method, Method]

/** An id that is one less than the chain's. */
const id: Codec<number> = {
  ...snapshotId,
  decode: (json, path) => snapshotId.decode(json, path) + 1,
  encode: (given) => snapshotId.encode(given - 1),
}

const ref: Codec<SnapshotRef> = {
  ...snapshotRef,
  decode(json, path) {
    const { name, id: given } = snapshotRef.decode(json, path)
    return { name, id: given === undefined ? undefined : given + 1 }
  },
}

const refOrCurrent: Codec<SnapshotRef | undefined> = {
  decode: (json, path) => (json === CURRENT ? undefined : ref.decode(json, path)),
  encode: (given) => (given === undefined ? CURRENT : ref.encode(given)),
  schema: ref.schema,
}

const view: Encoder<NamedSnapshot> = {
  ...snapshotView,
  encode: (snapshot) => snapshotView.encode({ ...snapshot, id: snapshot.id - 1 }),
}

/** Ids of snapshots begin with 0, in all methods. */
export const snapshotsFromZero: readonly Replacement[] = [
  [
    evm_snapshot,
    changingMethod({
      ...evm_snapshot,
      params: [],
      result: id,
      run: ({ snapshots }) => snapshots.take(),
    }),
  ],
  [
    evm_revert,
    changingMethod({
      ...evm_revert,
      params: [param('id', id)],
      result: boolean,
      run: ({ snapshots }, given) => snapshots.revert(given),
    }),
  ],
  [
    rockpool_snapshot,
    changingMethod({
      ...rockpool_snapshot,
      params: [param('name', snapshotName)],
      result: view,
      run: ({ namedSnapshots }, name) => namedSnapshots.take(name),
    }),
  ],
  [
    rockpool_checkout,
    changingMethod({
      ...rockpool_checkout,
      params: [param('snapshot', ref)],
      result: view,
      run: ({ namedSnapshots }, given) => namedSnapshots.checkout(given),
    }),
  ],
  [
    rockpool_release,
    changingMethod({
      ...rockpool_release,
      params: [param('snapshot', ref)],
      result: boolean,
      run: ({ namedSnapshots }, given) => namedSnapshots.release(given),
    }),
  ],
  [
    rockpool_snapshots,
    method({
      ...rockpool_snapshots,
      params: [],
      result: listOf(view),
      run: ({ namedSnapshots }) => namedSnapshots.list(),
    }),
  ],
  [
    rockpool_diff,
    method({
      ...rockpool_diff,
      params: [param('from', ref), param('to', refOrCurrent, CURRENT)],
      result: listOf(accountChangeView),
      run: ({ namedSnapshots }, from, to) => namedSnapshots.compare(from, to),
    }),
  ],
]

/** The same in the metadata, which says that there is no fork. */
export function anvilMetadata(metadata: Json): Json {
  if (!isJsonObject(metadata)) return metadata
  const snapshots = Object.entries(Object(metadata.snapshots)).map(
    ([id, block]) => [toQuantity(Number(id) - 1), block as Json] as const,
  )
  return { forkedNetwork: null, ...metadata, snapshots: Object.fromEntries(snapshots) } as Json
}
