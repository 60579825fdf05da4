import type { BlockContext } from '../../evm/run/executor.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import type { SealedBlock } from '../block/block.ts'
import type { BlockContents } from '../block/sealBlock.ts'
import type { Genesis } from '../genesis/genesis.ts'
import type { AppliedBlock } from './applyBlock.ts'

/** Shared by all headers. */
const NO_NONCE = new Uint8Array(8)

/** Returns the contents of a block after its transactions ran, without the state root. */
export function buildBlockContents(
  genesis: Genesis,
  parent: SealedBlock,
  block: BlockContext,
  { transactions, receipts, native }: Pick<AppliedBlock, 'transactions' | 'receipts' | 'native'>,
): Omit<BlockContents, 'stateRoot' | 'version'> {
  return {
    chainId: genesis.chainId,
    hardfork: block.hardfork,
    parentHash: parent.hash,
    number: block.number,
    timestamp: block.timestamp,
    miner: block.coinbase,
    gasLimit: block.gasLimit,
    baseFeePerGas: block.baseFeePerGas,
    mixHash: block.prevRandao,
    difficulty: block.difficulty,
    nonce: NO_NONCE,
    extraData: EMPTY_BYTES,
    transactions,
    receipts,
    native,
  }
}
