import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../support/directory.ts'
import { request, root } from '../support/wire/processes.ts'

/** Limits of an installation in MB, as `du -sm` counts them. */
const MAX_INSTALLED = 60
const MAX_OWN = 6

const packaging = join(root, 'packaging/node_modules')
const isSupported = process.platform === 'linux' && process.arch === 'x64'
/** Executables of Node.js by version: the one that runs the tests, and those of packaging/. */
const versions: readonly (readonly [version: string, executable: string])[] = [
  [process.version, process.execPath],
  ...['node22', 'node24'].map((name) => [name, join(packaging, name, 'bin/node')] as const),
]

const folder = mkdtempSync(join(tmpdir(), 'rockpool-install-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const npmrc = { ...process.env, npm_config_cache: join(folder, 'cache'), npm_config_audit: 'false' }
let tarball: string

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.js'], { cwd: root })
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  const output = execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
  const [packed] = JSON.parse(output) as readonly { readonly filename: string }[]
  tarball = join(folder, packed?.filename ?? expect.fail('no tarball'))
})

describe.runIf(isSupported)('npx rockpool --genesis FILE in an empty folder', () => {
  test.each(versions)(
    'serves the chain of the file on %s',
    { timeout: 180_000 },
    async (_, node) => {
      expect(existsSync(node), 'run "npm --prefix packaging ci"').toBe(true)
      const empty = temporaryDirectory()
      const genesis = join(empty, 'genesis.json')
      writeFileSync(genesis, JSON.stringify({ config: { chainId: 4242 }, alloc: {} }))
      const args = ['--yes', '--package', tarball, 'rockpool', '--genesis', genesis, '--port', '0']
      const env = { ...npmrc, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` }
      // In a process group of its own: npx starts the node in a child process.
      const child = spawn('npx', args, { cwd: empty, env, detached: true })
      const exit = once(child, 'exit')
      try {
        const output: string[] = []
        for (const stream of [child.stdout, child.stderr]) {
          stream.on('data', (data) => output.push(String(data)))
        }
        const address = () => /127\.0\.0\.1:\d+/.exec(output.join(''))?.[0]
        await Promise.race([expect.poll(address, { timeout: 150_000 }).toBeDefined(), exit])
        const port = Number(address()?.split(':')[1] ?? expect.fail(output.join('')))
        expect(await request(port, 'eth_chainId')).toBe('0x1092')
        const release = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
        expect(await request(port, 'web3_clientVersion')).toContain(`/node-${release}`)
      } finally {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
        await exit
      }
    },
  )
})

describe.skipIf(process.platform === 'win32')('an installation', () => {
  const project = join(folder, 'project')

  beforeAll(() => {
    mkdirSync(project)
    writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }))
    execFileSync('npm', ['install', tarball], { cwd: project, env: npmrc, stdio: 'pipe' })
  }, 180_000)

  test.runIf(process.platform === 'linux')(`takes at most ${MAX_INSTALLED} MB`, () => {
    const megabytes = (path: string) =>
      Number.parseInt(execFileSync('du', ['-sm', path], { cwd: project, encoding: 'utf8' }), 10)
    expect(megabytes('node_modules')).toBeLessThanOrEqual(MAX_INSTALLED)
    expect(megabytes('node_modules/rockpool')).toBeLessThanOrEqual(MAX_OWN)
  })

  test('runs the library', () => {
    const code = `
      import { createNode } from 'rockpool'
      const node = await createNode()
      console.log(await node.request({ method: 'eth_blockNumber' }))
      await node.close()`
    const args = ['--input-type=module', '-e', code]
    expect(execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8' })).toBe('0x0\n')
  })

  test('has declarations that a strict project compiles', () => {
    // The peers of the two entries, from the checkout.
    for (const name of ['vitest', '@types/node']) {
      const link = join(project, 'node_modules', name)
      mkdirSync(dirname(link), { recursive: true })
      if (!existsSync(link)) symlinkSync(join(root, 'node_modules', name), link)
    }
    writeFileSync(
      join(project, 'consumer.ts'),
      `import Fastify from 'fastify'
import { createNode, defineConfig, verifyProof, type RockpoolNode } from 'rockpool'
import { rockpool } from 'rockpool/fastify'
import { test } from 'rockpool/vitest'

export const config = defineConfig({ port: 8546 })
export const node: RockpoolNode = await createNode({ chainId: 7n })
export const number: unknown = await node.request({ method: 'eth_blockNumber' })
await Fastify().register(rockpool, { prefix: '/chain', node })
test('mines', async ({ node }) => void (await node.request({ method: 'evm_mine' })))
// @ts-expect-error: not an option
await createNode({ nonsense: 1 })
export const verify: typeof verifyProof = verifyProof
`,
    )
    const compilerOptions = {
      ...{ target: 'es2022', module: 'nodenext', strict: true, noEmit: true, types: ['node'] },
      ...{ skipLibCheck: false, exactOptionalPropertyTypes: true },
    }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    execFileSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8', stdio: 'pipe' })
  })
})
