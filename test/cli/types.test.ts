import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtCommand } from '../support/wire/command.ts'
import { root } from '../support/wire/processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'rockpool-types-'))
beforeAll(async () => {
  await builtCommand()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Packages that declarations import, and all that they lead to. */
function packagesOf(...entries: readonly string[]): readonly string[] {
  const packages = new Set<string>()
  const files = [...entries]
  for (const file of files) {
    const text = readFileSync(join(root, 'dist', file), 'utf8')
    for (const [, name = ''] of text.matchAll(/(?:from |import\(|import )['"]([^'"]+)['"]/g)) {
      const next = join(dirname(file), name).replace(/\.[jt]s$/, '.d.ts')
      if (!name.startsWith('.')) packages.add(name)
      else if (!files.includes(next)) files.push(next)
    }
  }
  // Types alone: what runs the node is none of them.
  expect(files.length).toBeLessThan(20)
  return [...packages]
}

test('the library’s types do not reference its dependencies’ types', () => {
  expect(packagesOf('index.d.ts')).toEqual([])
  expect(packagesOf('vitest.d.ts')).toEqual(['vitest'])
  expect(packagesOf('fastify.d.ts')).toEqual(['fastify'])
})

test('the library’s types compile without those of Node.js', () => {
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
