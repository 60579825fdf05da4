import { listOf } from '../../codec/codec.ts'
import { boolean } from '../../codec/scalar.ts'
import {
  CURRENT,
  snapshotId,
  snapshotName,
  snapshotRef,
  snapshotRefOrCurrent,
} from '../../codec/snapshotName.ts'
import { changingMethod, method, param } from '../../core/method.ts'
import { accountChangeView } from '../../views/accountChange.ts'
import { snapshotView } from '../../views/block.ts'

export const evm_snapshot = changingMethod({
  summary: 'Takes a snapshot of blocks, state and pool, and returns its id. Ids are never reused.',
  params: [],
  result: snapshotId,
  aliases: ['anvil_snapshot'],
  run: ({ snapshots }) => snapshots.take(),
})

export const evm_revert = changingMethod({
  summary:
    'Reverts to a snapshot and removes it and all later ones, except named ones. Returns false if it does not exist.',
  params: [param('id', snapshotId)],
  result: boolean,
  aliases: ['anvil_revert'],
  run: ({ snapshots }, id) => snapshots.revert(id),
})

export const rockpool_snapshot = changingMethod({
  summary:
    'Takes a named snapshot, which replaces one of the same name. It exists until it is released.',
  params: [param('name', snapshotName)],
  result: snapshotView,
  run: ({ namedSnapshots }, name) => namedSnapshots.take(name),
})

export const rockpool_checkout = changingMethod({
  summary:
    'Moves the chain to a snapshot, backward or forward, and keeps it. Removes later snapshots without a name.',
  params: [param('snapshot', snapshotRef)],
  result: snapshotView,
  run: ({ namedSnapshots }, ref) => namedSnapshots.checkout(ref),
})

export const rockpool_release = changingMethod({
  summary: 'Removes a snapshot. Returns whether it existed.',
  params: [param('snapshot', snapshotRef)],
  result: boolean,
  run: ({ namedSnapshots }, ref) => namedSnapshots.release(ref),
})

export const rockpool_snapshots = method({
  summary: 'Returns all snapshots, oldest first.',
  params: [],
  result: listOf(snapshotView),
  run: ({ namedSnapshots }) => namedSnapshots.list(),
})

export const rockpool_diff = method({
  summary:
    'Returns the accounts that differ between two snapshots, or between a snapshot and the latest state (`current`). Lists only the address if just the association, other coins or the account record differ.',
  params: [param('from', snapshotRef), param('to', snapshotRefOrCurrent, CURRENT)],
  result: listOf(accountChangeView),
  run: ({ namedSnapshots }, from, to) => namedSnapshots.compare(from, to),
})
