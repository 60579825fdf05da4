import { expect, test } from 'vitest'
import type { Hardfork } from '../../../src/evm/rules/hardfork.ts'
import { FULL, readNumber } from '../runs.ts'
import { checkPlan } from './check.ts'
import { explain } from './explain.ts'
import type { Kind } from './generate.ts'
import { createPair } from './pair.ts'

/**
 * Number of programs of all files together, and their seed. Both are constant unless set by the
 * environment.
 */
const PROGRAMS = readNumber('FUZZ_PROGRAMS') ?? (FULL ? 8_000 : 600)
const SEED = readNumber('FUZZ_SEED') ?? 20_251_121

/** Programs of one kind, or of all kinds, on one fork. */
export interface Portion {
  readonly fork: Hardfork
  readonly kind?: Kind
  /** Share of all programs of a run; those of all files add up to 1. */
  readonly share: number
}

/** Runs random programs on both executors. */
export function testPrograms({ fork, kind, share }: Portion): void {
  const count = Math.ceil(PROGRAMS * share)
  const name = kind === undefined ? fork : `${kind} on ${fork}`
  const limit = 60_000 + count * 100

  test(`${name}: the executors agree on ${count} programs of seed ${SEED}`, {
    timeout: limit,
  }, async () => {
    const pair = createPair()
    const before: number[] = []
    let programs = 0
    for (let index = 0; programs < count; index++) {
      const plan = { seed: SEED, index, fork, ...(kind !== undefined && { kind }) }
      const { runs, mismatch } = await checkPlan(pair, plan)
      programs += runs
      if (mismatch !== undefined) expect.fail((await explain(createPair, mismatch, before)).text)
      before.push(index)
    }
  })
}
