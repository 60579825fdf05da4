import type { Address } from '../../primitives/address.ts'
import { abiString, readWords, unlike } from '../remoteAnswers.ts'
import type { StateReader } from './blockReader.ts'

/** Sei's precompiled contract of pointer contracts. */
const POINTERVIEW = '0x000000000000000000000000000000000000100a'
/** getNativePointer(string) */
const GET_NATIVE_POINTER = '0x331df31c'

/** Returns the pointer contract of a denomination, or null. */
export async function readNativePointer(
  reader: StateReader,
  denomination: string,
): Promise<Address | null> {
  const data = `${GET_NATIVE_POINTER}${abiString(denomination)}`
  return reader.ask('eth_call', [{ to: POINTERVIEW, data }], readPointer)
}

/** Decodes (address addr, uint16 version, bool exists). */
function readPointer(answer: unknown): Address | null {
  const [address, version, exists] = readWords(answer, 3)
  if (address === undefined || version === undefined || exists === undefined || exists > 1n) {
    throw unlike('a pointer contract', answer)
  }
  if (version > 0xffffn || address >> 160n !== 0n) throw unlike('a pointer contract', answer)
  return exists === 0n ? null : (`0x${address.toString(16).padStart(40, '0')}` as Address)
}
