import { storeGas } from '../../../../modules/gas/gasMeter.ts'
import { SELECTOR_SIZE } from '../../statefulPrecompile.ts'
import type { AbiParameter } from './abiType.ts'

/*
 * Gas for decoding arguments. In Sei 6.6 it is free. In 6.7 (precompiles/common/decode_cost.go) a
 * call costs as much as reading its input from a store, and each byte of a string in it as much as
 * reading that byte.
 */

/** Size of arguments in bytes that need no extra price: far more than these functions need. */
const USUAL_SIZE = 1024

/** Returns the number of bytes beyond the usual size of arguments. */
export function unusualSize(size: number): bigint {
  return BigInt(Math.max(0, size - USUAL_SIZE))
}

/** Gas of an input in Sei 6.6: only that of unusual ones differs from 0, to bound the work. */
export function largeArgumentGas(inputSize: number): bigint {
  return storeGas.readByte * unusualSize(inputSize - SELECTOR_SIZE)
}

/** Gas of an input in Sei 6.7, to be charged before it is decoded. */
export function scanGas(inputSize: number): bigint {
  return storeGas.readFlat + storeGas.readByte * BigInt(inputSize)
}

/** Gas of the strings in decoded arguments in Sei 6.7. */
export function textGas(inputs: readonly AbiParameter[], values: object): bigint {
  const sizes = Object.values(values).map((value, i) => textSize(inputs[i], value))
  return storeGas.readByte * BigInt(sum(sizes))
}

function textSize(parameter: AbiParameter | undefined, value: unknown): number {
  if (parameter === undefined) return 0
  const { type, components = [] } = parameter
  if (type === 'string') return Buffer.byteLength(value as string)
  if (type.endsWith(']')) {
    const item = { ...parameter, type: type.slice(0, type.lastIndexOf('[')) }
    return sum((value as readonly unknown[]).map((each) => textSize(item, each)))
  }
  if (type !== 'tuple') return 0
  return sum(Object.values(value as object).map((each, i) => textSize(components[i], each)))
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0)
}
