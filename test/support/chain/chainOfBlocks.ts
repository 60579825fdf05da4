import { assembleChain, type ChainSettings } from '../../../src/chain/assembleChain.ts'
import type { NativeEntry } from '../../../src/chain/block/block.ts'
import type { AnyTransaction } from '../../../src/chain/block/blockEntries.ts'
import { contentsOf } from '../../../src/chain/block/contentsOf.ts'
import { sealBlock } from '../../../src/chain/block/sealBlock.ts'
import { applyBlock } from '../../../src/chain/build/applyBlock.ts'
import { createBlockContexts } from '../../../src/chain/build/blockContext.ts'
import { toWei } from '../../../src/chain/build/feeMarket.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import { type Genesis, nativeChainIdOf } from '../../../src/chain/genesis/genesis.ts'
import { createGenesisBlock, forkScheduleOf } from '../../../src/chain/genesis/genesisBlock.ts'
import { History } from '../../../src/chain/history/history.ts'
import { initialControls } from '../../../src/chain/mining/controls.ts'
import { Pool } from '../../../src/chain/pool/pool.ts'
import { bytesToHash } from '../../../src/primitives/hex.ts'
import { createStateDatabase, type StateDatabase } from '../../../src/state/stateDatabase.ts'
import { testSettings } from '../chain.ts'

/** A chain whose blocks a test makes. */
export interface ChainOfBlocks {
  readonly chain: Chain
  readonly states: StateDatabase
  /** Makes the next block of as many transactions as one likes. */
  append(transactions: readonly AnyTransaction[]): Promise<void>
}

/**
 * A chain in memory with these blocks after block 0, of as many transactions as one likes, and its state.
 *
 * @param alter what becomes of each native transaction before its block is sealed
 */
export async function chainOfBlocks(
  genesis: Genesis,
  blocks: readonly (readonly AnyTransaction[])[],
  settings: ChainSettings = testSettings(genesis),
  alter: (entry: NativeEntry) => NativeEntry = (entry) => entry,
): Promise<ChainOfBlocks> {
  const states = createStateDatabase(genesis.native)
  const history = History.from(createGenesisBlock(genesis, states))
  const controls = { current: initialControls(history.latest.header) }
  const contexts = createBlockContexts(history, forkScheduleOf(genesis), settings.clock, controls)
  async function append(transactions: readonly AnyTransaction[]): Promise<void> {
    const block = contexts.next(toWei(states.newest.nextBaseFee ?? 0n))
    const { feeMarket } = genesis.native
    const { executor } = settings
    const nativeChainId = nativeChainIdOf(genesis)
    const given = { executor, block, feeMarket, nativeChainId }
    const applied = await applyBlock(states.newest, transactions, given)
    const [refused] = applied.refused
    if (refused !== undefined) throw refused.error
    const { version, appHash } = states.commit()
    const native = applied.native.map(alter)
    const contents = contentsOf(genesis, history.latest, block, { ...applied, native })
    history.append(sealBlock({ ...contents, version, stateRoot: bytesToHash(appHash) }))
  }
  for (const transactions of blocks) await append(transactions)
  return { chain: assembleChain(settings, { states, history, pool: new Pool() }), states, append }
}
