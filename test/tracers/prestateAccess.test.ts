import { describe, expect, test } from 'vitest'
import { type Address, contractAddress, create2Address } from '../../src/primitives/address.ts'
import { keccak256 } from '../../src/primitives/crypto/keccak.ts'
import { bytesToHex, toQuantity } from '../../src/primitives/encoding/hex.ts'
import type { Json } from '../../src/primitives/encoding/json.ts'
import { alice, bob, carol, pauper } from '../support/accounts.ts'
import { authorize } from '../support/evm/authorize.ts'
import { A, B, C, contract, create, OP, op } from '../support/evm/observerScenarios.ts'
import { code } from '../support/evm/programs.ts'
import { CHAIN_ID, COIN } from '../support/genesis.ts'
import { type AccountAt, type Fields, holding, traceOf } from '../support/tracers/traceSetup.ts'

type Accounts = Readonly<Record<string, Readonly<Record<string, Json>>>>

const prestate = async (accounts: readonly AccountAt[], config: Json, fields?: Fields) =>
  (await traceOf(accounts, { tracer: 'prestateTracer', tracerConfig: config }, fields)) as Accounts
const difference = async (accounts: readonly AccountAt[], fields?: Fields) =>
  (await prestate(accounts, { diffMode: true }, fields)) as unknown as Record<
    'pre' | 'post',
    Accounts
  >

const salt = 7n
const STOP = code(0)
const rich = { balance: toQuantity(1000n * COIN) }

/** Opcodes after which OnOpcode of prestate.go looks an account up, and that account. */
const lookups: readonly (readonly [string, Uint8Array, Address])[] = [
  ['BALANCE', op(OP.BALANCE, B), B],
  ['EXTCODESIZE', op(OP.EXTCODESIZE, B), B],
  ['EXTCODEHASH', op(OP.EXTCODEHASH, B), B],
  ['EXTCODECOPY', op(OP.EXTCODECOPY, B, 0, 0, 1), B],
  ['SELFDESTRUCT', op(OP.SELFDESTRUCT, B), B],
  ['CALL', op(OP.CALL, 100, B, 0, 0, 0, 0, 0), B],
  ['CALLCODE', op(OP.CALLCODE, 100, B, 0, 0, 0, 0, 0), B],
  ['DELEGATECALL', op(OP.DELEGATECALL, 100, B, 0, 0, 0, 0), B],
  ['STATICCALL', op(OP.STATICCALL, 100, B, 0, 0, 0, 0), B],
  ['CREATE', create(OP.CREATE, STOP, 0n), contractAddress(A, 1n)],
  ['CREATE2', create(OP.CREATE2, STOP, 0n, salt), create2Address(A, saltBytes(), STOP)],
]

function saltBytes(): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, i) => (i === 31 ? Number(salt) : 0))
}

describe.each(lookups)('%s', (_, program, address) => {
  test('keeps an existing account', async () => {
    const there: AccountAt = [address, { balance: 5n }]
    const found = await prestate([holding(A, program), there], {})
    expect(found[address]).toEqual({ balance: '0x5' })
  })

  test('leaves out one that was not, unless empty ones are wanted', async () => {
    const all = await prestate([holding(A, program)], { includeEmpty: true })
    expect(all[address]).toEqual({ balance: '0x0' })
    expect(await prestate([holding(A, program)], {})).not.toHaveProperty(address)
    expect((await difference([holding(A, program)])).pre).not.toHaveProperty(address)
  })

  test('shows no account if its operands are missing', async () => {
    // The last byte is the opcode: without operands it underflows.
    const found = await prestate([holding(A, program.slice(-1)), holding(B, STOP)], {
      includeEmpty: true,
    })
    expect(found).not.toHaveProperty(address)
  })
})

describe('storage', () => {
  const slot = `0x${'00'.repeat(31)}05`
  const zero = `0x${'00'.repeat(32)}`

  test.each([
    ['SLOAD', op(OP.SLOAD, 5)],
    ['SSTORE', op(OP.SSTORE, 5, 1)],
  ])('%s in borrowed code is of the borrower', async (_, program) => {
    const borrowing = op(OP.DELEGATECALL, 100_000, B, 0, 0, 0, 0)
    const found = await prestate([holding(A, borrowing), holding(B, program)], {})
    expect(found[A]?.storage).toEqual({ [slot]: zero })
    expect(found[B]).not.toHaveProperty('storage')
  })

  test('unchanged values are not in the difference', async () => {
    const back = code(op(OP.SSTORE, 5, 1), op(OP.SSTORE, 5, 0))
    const { pre, post } = await difference([holding(A, back)])
    expect(pre).not.toHaveProperty(A)
    expect(post).not.toHaveProperty(A)
  })
})

describe('authorizations (EIP-7702)', () => {
  test.each([
    ['another nonce', authorize(carol, B, 3n)],
    ['another chain', authorize(carol, B, 0n, CHAIN_ID + 1n)],
  ])('the authority is looked up in spite of %s', async (_, authorization) => {
    const fields = { type: 4, to: bob.address, authorizationList: [authorization] } as const
    expect((await prestate([], {}, fields))[carol.address]).toEqual(rich)
    const { pre, post } = await difference([], fields)
    expect(pre).not.toHaveProperty(carol.address)
    expect(post).not.toHaveProperty(carol.address)
  })

  test('a new authority is only in post', async () => {
    const authorizationList = [authorize(pauper, B, 0n)]
    const fields = { type: 4, to: bob.address, authorizationList } as const
    expect(await prestate([], {}, fields)).not.toHaveProperty(pauper.address)
    const { pre, post } = await difference([], fields)
    expect(pre).not.toHaveProperty(pauper.address)
    expect(post[pauper.address]).toMatchObject({ nonce: 1 })
  })

  const delegating = (address: Address, target: Address): AccountAt =>
    holding(address, new Uint8Array(Buffer.from(`ef0100${target.slice(2)}`, 'hex')))

  test.each([OP.CALL, OP.CALLCODE, OP.DELEGATECALL, OP.STATICCALL])(
    'the code that opcode %i runs by a delegation is there',
    async (opcode) => {
      const D = contract('dd')
      const zeros = opcode === OP.CALL || opcode === OP.CALLCODE ? [0, 0, 0, 0, 0] : [0, 0, 0, 0]
      const caller = holding(A, op(opcode, 5000, D, ...zeros))
      const found = await prestate([caller, delegating(D, C), holding(C, STOP)], {})
      expect(found[C]).toMatchObject({ codeHash: bytesToHex(keccak256(STOP)) })
      expect(found).toHaveProperty(D)
    },
  )

  test('a delegate of a delegate is not looked up', async () => {
    const D = contract('dd')
    const accounts = [delegating(D, C), delegating(C, B), holding(B, STOP)]
    const found = await prestate(accounts, {}, { to: D })
    expect(found).toHaveProperty(C)
    expect(found).not.toHaveProperty(B)
  })
})

test('the sender, the recipient and the coinbase are present without code', async () => {
  const found = await prestate([], { includeEmpty: true }, { to: B })
  expect(Object.keys(found)).toHaveLength(3)
  expect(found).toMatchObject({ [alice.address]: rich, [B]: { balance: '0x0' } })
})
