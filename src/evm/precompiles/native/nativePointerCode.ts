import { concatBytes } from '../../../primitives/encoding/bytes.ts'
import { hexToBytes } from '../../../primitives/encoding/hex.ts'
import { nativePointerRuntime } from './nativePointerRuntime.ts'

/** Code of an ERC-20 contract that stands for a denomination (in UTF-8), whose unit has so many decimals. */
export function nativePointerCode(denom: Uint8Array, decimals: number): Uint8Array {
  const { length } = denom
  const tail = Uint8Array.of(length >> 8, length & 0xff, decimals)
  return concatBytes(hexToBytes(`0x${nativePointerRuntime}`), denom, tail)
}
