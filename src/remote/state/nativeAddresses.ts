import { type Address, bytesToAddress, ZERO_ADDRESS } from '../../primitives/address.ts'
import { abiString, abiWord, readAbiString, readBech32, readWord } from '../remoteAnswers.ts'
import { RemoteError } from '../remoteError.ts'
import type { StateReader } from './blockReader.ts'

/** Sei's precompiled contract of associations, and selectors of its functions. */
const ADDR = '0x0000000000000000000000000000000000001004'
/** getSeiAddr(address) */
const GET_NATIVE = '0x0c3c20ed'
/** getEvmAddr(string) */
const GET_EVM = '0x1778e539'

/** Returns the associated bech32 address, or null. */
export async function readAssociation(
  reader: StateReader,
  address: Address,
): Promise<string | null> {
  const data = `${GET_NATIVE}${abiWord(address)}`
  const found = await orNull(reader.ask('eth_call', [{ to: ADDR, data }], readNativeText))
  return found === '' ? null : found
}

/** Returns the associated EVM address, or null. */
export async function readEvmAddress(reader: StateReader, native: string): Promise<Address | null> {
  const data = `${GET_EVM}${abiString(native)}`
  const word = await orNull(reader.ask('eth_call', [{ to: ADDR, data }], readWord))
  if (word === null) return null
  const address = bytesToAddress(word.subarray(12))
  return address === ZERO_ADDRESS ? null : address
}

/** Reads a bech32 address, or an empty text. @throws RangeError */
function readNativeText(answer: unknown): string {
  const text = readAbiString(answer)
  return text === '' ? text : readBech32(text)
}

/** The contract reverts for an address without an association. */
export async function orNull<T>(running: Promise<T>): Promise<T | null> {
  try {
    return await running
  } catch (error) {
    if (error instanceof RemoteError && isRevert(error)) return null
    throw error
  }
}

function isRevert({ details }: RemoteError): boolean {
  if (details.code !== 'REMOTE_ANSWERED_ERROR') return false
  return details.rpcCode === 3 || /revert|not associated|not linked/i.test(details.message)
}
