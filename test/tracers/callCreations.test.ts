import { describe, expect, test } from 'vitest'
import { type Address, contractAddress } from '../../src/primitives/address.ts'
import { bytesToHex } from '../../src/primitives/encoding/hex.ts'
import { alice, bob } from '../support/accounts.ts'
import {
  A,
  B,
  C,
  contract,
  create,
  LAST_NONCE,
  OP,
  op,
  returning,
  salted,
} from '../support/evm/observerScenarios.ts'
import { code } from '../support/evm/programs.ts'
import {
  type AccountAt,
  frame,
  GAS,
  holding,
  kept,
  LIMIT,
  MESSAGE_GAS,
  top,
  traceOf,
} from '../support/tracers/traceSetup.ts'

/** The contract that A makes first: its nonce is 1. */
const MADE = contractAddress(A, 1n)

/**
 * What {@link create} costs beside the frame: a word of init code is put into memory (2 pushes, 3,
 * 3 for memory), then CREATE.
 */
const CREATING = 4n * GAS.push + 3n * GAS.push + GAS.create + GAS.initWord
/** What the new contract's frame is given. */
const FREE = MESSAGE_GAS - CREATING
const HANDED = FREE - kept(FREE)

interface Failure {
  readonly error: string
  readonly init: Uint8Array
  /** Of the frame; all of it where not given. */
  readonly gasUsed?: bigint
  readonly value?: bigint
  readonly output?: string
  readonly nonce?: bigint
  readonly others?: readonly AccountAt[]
}

const WORD = '00'.repeat(32)

const failures: Readonly<Record<string, Failure>> = {
  'init code that reverts': {
    error: 'execution reverted',
    init: op(OP.REVERT, 0, 32),
    // 2 pushes and a word of memory.
    gasUsed: 9n,
    output: `0x${WORD}`,
  },
  'init code that runs out of gas': { error: 'out of gas', init: op(OP.MSTORE, 0xffffff, 1) },
  'init code that is no code': { error: 'invalid opcode: INVALID', init: code(OP.INVALID) },
  'code that is too large': { error: 'max code size exceeded', init: returning(24_577) },
  // 24 576 bytes would cost 4 915 200.
  'code that cannot be paid': {
    error: 'contract creation code storage out of gas',
    init: returning(24_576),
  },
  'code that begins with 0xef': {
    error: 'invalid code: must not begin with 0xef',
    init: code(op(OP.MSTORE8, 0, 0xef), returning(1)),
  },
  'too many wei': {
    error: 'insufficient balance for transfer',
    init: returning(1),
    value: 11n,
    gasUsed: 0n,
  },
  'an address that is taken': {
    error: 'contract address collision',
    init: returning(1),
    others: [[MADE, { nonce: 1n }]],
  },
  'a creator whose nonce is the last one': {
    error: 'nonce uint64 overflow',
    init: returning(1),
    nonce: LAST_NONCE,
    gasUsed: 0n,
  },
}

describe('CREATE', () => {
  test('creates a contract', async () => {
    const made = returning(2)
    // 2 pushes, a word of memory, two bytes of code.
    const inner = 3n * GAS.push + 2n * GAS.codeByte
    expect(await traceOf([holding(A, create(OP.CREATE, made, 3n))])).toEqual(
      top(
        { gasUsed: 21_000n + CREATING + inner },
        frame({
          ...{ type: 'CREATE', from: A, to: MADE, value: 3n, input: bytesToHex(made) },
          ...{ gas: HANDED, gasUsed: inner, output: '0x0000' },
        }),
      ),
    )
  })

  test('creates a contract without code', async () => {
    const init = code(0x00)
    expect(await traceOf([holding(A, create(OP.CREATE, init, 0n))])).toEqual(
      top(
        { gasUsed: 21_000n + CREATING },
        frame({ type: 'CREATE', from: A, to: MADE, input: '0x00', gas: HANDED, gasUsed: 0n }),
      ),
    )
  })

  test.each(Object.entries(failures))('%s', async (_name, failure) => {
    const { error, init, gasUsed = HANDED, value = 0n, output, nonce = 1n, others = [] } = failure
    const creator: AccountAt = [A, { code: create(OP.CREATE, init, value), nonce, balance: 10n }]
    expect(await traceOf([creator, ...others])).toEqual(
      top(
        { gasUsed: 21_000n + CREATING + gasUsed },
        frame({
          ...{ type: 'CREATE', from: A, gas: HANDED, gasUsed, value, input: bytesToHex(init) },
          ...{ error, ...(output !== undefined && { output }) },
        }),
      ),
    )
  })

  test('excessive init code fails the caller', async () => {
    // EIP-3860: 49 152 bytes.
    expect(await traceOf([holding(A, op(OP.CREATE, 0, 0, 49_153))])).toEqual(
      top({ gasUsed: LIMIT, error: 'max initcode size exceeded' }),
    )
  })
})

describe('CREATE2', () => {
  const SALT = 5n
  /** One push more, and 6 to hash a word. */
  const CREATING2 = CREATING + GAS.push + 6n
  const free = MESSAGE_GAS - CREATING2
  const gas = free - kept(free)
  const init = returning(1)
  const made: Address = salted(A, SALT, init)
  const common = { type: 'CREATE2', from: A, gas, input: bytesToHex(init) }
  const creator = holding(A, create(OP.CREATE2, init, 0n, SALT))

  test('creates a contract', async () => {
    const gasUsed = 3n * GAS.push + GAS.codeByte
    expect(await traceOf([creator])).toEqual(
      top(
        { gasUsed: 21_000n + CREATING2 + gasUsed },
        frame({ ...common, to: made, gasUsed, output: '0x00' }),
      ),
    )
  })

  test('an existing address', async () => {
    expect(await traceOf([creator, [made, { code: code(0) }]])).toEqual(
      top(
        { gasUsed: 21_000n + CREATING2 + gas },
        frame({ ...common, gasUsed: gas, error: 'contract address collision' }),
      ),
    )
  })
})

describe('a creation transaction', () => {
  const createdBy = (data: Uint8Array) => traceOf([], undefined, { data })

  test('creates a contract', async () => {
    // PUSH1 1 PUSH1 0 RETURN: four bytes of 16 and one of 4, a word of init code.
    const init = returning(1)
    const intrinsic = 21_000n + GAS.create + GAS.initWord + 4n * 16n + 4n
    expect(await createdBy(init)).toEqual(
      frame({
        ...{ type: 'CREATE', from: alice.address, to: contractAddress(alice.address, 0n) },
        ...{ gas: LIMIT, gasUsed: intrinsic + 3n * GAS.push + GAS.codeByte },
        ...{ input: bytesToHex(init), output: '0x00' },
      }),
    )
  })

  test('fails', async () => {
    const reverting = op(OP.REVERT, 0, 1)
    const intrinsic = 21_000n + GAS.create + GAS.initWord + 4n * 16n + 4n
    const common = { type: 'CREATE', from: alice.address, gas: LIMIT }
    expect(await createdBy(reverting)).toEqual(
      frame({
        ...{ ...common, gasUsed: intrinsic + 3n * GAS.push, input: bytesToHex(reverting) },
        ...{ error: 'execution reverted', output: '0x00' },
      }),
    )
    for (const name of ['code that is too large', 'code that begins with 0xef'] as const) {
      const { init = code(), error = '' } = failures[name] ?? {}
      expect(await createdBy(init)).toEqual(
        frame({ ...common, gasUsed: LIMIT, input: bytesToHex(init), error }),
      )
    }
  })
})

describe('SELFDESTRUCT', () => {
  /** A calls B, which destroys itself. */
  const destroying = (bytes: Uint8Array) =>
    traceOf([holding(A, op(OP.CALL, 50_000, B, 0, 0, 0, 0, 0)), holding(B, bytes)])
  const calling = 21_000n + 7n * GAS.push + GAS.coldAccount
  const gone = { type: 'SELFDESTRUCT', from: B, gas: 0n, gasUsed: 0n, value: 10n }

  test.each([
    // 5000 and a cold account, which is there.
    ['to an account', bob.address, 3n + 5000n + GAS.coldAccount],
    // It does not exist.
    ['to a new account', contract('dd'), 3n + 5000n + GAS.coldAccount + GAS.newAccount],
    ['to itself', B, 3n + 5000n],
  ])('%s', async (_name, to, gasUsed) => {
    expect(await destroying(op(OP.SELFDESTRUCT, to))).toEqual(
      top(
        { gasUsed: calling + gasUsed },
        frame({ from: A, to: B, gas: 50_000n, gasUsed }, frame({ ...gone, to })),
      ),
    )
  })

  test('of a contract without a balance', async () => {
    const accounts = [
      holding(A, op(OP.SELFDESTRUCT, C)),
      [A, { code: op(OP.SELFDESTRUCT, C), nonce: 1n }] as const,
    ]
    expect(await traceOf(accounts)).toEqual(
      top(
        // Without a balance, no new account is created.
        { gasUsed: 21_000n + 3n + 5000n + GAS.coldAccount },
        frame({ ...gone, from: A, to: C, value: 0n }),
      ),
    )
  })
})
