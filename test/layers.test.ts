import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Layers, bottom first, and the packages that only they may import. A folder may import itself and
 * those above it here.
 */
const layers: readonly (readonly [folder: string, packages: readonly RegExp[]])[] = [
  ['primitives', [/^@noble\//, /^@scure\//, /^ox\b/]],
  ['remote', [/^@ethereumjs\/mpt$/]],
  ['store', [/^level$/]],
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
  ['chain', [/^@ethereumjs\/(rlp|block|common|mpt|tx)$/]],
  ['node', [/^smol-toml$/]],
  ['rpc', []],
  ['server', [/^ws$/, /^fastify$/]],
  ['abci', [/^cosmjs-types\//]],
  ['comet', [/^cosmjs-types\//, /^ws$/]],
  ['cli', [/^commander$/, /^jiti$/]],
]

/** Most lines of a file, and most files of a folder. */
const MAX_LINES = 400
const MAX_FILES = 20

const root = resolve(import.meta.dirname, '../src')
const order = layers.map(([folder]) => folder)
/** Packages of files directly in src/, which stand above all layers. */
const entries: Readonly<Record<string, readonly RegExp[]>> = {
  'vitest.ts': [/^vitest$/],
  'fastify.ts': [/^fastify$/],
}

function allFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Without the engine's, which is another language: it imports nothing but itself. */
function sources(folder: string): string[] {
  return allFiles(folder)
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => !file.includes(join('engine', 'assembly')))
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

/** What each file imports of the same tree. */
type Graph = ReadonlyMap<string, readonly string[]>

function importGraph(files: readonly string[]): Graph {
  return new Map(
    files.map((file) => [
      file,
      importsOf(file)
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => resolve(dirname(file), specifier)),
    ]),
  )
}

/** A circle of imports, with the first file also at the end; undefined without circles. */
function circleIn(graph: Graph): readonly string[] | undefined {
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string): readonly string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return undefined
    path.push(file)
    for (const imported of graph.get(file) ?? []) {
      const circle = visit(imported)
      if (circle !== undefined) return circle
    }
    path.pop()
    done.add(file)
    return undefined
  }
  for (const file of graph.keys()) {
    const circle = visit(file)
    if (circle !== undefined) return circle
  }
  return undefined
}

/** Number of lines as `wc -l` has it. */
function linesOf(text: string): number {
  return text.split('\n').length - 1
}

/** Folders of files, with how many are directly in each. */
function filesByFolder(files: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return counts
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

test('detects an import that points up', () => {
  const files = sources(root).map((file) => relative(root, file).split(sep)[0] ?? '')
  for (const folder of order) expect(files).toContain(folder)
  expect(complaint(join(root, 'store', 'x.ts'), '../rpc/method.ts')).toBe(
    'imports up: ../rpc/method.ts',
  )
  expect(complaint(join(root, 'rpc', 'x.ts'), 'ws')).toBe('imports ws')
  expect(complaint(join(root, 'rpc', 'x.ts'), '../chain/chain.ts')).toBeUndefined()
})

test('no import cycles exist, types included', () => {
  const circle = circleIn(importGraph(sources(root)))
  expect(circle?.map((file) => relative(root, file)).join(' → ')).toBeUndefined()
})

test('detects a cycle', () => {
  const straight: [string, string[]][] = [
    ['a', ['b', 'c']],
    ['b', ['c']],
    ['c', []],
  ]
  expect(circleIn(new Map(straight))).toBeUndefined()
  expect(circleIn(new Map([...straight, ['c', ['d']], ['d', ['b']]]))).toEqual(['b', 'c', 'd', 'b'])
  const graph = importGraph(sources(root))
  // The graph is of files that are there.
  expect([...graph.values()].flat().filter((file) => !graph.has(file))).toEqual([])
})

test(`files have at most ${MAX_LINES} lines, folders at most ${MAX_FILES} files`, () => {
  const files = allFiles(root)
  const long = files.filter((file) => linesOf(readFileSync(file, 'utf8')) > MAX_LINES)
  const wide = [...filesByFolder(files)].filter(([, count]) => count > MAX_FILES)
  expect([...long, ...wide.map(([folder]) => folder)].map((at) => relative(root, at))).toEqual([])
})

test('detects an excessive file and an excessive folder', () => {
  expect(linesOf('a\n'.repeat(MAX_LINES + 1))).toBeGreaterThan(MAX_LINES)
  const many = Array.from({ length: MAX_FILES + 1 }, (_, i) => join('wide', `${i}.ts`))
  expect(filesByFolder([...many, join('wide', 'deep', 'x.ts')]).get('wide')).toBe(MAX_FILES + 1)
})
