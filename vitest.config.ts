import { defineConfig } from 'vitest/config'

/** Tests that run code. The others do not know which executor there is, and need to run only once. */
const executing = [
  'test/chain/**/*.test.ts',
  // One client is enough to see that nothing above the seam knows which executor ran.
  'test/clients/viem.test.ts',
  'test/evm/differential.test.ts',
  'test/evm/hardfork.test.ts',
  'test/primitives/kzg.test.ts',
  'test/rpc/**/*.test.ts',
  // The others do not care, or run both: test/tracers/agreement.test.ts holds them to the same words.
  'test/tracers/blockTraces.test.ts',
  'test/tracers/javascriptState.test.ts',
  'test/transcripts/**/*.test.ts',
]

/** Of those the ones whose code is so simple that one executor is enough. */
const simple = [
  'test/chain/{blockCodec,dump,dumpLedger,emptyRuns,emptyRunTravel,impersonation,reset,transactionSearch}.test.ts',
  'test/chain/{exportImport,snapshots}.test.ts',
  'test/chain/filter*.test.ts',
  'test/chain/log*.test.ts',
  'test/rpc/{codec,compat,debugDumpBlock,dumpState,emptyRuns,openRpc,replay,requestTimeout,verifyProof}.test.ts',
  'test/rpc/legacy*.test.ts',
  'test/rpc/log*.test.ts',
  'test/rpc/snapshot*.test.ts',
  'test/rpc/subscriptions.test.ts',
]

/** Tests that have a process to themselves. */
const apart = [
  // Calls as deep as they may be are slow in a heap that others filled.
  'test/evm/differential/cases.test.ts',
  // These replace modules, which the others must not see.
  'test/evm/precompiles/portable.test.ts',
  'test/primitives/compactSignature.test.ts',
]

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  test: {
    globalSetup: ['test/support/globalSetup.js'],
    setupFiles: ['test/support/seed.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // By default one core stays idle: on two that is half the time.
    maxWorkers: '100%',
    // Tests share the modules that they load: loading them anew for each file takes longer than running it.
    isolate: false,
    // One executor: `npx vitest run --project engine`.
    projects: [
      {
        extends: true,
        test: {
          name: 'engine',
          include: ['test/**/*.test.ts'],
          exclude: apart,
          env: { ROCKPOOL_EXECUTOR: 'engine' },
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: apart,
          isolate: true,
          env: { ROCKPOOL_EXECUTOR: 'engine' },
        },
      },
      {
        extends: true,
        test: {
          name: 'reference',
          include: executing,
          exclude: simple,
          env: { ROCKPOOL_EXECUTOR: 'reference' },
        },
      },
    ],
  },
})
