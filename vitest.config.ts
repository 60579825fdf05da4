import { defaultExclude, defineConfig } from 'vitest/config'
import { missingPeer } from './test/support/fork/peer.ts'

/** Whether everything is run, and often. The quick run leaves files named `*.full.test.ts` out. */
const full = process.env.TEST_FULL === '1'

/** Tests that run code, so that either executor can be under them. */
const executing = [
  'test/chain/**/*.test.ts',
  // One client is enough to see that nothing above the seam knows which executor ran.
  'test/clients/viem/viem.test.ts',
  'test/evm/differential.test.ts',
  'test/evm/hardfork.test.ts',
  'test/primitives/kzg.test.ts',
  'test/rpc/**/*.test.ts',
  'test/tracers/blockTraces.test.ts',
  'test/tracers/javascriptState.test.ts',
  'test/transcripts/**/*.test.ts',
]

/** Those of them that the quick run has on the reference, too. */
const representative = ['test/evm/hardfork.test.ts', 'test/transcripts/**/*.test.ts']

/** Tests of nodes whose state may be that of a remote chain. */
const forkable = [
  ...['blockTraces', 'callCreations', 'callErrors', 'callLogs', 'callTracer', 'erc7562Tracer'],
  ...['flatCallTracer', 'prestateTracer', 'smallTracers', 'structLogFailures', 'structLogs'],
  ...['flatCallGoldens', 'traceCall', 'traceOptions'],
].map((name) => `test/tracers/${name}.test.ts`)

/** Tests that have a process to themselves. */
const apart = [
  // Calls as deep as they may be are slow in a heap that others filled.
  'test/evm/differential/cases.test.ts',
  // These replace modules, which the others must not see.
  'test/evm/precompiles/portable.test.ts',
  'test/primitives/compactSignature.test.ts',
]

/** Nodes of other projects to fork from, as far as they are installed. */
const peers = (['Anvil', 'Hardhat'] as const).filter(
  (name) => full && missingPeer(name) === undefined,
)

const exclude = [...defaultExclude, ...(full ? [] : ['**/*.full.test.ts'])]

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  test: {
    globalSetup: ['test/support/globalSetup.js'],
    setupFiles: ['test/support/seed.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // By default one core stays idle: on two that is half the time.
    maxWorkers: '100%',
    // Tests share loaded modules: loading them again for each file takes longer than running it.
    isolate: false,
    // One executor: `npx vitest run --project engine`.
    projects: [
      {
        extends: true,
        test: {
          name: 'engine',
          include: ['test/**/*.test.ts'],
          exclude: [...exclude, ...apart],
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
          include: full ? executing : representative,
          exclude,
          env: { ROCKPOOL_EXECUTOR: 'reference' },
        },
      },
      {
        extends: true,
        test: {
          name: 'fork',
          include: [
            ...(full ? forkable : ['test/tracers/callLogs.test.ts']),
            'test/transcripts/**/*.test.ts',
          ],
          exclude,
          env: { ROCKPOOL_EXECUTOR: 'engine', ROCKPOOL_FORK_OF: 'Rockpool' },
        },
      },
      ...peers.map((name) => ({
        extends: true as const,
        test: {
          name: `forkOf${name}`,
          include: forkable,
          exclude,
          env: { ROCKPOOL_EXECUTOR: 'engine', ROCKPOOL_FORK_OF: name },
        },
      })),
    ],
  },
})
