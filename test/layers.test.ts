import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { expect, test } from 'vitest'

/** Layers, bottom first, and the packages that only they may import. A folder may import itself and those above it here. */
const layers: readonly (readonly [folder: string, packages: readonly RegExp[]])[] = [
  ['primitives', [/^@noble\//, /^@scure\//, /^hash-wasm$/, /^ox\b/]],
  ['store', [/^classic-level$/]],
  ['state', [/^@ethereumjs\/(statemanager|util|common)$/]],
  ['modules', []],
  [
    'evm',
    [/^micro-eth-signer\/abi\.js$/, /^@ethereumjs\/(evm|common|tx|util|rlp)$/, /^mcl-wasm\//],
  ],
  [
    'tracers',
    [/^quickjs-emscripten-core$/, /^@jitl\/quickjs-wasmfile-release-sync$/, /^big-integer$/],
  ],
  ['native', []],
  ['chain', [/^@ethereumjs\/rlp$/]],
  ['node', [/^smol-toml$/]],
  ['rpc', []],
  ['server', [/^ws$/]],
  ['cli', [/^commander$/, /^jiti$/]],
]

const root = resolve(import.meta.dirname, '../src')
const order = layers.map(([folder]) => folder)
/** Packages of files directly in src/, which stand above all layers. */
const entries: Readonly<Record<string, readonly RegExp[]>> = { 'vitest.ts': [/^vitest$/] }

function sources(folder: string): string[] {
  return (
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      // Another language: it imports nothing but itself.
      .filter((entry) => !entry.parentPath.includes(join('engine', 'assembly')))
      .map((entry) => join(entry.parentPath, entry.name))
  )
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const specifiers = text.matchAll(/(?<!')\b(?:from|import)\s*\(?\s*'([^']+)'/g)
  return [...specifiers].map(([, specifier]) => specifier ?? '')
}

/** What is wrong with one import, or undefined. */
function complaint(file: string, specifier: string): string | undefined {
  const folder = relative(root, file).split(sep)[0] ?? ''
  const rank = order.indexOf(folder)
  if (specifier.startsWith('node:')) return undefined
  if (!specifier.startsWith('.')) {
    const allowed = layers[rank]?.[1] ?? entries[folder] ?? []
    return allowed.some((pattern) => pattern.test(specifier)) ? undefined : `imports ${specifier}`
  }
  const target = relative(root, resolve(dirname(file), specifier)).split(sep)[0] ?? ''
  // The entries of the library.
  if (rank === -1) return undefined
  return order.indexOf(target) > rank || !order.includes(target)
    ? `imports up: ${specifier}`
    : undefined
}

test('imports only point down, and packages stay in their layer', () => {
  const faults = sources(root).flatMap((file) =>
    importsOf(file).flatMap((specifier) => {
      const fault = complaint(file, specifier)
      return fault === undefined ? [] : [`${relative(root, file)} ${fault}`]
    }),
  )
  expect(faults).toEqual([])
})

test('finds the layers it speaks of, and would find a fault', () => {
  const files = sources(root).map((file) => relative(root, file).split(sep)[0] ?? '')
  for (const folder of order) expect(files).toContain(folder)
  expect(complaint(join(root, 'store', 'x.ts'), '../rpc/method.ts')).toBe(
    'imports up: ../rpc/method.ts',
  )
  expect(complaint(join(root, 'rpc', 'x.ts'), 'ws')).toBe('imports ws')
  expect(complaint(join(root, 'rpc', 'x.ts'), '../chain/chain.ts')).toBeUndefined()
})
