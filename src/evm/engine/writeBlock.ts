import type { BlockContext } from '../run/executor.ts'
import type { EngineRules } from './engineRules.ts'
import type { Layout } from './interpreter.ts'
import type { LinearMemory } from './linearMemory.ts'

/** Writes where the interpreter reads them the words that opcodes tell of a block. */
export function writeBlock(
  memory: LinearMemory,
  layout: Layout,
  { hasRandao }: Pick<EngineRules, 'hasRandao'>,
  block: BlockContext,
): void {
  memory.writeWord(layout.blockCoinbase, BigInt(block.coinbase))
  memory.writeWord(layout.blockTimestamp, block.timestamp)
  memory.writeWord(layout.blockNumber, block.number)
  if (hasRandao) memory.writeBytes32(layout.blockRandao, block.prevRandao)
  else memory.writeWord(layout.blockRandao, block.difficulty)
  memory.writeWord(layout.blockGasLimit, block.gasLimit)
  memory.writeWord(layout.blockBaseFee, block.baseFeePerGas)
  memory.writeWord(layout.blockBlobBaseFee, block.blobBaseFee)
}
