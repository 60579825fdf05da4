import type { Common } from '@ethereumjs/common'
import { getActivePrecompiles } from '@ethereumjs/evm'
import type { Address } from '../../primitives/address.ts'
import { assert } from '../../primitives/assert.ts'
import { forkRules } from '../rules/forkRules.ts'
import type { Hardfork } from '../rules/hardfork.ts'
import type { Message } from '../run/executor.ts'
import { bls12Precompiles } from './curves/bls12.ts'
import { createBn254Add, createBn254Mul, createBn254Pairing } from './curves/bn254.ts'
import { createEcrecover } from './curves/ecrecover.ts'
import { createPointEvaluation } from './curves/pointEvaluation.ts'
import { createBlake2f } from './hashes/blake2f.ts'
import { createIdentity, createRipemd160, createSha256 } from './hashes/hashes.ts'
import { createModexp } from './modexp/modexp.ts'
import type { Precompile } from './precompile.ts'
import { precompileFailure } from './precompileFailure.ts'
import { stockPrecompile } from './stockPrecompile.ts'

/** Factories of precompiles with the gas parameters of a fork, by address. */
const factories: ReadonlyMap<number, (rules: Common) => Precompile> = new Map([
  [0x01, createEcrecover],
  [0x02, createSha256],
  [0x03, createRipemd160],
  [0x04, createIdentity],
  [0x05, createModexp],
  [0x06, createBn254Add],
  [0x07, createBn254Mul],
  [0x08, createBn254Pairing],
  [0x09, createBlake2f],
  [0x0a, createPointEvaluation],
  ...bls12Precompiles,
  // EIP-7951.
  [0x100, (rules) => stockPrecompile(rules, '100'.padStart(40, '0'))],
])

const OUT_OF_GAS = 'out of gas'

const tables = new WeakMap<Common, ReadonlyMap<Address, Precompile>>()

/**
 * Returns the precompiles of a fork by address: those of @ethereumjs/evm. Shared: do not change.
 */
export function precompilesOf(
  chainId: bigint,
  hardfork: Hardfork,
): ReadonlyMap<Address, Precompile> {
  const rules = forkRules(chainId, hardfork)
  let table = tables.get(rules)
  if (table === undefined) {
    table = createTable(rules, precompileAddresses(chainId, hardfork))
    tables.set(rules, table)
  }
  return table
}

function createTable(
  rules: Common,
  addresses: ReadonlySet<Address>,
): ReadonlyMap<Address, Precompile> {
  const table = new Map<Address, Precompile>()
  for (const address of addresses) {
    const create = factories.get(Number(address))
    assert(create !== undefined, `a precompile for ${address}`)
    table.set(address, worded(address, create(rules)))
  }
  return table
}

/** Words failures as geth does. */
function worded(address: Address, precompile: Precompile): Precompile {
  return (input, gasLimit) => {
    const result = precompile(input, gasLimit)
    if (!('fault' in result) || result.fault === OUT_OF_GAS) return result
    return { fault: precompileFailure(address, input) }
  }
}

/** Precompiled contracts that a message moves, or replaces by the code of an account. */
export type PrecompileOverrides = Pick<Message, 'movedPrecompiles' | 'replacedPrecompiles'>

/** Returns the table with moved precompiles, and without those that code replaces. */
export function movePrecompiles(
  table: ReadonlyMap<Address, Precompile>,
  { movedPrecompiles: moves, replacedPrecompiles: replaced }: PrecompileOverrides,
): ReadonlyMap<Address, Precompile> {
  if (!moves?.size && !replaced?.size) return table
  const moved = new Map(table)
  for (const from of moves?.keys() ?? []) moved.delete(from)
  for (const address of replaced ?? []) moved.delete(address)
  for (const [from, to] of moves ?? []) {
    const precompile = table.get(from)
    if (precompile !== undefined) moved.set(to, precompile)
  }
  return moved
}

const known = new WeakMap<Common, ReadonlySet<Address>>()

/**
 * Returns the addresses of a fork's precompiles: those of @ethereumjs/evm. Shared: do not change.
 */
export function precompileAddresses(chainId: bigint, hardfork: Hardfork): ReadonlySet<Address> {
  const rules = forkRules(chainId, hardfork)
  let addresses = known.get(rules)
  if (addresses === undefined) {
    const bare = [...getActivePrecompiles(rules).keys()]
    addresses = new Set(bare.map((digits): Address => `0x${digits}` as Address))
    known.set(rules, addresses)
  }
  return addresses
}
