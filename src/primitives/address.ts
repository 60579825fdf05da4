import { keccak256 } from './crypto/keccak.ts'
import { bigIntToBytes, concatBytes, trimLeft, utf8ToBytes } from './encoding/bytes.ts'
import { bytesToBareHex, bytesToHex, type Hex, hexToBytes, isHex } from './encoding/hex.ts'

/** An EVM address: `0x` and 40 lower-case digits. */
export type Address = Hex & { readonly __brand: 'Address' }

/** The address of 20 zero bytes. */
export const ZERO_ADDRESS = `0x${'00'.repeat(20)}` as Address

/**
 * Parses an address in any letter case. As in other nodes, a wrong mixed-case checksum is accepted.
 *
 * @throws RangeError if the text is not `0x` and 40 digits.
 */
export function parseAddress(text: string): Address {
  if (text.length !== 42 || !isHex(text)) throw new RangeError(`not an address: ${text}`)
  return text.toLowerCase() as Address
}

/** Returns the address of exactly 20 bytes. */
export function bytesToAddress(bytes: Uint8Array): Address {
  return bytesToHex(bytes) as Address
}

/** Returns the 20 bytes of an address. */
export function addressToBytes(address: Address): Uint8Array {
  return hexToBytes(address)
}

const ADDRESS_MASK = (1n << 160n) - 1n

/** Returns the address in the lowest 20 bytes of a word. Higher bytes are ignored. */
export function wordToAddress(word: bigint): Address {
  return `0x${(word & ADDRESS_MASK).toString(16).padStart(40, '0')}` as Address
}

/** Returns the mixed-case form with the checksum of EIP-55. */
export function toChecksumAddress(address: Address): Hex {
  const digits = address.slice(2)
  const hash = bytesToBareHex(keccak256(utf8ToBytes(digits)))
  let text = '0x'
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charAt(i)
    text += hash.charAt(i) >= '8' ? digit.toUpperCase() : digit
  }
  return text as Hex
}

/**
 * Returns the address of the contract that `sender` creates with `nonce`: keccak256(rlp([sender,
 * nonce]))[12:].
 */
export function contractAddress(sender: Address, nonce: bigint): Address {
  const number = trimLeft(bigIntToBytes(nonce, 8))
  const item =
    number.length === 1 && (number[0] ?? 0) < 0x80
      ? number
      : concatBytes(Uint8Array.of(0x80 + number.length), number)
  const payload = concatBytes(Uint8Array.of(0x94), addressToBytes(sender), item)
  const hash = keccak256(concatBytes(Uint8Array.of(0xc0 + payload.length), payload))
  return bytesToAddress(hash.subarray(12))
}

const CREATE2_PREFIX = Uint8Array.of(0xff)

/**
 * Returns the address of the contract that `sender` creates with CREATE2: keccak256(0xff ++ sender
 * ++ salt ++ keccak256(init))[12:] (EIP-1014).
 */
export function create2Address(sender: Address, salt: Uint8Array, init: Uint8Array): Address {
  const seed = concatBytes(CREATE2_PREFIX, addressToBytes(sender), salt, keccak256(init))
  return bytesToAddress(keccak256(seed).subarray(12))
}
