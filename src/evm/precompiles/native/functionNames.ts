import type { Address } from '../../../primitives/address.ts'
import { utf8ToBytes } from '../../../primitives/bytes.ts'
import { bytesToHex, type Hex } from '../../../primitives/hex.ts'
import { keccak256 } from '../../../primitives/keccak.ts'
import { SELECTOR_SIZE } from '../hostedPrecompile.ts'
import type { AbiParameter } from './abiType.ts'
import { nativePrecompiles } from './nativePrecompiles.ts'

const names = new Map<Address, ReadonlyMap<Hex, string>>()

/** What a function of one of the chain's own contracts is called, by its address and selector; undefined where there is none. */
export function nativeFunctionName(address: Address, selector: Hex): string | undefined {
  let known = names.get(address)
  if (known === undefined) {
    const functions = nativePrecompiles.get(address)?.functions ?? []
    known = new Map(functions.map(({ name, inputs }) => [selectorOf(name, inputs), name]))
    names.set(address, known)
  }
  return known.get(selector)
}

function selectorOf(name: string, inputs: readonly AbiParameter[]): Hex {
  const signature = `${name}(${inputs.map(typeOf).join(',')})`
  return bytesToHex(keccak256(utf8ToBytes(signature)).subarray(0, SELECTOR_SIZE))
}

/** A tuple is written as its parts. */
function typeOf({ type, components = [] }: AbiParameter): string {
  return type.replace(/^tuple/, `(${components.map(typeOf).join(',')})`)
}
