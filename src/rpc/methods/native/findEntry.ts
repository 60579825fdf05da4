import { entriesOf } from '../../../chain/block/blockEntries.ts'
import type { ReadableChain } from '../../../chain/chain.ts'
import type { Hash } from '../../../primitives/encoding/hex.ts'
import type { EntryView } from '../../views/entryTransaction.ts'

/** A mined transaction by hash, of the EVM or synthetic; undefined where there is none. */
export function findEntry(chain: ReadableChain, hash: Hash): EntryView | undefined {
  const { block } = chain.getTransaction(hash) ?? chain.getNativeTransaction(hash) ?? {}
  const entry = block && entriesOf(block, 'synthetic').find((entry) => entry.hash === hash)
  return entry && { block, entry }
}
