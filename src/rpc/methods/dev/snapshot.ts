import type { NamedSnapshot } from '../../../node/named/namedSnapshots.ts'
import { type Encoder, listOf, nullable } from '../../codec/codec.ts'
import { boolean, text, uint64 } from '../../codec/scalar.ts'
import {
  CURRENT,
  snapshotId,
  snapshotName,
  snapshotRef,
  snapshotRefOrCurrent,
} from '../../codec/snapshotName.ts'
import { changingMethod, method, param } from '../../core/method.ts'
import { accountChangeView } from '../../views/accountChange.ts'
import { blockLocation } from '../../views/block.ts'

export const evm_snapshot = changingMethod({
  summary:
    'Remembers the chain as it is: blocks, state and waiting transactions. The id to go back by; it is never used again.',
  params: [],
  result: snapshotId,
  aliases: ['anvil_snapshot'],
  run: ({ snapshots }) => snapshots.take(),
})

export const evm_revert = changingMethod({
  summary:
    'Goes back to a snapshot, which ends it and all that were taken after it, but for those with a name. False where there is none.',
  params: [param('id', snapshotId)],
  result: boolean,
  aliases: ['anvil_revert'],
  run: ({ snapshots }, id) => snapshots.revert(id),
})

const name = nullable(text)

const snapshotView: Encoder<NamedSnapshot> = {
  encode: ({ id, name: given, block }) => ({
    id: snapshotId.encode(id),
    name: name.encode(given),
    ...blockLocation.encode(block),
    timestamp: uint64.encode(block.header.timestamp),
  }),
  schema: {
    type: 'object',
    title: 'snapshot',
    description: 'Where a snapshot leads to. Without a name it ends as those of evm_snapshot do.',
    properties: {
      id: snapshotId.schema,
      name: name.schema,
      ...blockLocation.properties,
      timestamp: { ...uint64.schema, description: "the block's" },
    },
    required: ['id', 'name', ...blockLocation.required, 'timestamp'],
  },
}

export const rockpool_snapshot = changingMethod({
  summary:
    'Remembers the chain as it is under a name, in the place of what had that name. It stays, however often it is gone to, until it is released.',
  params: [param('name', snapshotName)],
  result: snapshotView,
  run: ({ namedSnapshots }, name) => namedSnapshots.take(name),
})

export const rockpool_checkout = changingMethod({
  summary:
    'Goes back, or over, to a snapshot, and keeps it. Those without a name that were taken after it end.',
  params: [param('snapshot', snapshotRef)],
  result: snapshotView,
  run: ({ namedSnapshots }, ref) => namedSnapshots.checkout(ref),
})

export const rockpool_release = changingMethod({
  summary: 'Forgets a snapshot; whether it was there.',
  params: [param('snapshot', snapshotRef)],
  result: boolean,
  run: ({ namedSnapshots }, ref) => namedSnapshots.release(ref),
})

export const rockpool_snapshots = method({
  summary: 'All snapshots, the oldest first.',
  params: [],
  result: listOf(snapshotView),
  run: ({ namedSnapshots }) => namedSnapshots.list(),
})

export const rockpool_diff = method({
  summary:
    'Accounts that differ between two snapshots, or a snapshot and the newest state (`current`), on whichever ways they lie. An account of which only the association, other coins or the account record differ has its address alone.',
  params: [param('from', snapshotRef), param('to', snapshotRefOrCurrent, CURRENT)],
  result: listOf(accountChangeView),
  run: ({ namedSnapshots }, from, to) => namedSnapshots.compare(from, to),
})
