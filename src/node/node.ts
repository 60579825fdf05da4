import type { Chain } from '../chain/chain.ts'
import type { Logger } from '../primitives/logger.ts'
import type { Wallet } from './wallet.ts'

/** What a running node offers to the layers above it. */
export interface Node {
  readonly chain: Chain
  readonly wallet: Wallet
  /** What `web3_clientVersion` answers. */
  readonly clientVersion: string
  readonly logger: Logger
  close(): Promise<void>
}
