import type { Chain } from '../../chain/chain.ts'
import type { Node } from '../../node/node.ts'
import { type CometBlock, CometBlocks } from '../block/cometBlocks.ts'
import { failed } from './cometError.ts'

/** What the methods of CometBFT's RPC read. */
export class CometScene {
  readonly node: Node
  /** Version of the program. */
  readonly version: string
  /** Where this RPC listens, as `tcp://127.0.0.1:26657`; empty if it does not. */
  rpcAddress = ''
  #blocks: { readonly chain: Chain; readonly blocks: CometBlocks } | undefined

  constructor(node: Node, version: string) {
    this.node = node
    this.version = version
  }

  /** The node's chain, another one after a reset to another fork. */
  get chain(): Chain {
    return this.node.chain
  }

  get blocks(): CometBlocks {
    const { chain } = this
    if (this.#blocks?.chain !== chain) this.#blocks = { chain, blocks: new CometBlocks(chain) }
    return this.#blocks.blocks
  }

  get latest(): number {
    return this.chain.blocks.latest.number
  }

  /** Number of the oldest block. */
  get earliest(): number {
    const { blocks } = this.chain
    return Math.max(blocks.genesis.number, Number(blocks.earliest))
  }

  /**
   * Returns the height that is asked for, by default the newest.
   *
   * @param latest the highest height that there is
   * @throws CometError
   */
  height(asked: bigint | undefined, latest = this.latest): number {
    if (asked === undefined) return latest
    const { earliest } = this
    if (asked < Math.min(1, earliest)) {
      throw failed(`height must be greater than 0, but got ${asked}`)
    }
    if (asked > latest) {
      const limit = `the current blockchain height ${latest}`
      throw failed(`height ${asked} must be less than or equal to ${limit}`)
    }
    if (asked < earliest) {
      throw failed(`height ${asked} is not available, lowest height is ${earliest}`)
    }
    return Number(asked)
  }

  /** @throws CometError */
  async block(asked: bigint | undefined): Promise<CometBlock> {
    const height = this.height(asked)
    const block = await this.blocks.at(height)
    if (block === undefined) throw failed(`height ${height} is not available`)
    return block
  }
}
