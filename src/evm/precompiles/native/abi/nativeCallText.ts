import { Decoder } from 'micro-eth-signer/abi.js'
import type { Address } from '../../../../primitives/address.ts'
import { bytesToHex } from '../../../../primitives/encoding/hex.ts'
import { nativePrecompilesOf } from '../nativePrecompiles.ts'
import type { AbiParameter } from './abiType.ts'

/** The functions of the newest release include those of the others. */
const nativePrecompiles = nativePrecompilesOf('6.7')

let decoder: Decoder | undefined

/**
 * Formats a call of a chain precompile: `name("usei")`. Undefined if the function is unknown or the
 * arguments are invalid.
 */
export function nativeCallText(address: Address, input: Uint8Array): string | undefined {
  const functions = nativePrecompiles.get(address)?.functions
  if (functions === undefined) return undefined
  decoder ??= createDecoder()
  try {
    const decoded = decoder.decode(address, input, { allowUnreadBytes: true })
    if (decoded === undefined || Array.isArray(decoded)) return undefined
    const inputs = functions.find(({ name }) => name === decoded.name)?.inputs ?? []
    return `${decoded.name}(${textsOf(inputs, decoded.value).join(', ')})`
  } catch {
    // The caller's bytes may be anything.
    return undefined
  }
}

function createDecoder(): Decoder {
  const made = new Decoder()
  for (const [address, { functions }] of nativePrecompiles) {
    const abi = functions.map(({ name, inputs }) => ({ type: 'function' as const, name, inputs }))
    made.add(address, abi)
  }
  return made
}

/** The decoder returns a single value as it is, and several by name. */
function textsOf(parameters: readonly AbiParameter[], value: unknown): string[] {
  const [first, ...others] = parameters
  if (first === undefined) return []
  if (others.length === 0) return [textOf(first, value)]
  const values = Object.values(value as object)
  return parameters.map((parameter, i) => textOf(parameter, values[i]))
}

function textOf(parameter: AbiParameter, value: unknown): string {
  if (Array.isArray(value) && parameter.type.endsWith(']')) {
    const type = parameter.type.replace(/\[\d*\]$/, '')
    return `[${value.map((item) => textOf({ ...parameter, type }, item)).join(', ')}]`
  }
  if (parameter.type === 'tuple') {
    const { components = [] } = parameter
    const values = Object.values(value as object)
    return `(${components.map((each, i) => textOf(each, values[i])).join(', ')})`
  }
  if (value instanceof Uint8Array) return bytesToHex(value)
  return parameter.type === 'string' ? JSON.stringify(value) : String(value)
}
