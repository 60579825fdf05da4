import { randomBytes } from 'node:crypto'
import type { Common } from '@ethereumjs/common'
import type { Hardfork } from '../rules/hardfork.ts'
import type { BlockContext } from '../run/executor.ts'
import type { EngineRules } from './engineRules.ts'
import { gasParams, opcodeRules } from './gasTable.ts'
import type { Layout } from './interpreter.ts'
import type { LinearMemory } from './linearMemory.ts'

/**
 * Writes the lookup tables of an interpreter: rules and gas of a fork's opcodes, and the keys of
 * its hash tables.
 */
export function writeTables(
  memory: LinearMemory,
  layout: Layout,
  rules: Common,
  hardfork: Hardfork,
): void {
  memory.u64.set(opcodeRules(rules, layout.frameHeader), layout.rules >>> 3)
  const params = gasParams(rules, hardfork)
  if (params.length !== layout.paramCount) throw new Error('bug: gas numbers do not match Param')
  memory.u64.set(new BigUint64Array(params.buffer), layout.params >>> 3)
  // The keys only determine the layout of the hash tables, which is not observable.
  memory.u8.set(randomBytes(64), layout.hashKeys)
}

/** Writes the words of the block opcodes to linear memory. */
export function writeBlock(
  memory: LinearMemory,
  layout: Layout,
  { hasRandao }: Pick<EngineRules, 'hasRandao'>,
  block: BlockContext,
  chainId: bigint,
): void {
  memory.writeWord(layout.blockCoinbase, BigInt(block.coinbase))
  memory.writeWord(layout.blockTimestamp, block.timestamp)
  memory.writeWord(layout.blockNumber, block.number)
  if (hasRandao) memory.writeBytes32(layout.blockRandao, block.prevRandao)
  else memory.writeWord(layout.blockRandao, block.difficulty)
  memory.writeWord(layout.blockGasLimit, block.gasLimit)
  memory.writeWord(layout.blockBaseFee, block.baseFeePerGas)
  memory.writeWord(layout.blockBlobBaseFee, block.blobBaseFee)
  memory.writeWord(layout.blockChainId, chainId)
}
