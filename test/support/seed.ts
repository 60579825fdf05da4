import fc from 'fast-check'
import { readNumber, runs } from './runs.ts'

/*
 * Property tests run the same cases every time, so that only a change affects their result. To look
 * for new cases: FUZZ_SEED=$RANDOM FUZZ_RUNS=1000 npx vitest run test/evm
 */
fc.configureGlobal({
  seed: readNumber('FUZZ_SEED') ?? 20_251_121,
  numRuns: runs({ quick: 20, full: 100 }),
})
