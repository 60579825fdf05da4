import { type BlockSealer, engineSealer } from '../../src/chain/block/blockSealer.ts'
import { referenceSealer } from '../../src/chain/block/referenceSealer.ts'
import { createEngineExecutor } from '../../src/evm/engine/engineExecutor.ts'
import { chainPrecompilesOf } from '../../src/evm/precompiles/chainPrecompiles.ts'
import type { StatefulPrecompiles } from '../../src/evm/precompiles/statefulPrecompile.ts'
import { createReferenceExecutor } from '../../src/evm/reference/referenceExecutor.ts'
import type { Executor } from '../../src/evm/run/executor.ts'

/** The engine that the differential suite compares with the reference. */
export const createTestEngine: (chainId: bigint) => Executor = createEngineExecutor

/** Name of the executor of the tests: ROCKPOOL_EXECUTOR, or the engine. */
function executorName(): Executor['name'] {
  const name = process.env.ROCKPOOL_EXECUTOR ?? 'engine'
  if (name === 'reference' || name === 'engine') return name
  throw new Error(`ROCKPOOL_EXECUTOR is ${name}; it must be reference or engine`)
}

const isReference = executorName() === 'reference'
const createExecutor = isReference ? createReferenceExecutor : createEngineExecutor

/** Creates the executor of the tests. */
export function createTestExecutor(
  chainId: bigint,
  precompiles: StatefulPrecompiles = chainPrecompilesOf('6.6'),
): Executor {
  return createExecutor(chainId, precompiles)
}

/** The sealer of the same kind. */
export const testSealer: BlockSealer = isReference ? referenceSealer : engineSealer

/** Options that make a node in this process use {@link createTestExecutor}'s executor. */
export const executorOption = { reference: isReference }

/** Arguments that make a Rockpool process use the same executor. */
export function withExecutor(args: readonly string[]): readonly string[] {
  const [script = '', first = '-'] = args
  const isCommand = args.some((arg) => ['verify-proof', 'export', 'import'].includes(arg))
  const startsNode = script.endsWith('rockpool.js') && first.startsWith('-') && !isCommand
  return isReference && startsNode ? [...args, '--reference'] : args
}
