import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { specimen } from '../support/clients/specimen.ts'
import { startNode } from '../support/clients/startNode.ts'
import { samplesOf } from '../support/docs/samples.ts'
import { builtCommand } from '../support/wire/command.ts'
import { root } from '../support/wire/processes.ts'

/** A project as users have one, with the programs of docs/testing.md. */
const folder = mkdtempSync(join(tmpdir(), 'rockpool-testing-'))
const programs = [...samplesOf('docs/testing.md', 'ts'), ...samplesOf('docs/testing.md', 'js')]

/** Two sets of fixtures in a file, one without set-up, and one that extends it. */
const severalFixtures = `
import { createFixtures, test } from 'rockpool/vitest'
const height = (node) => node.request({ method: 'eth_blockNumber' })
const later = createFixtures({ setup: (node) => node.request({ method: 'evm_mine' }) })
later.concurrent.for([1, 2])('later %s', async (_, { node, fixture, url, expect }) => {
  expect([fixture, await height(node)]).toEqual(['0x0', '0x1'])
  await node.request({ method: 'evm_mine' })
  const body = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}'
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body })
  expect(await answer.json()).toMatchObject({ result: '0x2' })
})
const other = createFixtures({ options: { chainId: 99 } })
other('options alone', async ({ node, expect }) => {
  expect(await node.request({ method: 'eth_chainId' })).toBe('0x63')
})
test('plain', async ({ node, expect }) => expect(await height(node)).toBe('0x0'))
const client = { at: async ({ node }, use) => use(await height(node)) }
test.extend(client)('extended', ({ at, expect }) => expect(at).toBe('0x0'))
`

beforeAll(async () => {
  await builtCommand()
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/rockpool'))
  for (const name of ['viem', 'vitest', '@types']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('package.json', '{ "type": "module" }')
  const { abi, bytecode } = specimen
  write(
    'counter.js',
    `export const abi = ${JSON.stringify(abi)}\nexport const bytecode = '${bytecode}'\n`,
  )
  write(
    'counter.d.ts',
    "import type { Abi, Hex } from 'viem'\nexport const abi: Abi\nexport const bytecode: Hex\n",
  )
  // Outside node_modules, where the link leads, vitest would read the package as sources of the
  // project.
  write(
    'vitest.config.js',
    `import documented from './documented.config.js'
    export default { test: {
      ...documented.test, globals: true, isolate: false, maxWorkers: 1,
      server: { deps: { external: [/\\/dist\\//] } },
    } }`,
  )
  write('several.test.js', severalFixtures)
  for (const program of programs) {
    const name = /^\/\/ (\S+)\n/.exec(program)?.[1] ?? expect.fail('a program without a name')
    write(name === 'vitest.config.js' ? 'documented.config.js' : name, program)
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs node on a script in the project. @returns what it printed, and whether it ended well */
function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  // The environment of this process's own tests does not apply to those.
  const { PATH, HOME } = process.env
  return new Promise<{ isWell: boolean; output: string }>((resolve) => {
    const options = { cwd: folder, env: { PATH, HOME, ...env, NO_COLOR: '1' } }
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      resolve({ isWell: error === null, output: `${stdout}${stderr}` })
    })
  })
}

describe('the programs of docs/testing.md', () => {
  test('run with vitest', async () => {
    const node = await startNode()
    const script = join(root, 'node_modules/vitest/vitest.mjs')
    const ran = await run([script, 'run'], { RPC_URL: node.url })
    await node.close()
    expect(ran).toMatchObject({ isWell: true, output: expect.stringMatching(/Tests +10 passed/) })
  })

  test('run with node:test', async () => {
    const ran = await run(['--test', 'counter.node.js'])
    expect(ran).toMatchObject({ isWell: true, output: expect.stringMatching(/pass 2\n/) })
  })

  test('have valid types', async () => {
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2023',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: ['node'],
    }
    const config = JSON.stringify({ compilerOptions, include: ['*.ts'] })
    writeFileSync(join(folder, 'tsconfig.json'), config)
    const ran = await run([join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'])
    expect(ran).toEqual({ isWell: true, output: '' })
  })
})
