import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Metafile } from 'esbuild'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../support/directory.ts'
import { root } from '../support/wire/processes.ts'

const recorder = join(root, 'test/support/package/recordModules.js')
const node = [join(root, 'bin/rockpool.js'), '--port', '0', '--silent']

/**
 * Runs a program until its first output or its end, and returns the files that it loaded. A node is
 * asked for its health first.
 */
async function loadedFiles(args: readonly string[]): Promise<readonly string[]> {
  const file = join(temporaryDirectory(), 'modules')
  const child = spawn(process.execPath, ['--import', recorder, ...args], {
    env: { ...process.env, RECORDED_MODULES: file },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const exit = once(child, 'exit')
  const [output] = await Promise.race([once(child.stdout, 'data'), exit])
  const [address] = /127\.0\.0\.1:\d+/.exec(String(output)) ?? []
  if (address !== undefined) expect((await fetch(`http://${address}/health`)).status).toBe(200)
  child.kill()
  await exit
  const urls = readFileSync(file, 'utf8').split('\n')
  return urls
    .filter((url) => url.startsWith('file:'))
    .map((url) => relative(root, fileURLToPath(url)))
}

/** Returns the packages whose code the files contain: of node_modules, or bundled into dist/. */
function packagesIn(files: readonly string[]): ReadonlySet<string> {
  const metafile = JSON.parse(readFileSync(join(root, 'dist/metafile.json'), 'utf8')) as Metafile
  const sources = files.flatMap((file) => [
    file,
    ...Object.entries(metafile.outputs[file]?.inputs ?? {})
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([input]) => input),
  ])
  const names = sources.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1])
  return new Set(names.filter((name) => name !== undefined))
}

test.each([
  ['@ethereumjs/evm', () => node],
  ['@ethereumjs/statemanager', () => [...node, '--reference']],
  ['@ethereumjs/block', () => [...node, '--reference']],
  ['fastify', () => node],
  ['level', () => [...node, '--db', join(temporaryDirectory(), 'chain')]],
  ['vitest', () => [join(root, 'dist/vitest.js')]],
])('%s is a dependency, and the program that needs it loads it', async (name, args) => {
  const { dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  expect({ ...dependencies, ...peerDependencies }).toHaveProperty([name])
  expect(packagesIn(await loadedFiles(args()))).toContain(name)
})

test('a node in memory on the engine loads neither level nor @ethereumjs/block', async () => {
  const names = packagesIn(await loadedFiles(node))
  expect(names).not.toContain('level')
  expect(names).not.toContain('@ethereumjs/block')
})
