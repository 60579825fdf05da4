import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import type { Genesis } from '../../src/chain/genesis.ts'
import { createReferenceExecutor } from '../../src/evm/referenceExecutor.ts'
import { signTransaction } from '../../src/evm/signTransaction.ts'
import type { Transaction, UnsignedTransaction } from '../../src/evm/transaction.ts'
import { fixedClock } from '../../src/primitives/clock.ts'
import { silentLogger } from '../../src/primitives/logger.ts'
import type { TestAccount } from './accounts.ts'
import { CHAIN_ID, testGenesis } from './genesis.ts'

/** A chain whose clock stands still at its genesis. */
export function testChain(genesis: Genesis = testGenesis()): Chain {
  return createChain({
    genesis,
    executor: createReferenceExecutor(genesis.chainId),
    clock: fixedClock(Number(genesis.timestamp)),
    logger: silentLogger,
  })
}

/** A signed dynamic-fee transaction; fields not given are those of an empty call with enough gas. */
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
