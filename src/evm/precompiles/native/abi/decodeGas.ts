import type { GasMeter } from '../../../../modules/gas/gasMeter.ts'
import { ModuleOutOfGas, storeGas } from '../../../../modules/gas/gasMeter.ts'
import { SELECTOR_SIZE } from '../../statefulPrecompile.ts'

/*
 * Gas for decoding arguments. In Sei 6.6 it is free. In 6.7 (precompiles/common/decode_cost.go) a
 * call costs as much as reading its input from a store, and each byte of a string in it as much as
 * reading that byte.
 */

/** Size of arguments in bytes that need no extra price: far more than these functions need. */
const USUAL_SIZE = 16_384

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

/** Gas of strings of a total size in Sei 6.7. */
export function textGas(size: number): bigint {
  return storeGas.readByte * BigInt(size)
}

/**
 * Charges for decoding. Returns the reason of a failure.
 *
 * @param step of decoding, as the real chain names it
 */
export function chargeDecoding(
  meter: GasMeter,
  gas: bigint,
  decoder: string,
  step: 'scan' | 'decode',
): string | undefined {
  try {
    meter.charge(gas, `${decoder} precompile calldata ${step}`)
    return undefined
  } catch (error) {
    if (error instanceof ModuleOutOfGas) return `{${error.descriptor}}`
    throw error
  }
}
