import { toQuantity } from '../../../primitives/encoding/hex.ts'
import { isJsonObject, type Json } from '../../../primitives/encoding/json.ts'
import { boolean } from '../../codec/scalar.ts'
import { snapshotId } from '../../codec/snapshotName.ts'
import { changingMethod, type Method, param } from '../../core/method.ts'
import { evm_revert, evm_snapshot } from '../../methods/dev/snapshot.ts'

type Replacement = readonly [Method, Method]

/** Ids of snapshots begin with 0. */
export const snapshotsFromZero: readonly Replacement[] = [
  [
    evm_snapshot,
    changingMethod({
      ...evm_snapshot,
      params: [],
      result: snapshotId,
      run: async ({ snapshots }) => (await snapshots.take()) - 1,
    }),
  ],
  [
    evm_revert,
    changingMethod({
      ...evm_revert,
      params: [param('id', snapshotId)],
      result: boolean,
      run: ({ snapshots }, id) => snapshots.revert(id + 1),
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
