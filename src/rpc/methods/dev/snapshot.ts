import { snapshotId } from '../../codec/placeName.ts'
import { boolean } from '../../codec/scalar.ts'
import { changingMethod, param } from '../../core/method.ts'

export const evm_snapshot = changingMethod({
  summary:
    'Remembers the chain as it is: blocks, state and waiting transactions. The id to go back by; it is never used again.',
  params: [],
  result: snapshotId,
  aliases: ['anvil_snapshot'],
  run: ({ node: { chain } }) => chain.snapshot(),
})

export const evm_revert = changingMethod({
  summary:
    'Goes back to a snapshot, which ends it and all that were taken after it, but for those with a name. False where there is none.',
  params: [param('id', snapshotId)],
  result: boolean,
  aliases: ['anvil_revert'],
  run: ({ node: { chain } }, id) => chain.revert(id),
})
