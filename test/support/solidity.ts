import { createRequire } from 'node:module'
import type { Abi } from 'viem'
import { hexToBytes } from '../../src/primitives/hex.ts'

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

/** Contracts of one Solidity source, by name. */
export function compileSolidity(source: string): Readonly<Record<string, Compiled>> {
  // Loaded by who compiles: the compiler takes a second.
  const { compile } = createRequire(import.meta.url)('solc') as { compile(json: string): string }
  const input = {
    language: 'Solidity',
    sources: { source: { content: `pragma solidity ^0.8.0;\n${source}` } },
    settings: {
      evmVersion: 'paris',
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode'] } },
    },
  }
  const output = JSON.parse(compile(JSON.stringify(input))) as Output
  const errors = output.errors?.filter(({ severity }) => severity === 'error') ?? []
  if (errors.length > 0) throw new Error(errors.map((e) => e.formattedMessage).join('\n'))
  return Object.fromEntries(
    Object.entries(output.contracts.source ?? {}).map(([name, { abi, evm }]) => [
      name,
      {
        abi,
        runtime: hexToBytes(`0x${evm.deployedBytecode.object}`),
        creation: hexToBytes(`0x${evm.bytecode.object}`),
      },
    ]),
  )
}
