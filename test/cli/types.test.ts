import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtCommand } from '../support/command.ts'
import { root } from '../support/processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'rockpool-types-'))
beforeAll(async () => {
  await builtCommand()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the library’s types hold without those of Node.js', () => {
  const consumer = `import { createNode, defineConfig, type RockpoolNode } from '${join(root, 'dist/index.js')}'
export const node: Promise<RockpoolNode> = createNode({ accounts: 1 })
export const config = defineConfig({ port: 0, chainId: 7, precompiles: [{ address: '0x1234', run: (input) => input }] })
export const made = defineConfig(async () => ({ silent: true }))
// @ts-expect-error: there is no such option
export const wrong = defineConfig({ prot: 0 })
`
  writeFileSync(join(folder, 'consumer.ts'), consumer)
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2023',
    strict: true,
    noEmit: true,
    types: [],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  let complaints = ''
  try {
    execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' })
  } catch (error) {
    complaints = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
  }
  expect(complaints).toBe('')
})
