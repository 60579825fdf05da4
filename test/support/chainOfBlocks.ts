import { applyBlock } from '../../src/chain/applyBlock.ts'
import { assembleChain, type ChainSettings } from '../../src/chain/assembleChain.ts'
import { createBlockContexts } from '../../src/chain/blockContext.ts'
import type { Chain } from '../../src/chain/chain.ts'
import { toWei } from '../../src/chain/feeMarket.ts'
import { type Genesis, nativeChainIdOf } from '../../src/chain/genesis.ts'
import { createGenesisBlock, forkScheduleOf } from '../../src/chain/genesisBlock.ts'
import { History } from '../../src/chain/history.ts'
import { Pool } from '../../src/chain/pool.ts'
import { contentsOf } from '../../src/chain/producer.ts'
import { sealBlock } from '../../src/chain/sealBlock.ts'
import type { Transaction } from '../../src/evm/transaction.ts'
import { bytesToHash } from '../../src/primitives/hex.ts'
import { createStateDatabase, type StateDatabase } from '../../src/state/stateDatabase.ts'
import { testSettings } from './chain.ts'

/** A chain in memory with these blocks after block 0, of as many transactions as one likes, and its state. */
export async function chainOfBlocks(
  genesis: Genesis,
  blocks: readonly (readonly Transaction[])[],
  settings: ChainSettings = testSettings(genesis),
): Promise<{ readonly chain: Chain; readonly states: StateDatabase }> {
  const states = createStateDatabase(genesis.native)
  const history = History.from(createGenesisBlock(genesis, states))
  const contexts = createBlockContexts(history, forkScheduleOf(genesis), settings.clock)
  for (const transactions of blocks) {
    const block = contexts.next(toWei(states.newest.nextBaseFee ?? 0n))
    const { feeMarket } = genesis.native
    const { executor } = settings
    const nativeChainId = nativeChainIdOf(genesis)
    const given = { executor, block, feeMarket, nativeChainId }
    const applied = await applyBlock(states.newest, transactions, given)
    const [refused] = applied.refused
    if (refused !== undefined) throw refused.error
    const { appHash } = states.commit()
    const contents = contentsOf(genesis, history.latest, block, applied)
    history.append(sealBlock({ ...contents, stateRoot: bytesToHash(appHash) }))
  }
  return { chain: assembleChain(settings, { states, history, pool: new Pool() }), states }
}
