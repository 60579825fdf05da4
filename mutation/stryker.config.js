import { readFileSync } from 'node:fs'

const area = process.env.MUTATION_AREA ?? ''
const areas = JSON.parse(readFileSync('mutation/areas.json', 'utf8'))

// biome-ignore lint/style/noDefaultExport: Stryker reads the default export
export default {
  mutate: areas[area].mutate,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 5000,
  // Nothing is compiled, and what reads these files does not know TypeScript 7.
  tsconfigFile: 'mutation/none.json',
  tempDirName: `mutation/.stryker-tmp/${area}`,
  ignorePatterns: [
    '/bench',
    '/biome.json',
    '/clients',
    '/docs',
    '/mutation/node_modules',
    '/mutation/reports',
  ],
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: `mutation/reports/${area}.json` },
}
