import { type Address, bytesToAddress } from '../../primitives/address.ts'
import { bytesToBigInt } from '../../primitives/encoding/bytes.ts'
import { abiString, abiWord, readBytes, readWord, unlike } from '../remoteAnswers.ts'
import type { StateReader } from './blockReader.ts'

/** Sei's precompiled contracts of coins and of pointer contracts. */
const BANK = '0x0000000000000000000000000000000000001001'
const POINTERVIEW = '0x000000000000000000000000000000000000100a'
/** balance(address,string) */
const BALANCE = '0x16cadeab'
/** getNativePointer(string) */
const GET_NATIVE_POINTER = '0x331df31c'

/** Returns the amount of a denomination that an account has. */
export async function readCoins(
  reader: StateReader,
  address: Address,
  denomination: string,
): Promise<bigint> {
  // The text begins behind two words, not behind one.
  const text = `${abiWord(64n)}${abiString(denomination).slice(64)}`
  const data = `${BALANCE}${abiWord(address)}${text}`
  return bytesToBigInt(await reader.ask('eth_call', [{ to: BANK, data }], readWord))
}

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
  const words = readBytes(answer)
  if (words.length !== 96) throw unlike('three words', answer)
  return words[95] === 1 ? bytesToAddress(words.subarray(12, 32)) : null
}
