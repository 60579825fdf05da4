import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const areas = JSON.parse(readFileSync('mutation/areas.json', 'utf8'))

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  test: {
    include: areas[process.env.MUTATION_AREA ?? '']?.tests ?? [],
    setupFiles: ['test/support/seed.ts'],
    env: { ROCKPOOL_EXECUTOR: 'engine' },
    testTimeout: 60_000,
    isolate: false,
  },
})
