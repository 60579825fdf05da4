import type { Chain } from '../../src/chain/chain.ts'
import type { ChainSettings } from '../../src/chain/chainCore.ts'
import { createChain, openChain } from '../../src/chain/createChain.ts'
import type { Genesis } from '../../src/chain/genesis/genesis.ts'
import { signTransaction } from '../../src/evm/transaction/signTransaction.ts'
import type { Transaction, UnsignedTransaction } from '../../src/evm/transaction/transaction.ts'
import { silentLogger } from '../../src/primitives/logger.ts'
import { fixedClock } from '../../src/primitives/time/clock.ts'
import { openDatabase } from '../../src/store/database/database.ts'
import type { TestAccount } from './accounts.ts'
import { createTestExecutor, testSealer } from './executor.ts'
import { CHAIN_ID, testGenesis } from './genesis.ts'
import { withReadableRows } from './readableRows.ts'

/** Settings of a chain whose clock stops at its genesis. */
export function testSettings(genesis: Genesis = testGenesis()): ChainSettings {
  return {
    genesis,
    executor: createTestExecutor(genesis.chainId),
    sealer: testSealer,
    clock: fixedClock(Number(genesis.timestamp)),
    logger: silentLogger,
  }
}

/** Creates a chain in memory whose clock stops at its genesis. */
export function testChain(
  genesis: Genesis = testGenesis(),
  settings: Partial<ChainSettings> = {},
): Chain {
  return createChain({ ...testSettings(genesis), ...settings })
}

/**
 * Opens the chain of a directory, or creates one, with the settings of {@link testChain} by
 * default. Its log can be read.
 */
export async function openTestChain(
  directory: string,
  settings: Partial<ChainSettings> = {},
): Promise<Chain> {
  const database = withReadableRows(await openDatabase(directory, { sync: false }))
  try {
    return await openChain({ ...testSettings(settings.genesis), ...settings }, database)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Returns a signed dynamic-fee transaction. By default it is an empty call with enough gas. */
export function signed(from: TestAccount, fields: Partial<UnsignedTransaction>): Transaction {
  return signTransaction(
    {
      type: 2,
      chainId: CHAIN_ID,
      nonce: 0n,
      gasLimit: 1_000_000n,
      value: 0n,
      data: new Uint8Array(0),
      maxFeePerGas: 20_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
      accessList: [],
      authorizationList: [],
      ...fields,
    },
    from.privateKey,
  )
}
