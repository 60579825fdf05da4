import type { Chain } from '../../../src/chain/chain.ts'
import type { Transaction, UnsignedTransaction } from '../../../src/evm/transaction/transaction.ts'
import { parseAddress } from '../../../src/primitives/address.ts'
import { bytesToHash, type Hash } from '../../../src/primitives/encoding/hex.ts'
import { alice } from '../accounts.ts'
import { signed, testChain } from '../chain.ts'
import { code, push } from '../evm/programs.ts'
import { testGenesis } from '../genesis.ts'

/**
 * A contract that emits one log per 32-byte word of its call data, with the word as the only topic.
 */
export const EMITTER = parseAddress(`0x${'e0'.repeat(20)}`)

// JUMPDEST(0) … : the offset is on the stack.
const runtime = code(
  push(0),
  0x5b, // 2: JUMPDEST, offset
  0x36, // CALLDATASIZE
  0x81, // DUP2
  0x10, // LT: offset < size
  push(0x0b),
  0x57, // JUMPI
  0x00, // STOP
  0x00,
  0x5b, // 11: JUMPDEST
  0x80, // DUP1
  0x35, // CALLDATALOAD
  push(0),
  push(0),
  0xa1, // LOG1
  push(32),
  0x01, // ADD
  push(2),
  0x56, // JUMP
)

/** A chain with {@link EMITTER}. */
export const emitterChain = (): Chain => testChain(testGenesis({}, [[EMITTER, { code: runtime }]]))

export const topic = (n: number): Hash => bytesToHash(word(n))

/** Returns a transaction whose logs have these topics. */
export function emitting(
  topics: readonly number[],
  fields: Partial<UnsignedTransaction> = {},
): Transaction {
  const data = code(...topics.map(word))
  return signed(alice, { to: EMITTER, data, gasLimit: 30_000_000n, ...fields })
}

function word(n: number): Uint8Array {
  const bytes = new Uint8Array(32)
  new DataView(bytes.buffer).setUint32(28, n)
  return bytes
}
