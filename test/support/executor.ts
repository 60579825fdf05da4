import { type BlockSealer, engineSealer } from '../../src/chain/block/blockSealer.ts'
import { referenceSealer } from '../../src/chain/block/referenceSealer.ts'
import { createEngineExecutor } from '../../src/evm/engine/engineExecutor.ts'
import { chainPrecompiles } from '../../src/evm/precompiles/chainPrecompiles.ts'
import { createReferenceExecutor } from '../../src/evm/reference/referenceExecutor.ts'
import type { Executor } from '../../src/evm/run/executor.ts'

/** The engine that the differential suite holds against the reference. */
export const createTestEngine: (chainId: bigint) => Executor = createEngineExecutor

/** Which executor the tests run on: ROCKPOOL_EXECUTOR, or the engine. */
function executorName(): Executor['name'] {
  const name = process.env.ROCKPOOL_EXECUTOR ?? 'engine'
  if (name === 'reference' || name === 'engine') return name
  throw new Error(`ROCKPOOL_EXECUTOR is ${name}; it must be reference or engine`)
}

const isReference = executorName() === 'reference'
const createExecutor = isReference ? createReferenceExecutor : createEngineExecutor

/** The executor that tests run on. */
export function createTestExecutor(chainId: bigint): Executor {
  return createExecutor(chainId, chainPrecompiles)
}

/** The sealer of the same kind. */
export const testSealer: BlockSealer = isReference ? referenceSealer : engineSealer

/** Options of a node in this process that make it run on {@link createTestExecutor}'s. */
export const executorOption = { reference: isReference }

/**
 * Arguments of a process of node's that make it run on the same, where they start a node of
 * Rockpool's.
 */
export function withExecutor(args: readonly string[]): readonly string[] {
  const [script = '', first = '-'] = args
  const isCommand = args.some((arg) => ['verify-proof', 'export', 'import'].includes(arg))
  const startsNode = script.endsWith('rockpool.js') && first.startsWith('-') && !isCommand
  return isReference && startsNode ? [...args, '--reference'] : args
}
