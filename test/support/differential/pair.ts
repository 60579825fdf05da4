import { createReferenceExecutor } from '../../../src/evm/reference/referenceExecutor.ts'
import type { Executor } from '../../../src/evm/run/executor.ts'
import { createTestEngine } from '../executor.ts'
import { CHAIN_ID } from './scenario.ts'

/** Two executors that must agree. */
export interface Pair {
  readonly reference: Executor
  readonly engine: Executor
}

/** Returns the reference and the engine, both fresh. */
export function createPair(): Pair {
  return { reference: createReferenceExecutor(CHAIN_ID), engine: createTestEngine(CHAIN_ID) }
}
