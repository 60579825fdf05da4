import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../support/directory.ts'
import { some } from '../support/runs.ts'
import { root } from '../support/wire/processes.ts'

/** A report of `NODE_V8_COVERAGE`. */
interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly {
      readonly functionName: string
      readonly ranges: readonly { readonly count: number }[]
    }[]
  }[]
}

const PACKAGE = /node_modules\/((?:@[^/]+\/)?[^/]+)\//
const node = [join(root, 'bin/rockpool.js'), '--port', '0', '--silent']

/**
 * Runs a program until its first output or its end, and returns what it ran: scripts, and modules
 * of the bundle, which are functions with the paths of their sources as names. A node is asked for
 * its health first.
 */
async function loadedFiles(args: readonly string[]): Promise<readonly string[]> {
  const folder = temporaryDirectory()
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_V8_COVERAGE: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const exit = once(child, 'exit')
  const [output] = await Promise.race([once(child.stdout, 'data'), exit])
  const [address] = /127\.0\.0\.1:\d+/.exec(String(output)) ?? []
  if (address !== undefined) expect((await fetch(`http://${address}/health`)).status).toBe(200)
  child.kill()
  await exit
  const reports = readdirSync(folder).map(
    (file): Coverage => JSON.parse(readFileSync(join(folder, file), 'utf8')),
  )
  const scripts = reports.flatMap(({ result }) => result)
  return scripts
    .filter(({ url }) => url.startsWith('file:'))
    .flatMap(({ url, functions }) => [
      relative(root, fileURLToPath(url)),
      ...functions
        .filter(({ ranges }) => ranges.some(({ count }) => count > 0))
        .map(({ functionName }) => functionName),
    ])
}

/** Returns the packages of the files: in node_modules, or bundled into dist/. */
function packagesIn(files: readonly string[]): ReadonlySet<string> {
  const names = files.map((path) => PACKAGE.exec(path)?.[1])
  return new Set(names.filter((name) => name !== undefined))
}

test.each(
  some(1, [
    ['@ethereumjs/evm', () => node],
    ['@ethereumjs/statemanager', () => [...node, '--reference']],
    ['@ethereumjs/block', () => [...node, '--reference']],
    ['fastify', () => node],
    ['level', () => [...node, '--db', join(temporaryDirectory(), 'chain')]],
    ['vitest', () => [join(root, 'dist/vitest.js')]],
  ]),
)('%s is a dependency, and the program that needs it loads it', async (name, args) => {
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
