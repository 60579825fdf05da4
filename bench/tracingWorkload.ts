import type { Transaction, UnsignedTransaction } from '../src/evm/transaction/transaction.ts'
import { parseAddress } from '../src/primitives/address.ts'
import { alice, bob } from '../test/support/accounts.ts'
import { signed } from '../test/support/chain.ts'
import { code, push } from '../test/support/evm/programs.ts'

/** The looping contract. */
export const LOOP = parseAddress(`0x10${'0'.repeat(38)}`)

const ROUNDS = 66_667
const begin = push(ROUNDS)

/** 15 opcodes per round: memory, warm storage, arithmetic, a jump. A million in total. */
export const loopCode = code(
  begin,
  0x5b, // JUMPDEST
  0x80, // DUP1
  push(0),
  0x52, // MSTORE
  push(0),
  0x54, // SLOAD
  push(3),
  0x01, // ADD
  0x50, // POP
  push(1),
  0x90, // SWAP1
  0x03, // SUB
  0x80, // DUP1
  push(begin.length),
  0x57, // JUMPI
)

const usual: Partial<UnsignedTransaction> = { gasLimit: 100_000_000n }

/** Calls the looping contract. */
export const loopTransaction: Transaction = signed(alice, { ...usual, to: LOOP })

/** Transfers of one account to another. */
export const transfers: readonly Transaction[] = Array.from({ length: 200 }, (_, i) =>
  signed(bob, { gasLimit: 21_000n, nonce: BigInt(i), to: alice.address, value: 1n }),
)
