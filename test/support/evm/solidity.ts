import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Abi } from 'viem'
import { hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { root } from '../wire/processes.ts'

/** A compiled contract. */
export interface Compiled {
  readonly abi: Abi
  readonly runtime: Uint8Array
  readonly creation: Uint8Array
}

interface Output {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
  readonly contracts: Readonly<Record<string, Readonly<Record<string, CompilerContract>>>>
}

interface CompilerContract {
  readonly abi: Abi
  readonly evm: Readonly<Record<'bytecode' | 'deployedBytecode', { readonly object: string }>>
}

type Compile = (json: string, callbacks?: { import(path: string): { contents: string } }) => string

/** Contracts of one Solidity source, by name. */
export function compileSolidity(source: string): Readonly<Record<string, Compiled>> {
  return contractsOf(run(`pragma solidity ^0.8.0;\n${source}`, { evmVersion: 'paris' }))
}

/**
 * Returns the optimized contracts of a source in `test/fixtures/contracts` that imports installed
 * packages, by name. Compiling takes seconds, so results are cached in `node_modules/.cache`.
 */
export function compileWithPackages(
  name: string,
  packages: readonly string[],
): Readonly<Record<string, Compiled>> {
  const source = readFileSync(join(root, 'test/fixtures/contracts', name), 'utf8')
  const manifests = packages.map((path) => readPackage(`${path}/package.json`))
  manifests.push(readFileSync(join(root, 'node_modules/solc/package.json'), 'utf8'))
  const key = createHash('sha256')
    .update([source, ...manifests].join('\0'))
    .digest('hex')
  const folder = join(root, 'node_modules/.cache/rockpool-contracts')
  const file = join(folder, `${key}.json`)
  const settings = { evmVersion: 'prague', optimizer: { enabled: true } }
  return contractsOf(cached(file, folder, () => run(source, settings)))
}

function cached(file: string, folder: string, make: () => string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    const text = make()
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${file}.${process.pid}`, text)
    renameSync(`${file}.${process.pid}`, file)
    return text
  }
}

/** The compiler's JSON output, without errors. */
function run(source: string, settings: object): string {
  // Loaded on first use, which takes a second.
  const solc = createRequire(import.meta.url)('solc') as { compile: Compile }
  const input = {
    language: 'Solidity',
    sources: { source: { content: source } },
    settings: {
      ...settings,
      outputSelection: { source: { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode'] } },
    },
  }
  const text = solc.compile(JSON.stringify(input), {
    import: (path) => ({ contents: readPackage(path) }),
  })
  const { errors = [] } = JSON.parse(text) as Output
  const fatal = errors.filter(({ severity }) => severity === 'error')
  if (fatal.length > 0) throw new Error(fatal.map((e) => e.formattedMessage).join('\n'))
  return text
}

function contractsOf(text: string): Readonly<Record<string, Compiled>> {
  const { contracts } = JSON.parse(text) as Output
  return Object.fromEntries(
    Object.entries(contracts.source ?? {}).map(([name, { abi, evm }]) => [
      name,
      {
        abi,
        runtime: hexToBytes(`0x${evm.deployedBytecode.object}`),
        creation: hexToBytes(`0x${evm.bytecode.object}`),
      },
    ]),
  )
}

/** Reads a file of the packages that `test/clients/package.json` lists. */
function readPackage(path: string): string {
  return readFileSync(join(root, 'test/clients/node_modules', path), 'utf8')
}
