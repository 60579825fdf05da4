import { createChain } from '../chain/createChain.ts'
import type { Genesis } from '../chain/genesis.ts'
import { createReferenceExecutor } from '../evm/referenceExecutor.ts'
import type { Clock } from '../primitives/clock.ts'
import { loadFastKeccak } from '../primitives/keccak.ts'
import type { Logger } from '../primitives/logger.ts'
import type { Node } from './node.ts'
import type { Wallet } from './wallet.ts'

export interface NodeOptions {
  readonly genesis: Genesis
  readonly wallet: Wallet
  readonly clientVersion: string
  /** Gas that a simulated call has at the most; default: the block gas limit. */
  readonly callGasCap?: bigint
  /** Time that a simulated call may take. */
  readonly callTimeoutMs?: number
  readonly logger: Logger
  readonly clock: Clock
}

/** Puts a node together: chain, executor and the development accounts. @throws GenesisRefused */
export async function createNode(options: NodeOptions): Promise<Node> {
  const { genesis, wallet, clientVersion, logger, clock, callGasCap, callTimeoutMs } = options
  await loadFastKeccak()
  const executor = createReferenceExecutor(genesis.chainId)
  const chain = createChain({
    genesis,
    executor,
    clock,
    logger,
    ...(callGasCap === undefined ? {} : { callGasCap }),
    ...(callTimeoutMs === undefined ? {} : { callTimeoutMs }),
  })
  return { chain, wallet, clientVersion, logger, close: () => chain.close() }
}
