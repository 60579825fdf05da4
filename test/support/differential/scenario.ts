import { type Hardfork, isAtLeast } from '../../../src/evm/rules/hardfork.ts'
import type { BlockContext, Message } from '../../../src/evm/run/executor.ts'
import { type Address, parseAddress } from '../../../src/primitives/address.ts'
import { keccak256 } from '../../../src/primitives/crypto/keccak.ts'
import { bigIntToBytes } from '../../../src/primitives/encoding/bytes.ts'
import type { NativeAddress } from '../../../src/state/rows/layout.ts'

/** An account at the start. */
export interface StartAccount {
  readonly balance: bigint
  readonly nonce: bigint
  readonly code: Uint8Array
  /** Words of 32 bytes at slots of 32 bytes. */
  readonly storage: readonly (readonly [slot: Uint8Array, word: Uint8Array])[]
  /** The native address that it is associated with, unless the one that follows from it. */
  readonly native?: NativeAddress
}

/** Messages that run one after the other on one state, under the rules of one fork. */
export interface Scenario {
  readonly fork: Hardfork
  readonly accounts: ReadonlyMap<Address, StartAccount>
  /** Accounts without anything that are there nevertheless; only before EIP-161. */
  readonly keptEmpty: readonly Address[]
  readonly messages: readonly Omit<Message, 'signal'>[]
  /** Whether the accounts were written to the stores before, or are in memory. */
  readonly isStored: boolean
}

export const CHAIN_ID = 713714n
export const ZERO_WORD = new Uint8Array(32)
export const NO_BYTES = new Uint8Array(0)

/**
 * Accounts that programs know. What is not among a scenario's accounts has nothing at its start.
 */
export const SENDER = parseAddress(`0x5e${'11'.repeat(19)}`)
export const COINBASE = parseAddress(`0xcb${'22'.repeat(19)}`)
export const RICH = parseAddress(`0xa1${'33'.repeat(19)}`)
export const ABSENT = parseAddress(`0xee${'44'.repeat(19)}`)
export const KEPT_EMPTY = parseAddress(`0xee${'55'.repeat(19)}`)
/**
 * Has the 20 bytes of the native address that the first of {@link contracts} is associated with,
 * and means its coins.
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
/** Accounts that delegate to others by EIP-7702. */
export function delegatedAddress(index: number): Address {
  return parseAddress(`0xde${index.toString(16).padStart(2, '0')}${'88'.repeat(18)}`)
}
/** Precompiled contracts and the numbers around them. */
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

/** The block that every scenario runs in. */
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
