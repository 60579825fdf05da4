import { type Hardfork, isAtLeast } from '../../../src/evm/rules/hardfork.ts'
import type { BlockContext, Message } from '../../../src/evm/run/executor.ts'
import { type Address, parseAddress } from '../../../src/primitives/address.ts'
import { keccak256 } from '../../../src/primitives/crypto/keccak.ts'
import { bigIntToBytes } from '../../../src/primitives/encoding/bytes.ts'
import type { NativeAddress } from '../../../src/state/rows/layout.ts'

/** An initial account. */
export interface StartAccount {
  readonly balance: bigint
  readonly nonce: bigint
  readonly code: Uint8Array
  /** 32-byte words by 32-byte slot. */
  readonly storage: readonly (readonly [slot: Uint8Array, word: Uint8Array])[]
  /** Its associated native address; default: the one derived from it. */
  readonly native?: NativeAddress
}

/** Messages that run in sequence on one state, under the rules of one fork. */
export interface Scenario {
  readonly fork: Hardfork
  readonly accounts: ReadonlyMap<Address, StartAccount>
  /** Empty accounts that exist nevertheless; only before EIP-161. */
  readonly keptEmpty: readonly Address[]
  readonly messages: readonly Omit<Message, 'signal'>[]
  /** Whether the accounts are in the stores, or only in memory. */
  readonly isStored: boolean
}

export const CHAIN_ID = 713714n
export const ZERO_WORD = new Uint8Array(32)
export const NO_BYTES = new Uint8Array(0)

/** Accounts that programs know. Those without an entry in the scenario are empty initially. */
export const SENDER = parseAddress(`0x5e${'11'.repeat(19)}`)
export const COINBASE = parseAddress(`0xcb${'22'.repeat(19)}`)
export const RICH = parseAddress(`0xa1${'33'.repeat(19)}`)
export const ABSENT = parseAddress(`0xee${'44'.repeat(19)}`)
export const KEPT_EMPTY = parseAddress(`0xee${'55'.repeat(19)}`)
/**
 * Has the 20 bytes of the native address that the first of {@link contracts} is associated with,
 * and shares its coins.
 */
export const TWIN = parseAddress(`0x7a${'99'.repeat(19)}`)
/** Contracts with random code. */
export const contracts = ['c1', 'c2', 'c3', 'c4'].map((tag) =>
  parseAddress(`0x${tag}${'66'.repeat(19)}`),
)
/** Contracts of the library, see `library.ts`. */
export function libraryAddress(index: number): Address {
  return parseAddress(`0x1b${index.toString(16).padStart(2, '0')}${'77'.repeat(18)}`)
}
/** Accounts with an EIP-7702 delegation. */
export function delegatedAddress(index: number): Address {
  return parseAddress(`0xde${index.toString(16).padStart(2, '0')}${'88'.repeat(18)}`)
}
/** Precompiles and the addresses around them. */
export function lowAddress(number: number): Address {
  return parseAddress(`0x${number.toString(16).padStart(40, '0')}`)
}

export function delegationTo(address: Address): Uint8Array {
  return Uint8Array.of(0xef, 0x01, 0x00, ...bigIntToBytes(BigInt(address), 20))
}

export function word(value: bigint | number): Uint8Array {
  return bigIntToBytes(BigInt(value), 32)
}

const BLOCK_NUMBER = 1000n

/** The block of every scenario. */
export function blockOf(fork: Hardfork): BlockContext {
  return {
    hardfork: fork,
    number: BLOCK_NUMBER,
    timestamp: 1_763_700_000n,
    coinbase: COINBASE,
    gasLimit: 100_000_000n,
    baseFeePerGas: isAtLeast(fork, 'london') ? 7n : 0n,
    blobBaseFee: 1n,
    prevRandao: new Uint8Array(32).fill(0x9a),
    difficulty: isAtLeast(fork, 'paris') ? 0n : 131_072n,
    blockHash(number) {
      const hasHash = number >= BLOCK_NUMBER - 256n && number < BLOCK_NUMBER && number !== 800n
      return hasHash ? keccak256(bigIntToBytes(number, 8)) : undefined
    },
  }
}
