import { assembleWithCore } from '../../../src/chain/assembleChain.ts'
import type { NativeEntry } from '../../../src/chain/block/block.ts'
import type { AnyTransaction } from '../../../src/chain/block/blockEntries.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import type { ChainSettings } from '../../../src/chain/chainCore.ts'
import type { Genesis } from '../../../src/chain/genesis/genesis.ts'
import { createGenesisBlock } from '../../../src/chain/genesis/genesisBlock.ts'
import { History } from '../../../src/chain/history/history.ts'
import { Pool } from '../../../src/chain/pool/pool.ts'
import { createStateDatabase, type StateDatabase } from '../../../src/state/stateDatabase.ts'
import { testSettings } from '../chain.ts'

/** A chain whose blocks a test builds. */
export interface ChainOfBlocks {
  readonly chain: Chain
  readonly states: StateDatabase
  /** Appends a block of any transactions. */
  append(transactions: readonly AnyTransaction[]): Promise<void>
}

/**
 * Creates a chain in memory with these blocks after block 0, each of any transactions.
 *
 * @param alter changes each native transaction before its block is sealed
 */
export async function chainOfBlocks(
  genesis: Genesis,
  blocks: readonly (readonly AnyTransaction[])[],
  settings: ChainSettings = testSettings(genesis),
  alter: (entry: NativeEntry) => NativeEntry = (entry) => entry,
): Promise<ChainOfBlocks> {
  const states = createStateDatabase(genesis.native)
  const history = History.from(createGenesisBlock(genesis, states))
  const parts = { states, history, head: { pool: new Pool() } }
  const { chain, core } = assembleWithCore(settings, parts)
  async function append(transactions: readonly AnyTransaction[]): Promise<void> {
    const { head, builder } = core
    await head.update(async (current) => {
      const draft = await builder.draft(current, transactions)
      const [refused] = draft.applied.rejected
      if (refused !== undefined) throw refused.error
      const native = draft.applied.native.map(alter)
      return builder.seal(current, { ...draft, applied: { ...draft.applied, native } })
    })
  }
  for (const transactions of blocks) await append(transactions)
  return { chain, states, append }
}
