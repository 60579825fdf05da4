import { describe, expect, test } from 'vitest'
import { feeCollector } from '../../src/modules/moduleAccounts.ts'
import {
  type Address,
  addressToBytes,
  contractAddress,
  ZERO_ADDRESS,
} from '../../src/primitives/address.ts'
import { keccak256 } from '../../src/primitives/crypto/keccak.ts'
import { concatBytes } from '../../src/primitives/encoding/bytes.ts'
import { bytesToHex, toQuantity } from '../../src/primitives/encoding/hex.ts'
import type { Json } from '../../src/primitives/encoding/json.ts'
import { JsonBuffer } from '../../src/tracers/jsonBuffer.ts'
import { writeAccounts } from '../../src/tracers/state/prestateTracer.ts'
import { TraceBudget } from '../../src/tracers/traceBudget.ts'
import { alice, bob, carol } from '../support/accounts.ts'
import { authorize } from '../support/evm/authorize.ts'
import { A, B, C, contract, create, OP, op, returning } from '../support/evm/observerScenarios.ts'
import { code } from '../support/evm/programs.ts'
import { COIN } from '../support/genesis.ts'
import {
  type AccountAt,
  type Fields,
  GAS,
  holding,
  LIMIT,
  traceOf,
} from '../support/tracers/traceSetup.ts'

const collector = feeCollector.evm
const RICH = 1000n * COIN
/** Base fee and tip, one gwei each; all of it goes to the fee collector. */
const fee = (gasUsed: bigint) => gasUsed * 2_000_000_000n
const slot = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
/** Code as both of its fields. */
const coded = (bytes: Uint8Array) => ({
  code: bytesToHex(bytes),
  codeHash: bytesToHex(keccak256(bytes)),
})
const bytes = (n: number) => concatBytes(new Uint8Array(31), Uint8Array.of(n))

const stateBefore = (accounts: readonly AccountAt[], config: Json = {}, fields?: Fields) =>
  traceOf(accounts, { tracer: 'prestateTracer', tracerConfig: config }, fields)
const difference = (accounts: readonly AccountAt[], config: object = {}, fields?: Fields) =>
  stateBefore(accounts, { diffMode: true, ...config }, fields)

/** Alice and the fee collector before and after her first transaction. */
function payment(gasUsed: bigint, value = 0n) {
  return {
    pre: { [alice.address]: { balance: toQuantity(RICH) } },
    post: {
      [alice.address]: { balance: toQuantity(RICH - fee(gasUsed) - value), nonce: 1 },
      [collector]: { balance: toQuantity(fee(gasUsed)) },
    },
  }
}

/** A writes slot 1, reads the balance of absent C, and pays B a wei; B reads its slot 2. */
const codeOfA = code(op(OP.SSTORE, 1, 7), op(OP.BALANCE, C), op(OP.CALL, 5000, B, 1, 0, 0, 0, 0))
const codeOfB = op(OP.SLOAD, 2)
const accounts: readonly AccountAt[] = [
  holding(A, codeOfA),
  [B, { code: codeOfB, nonce: 3n, balance: 10n, storage: [[bytes(2), bytes(9)]] }],
]
const gasUsed =
  21_000n +
  (2n * GAS.push + 22_100n) +
  (GAS.push + GAS.coldAccount) +
  (7n * GAS.push + GAS.coldAccount + GAS.value - GAS.stipend) +
  (GAS.push + GAS.coldSlot)
const paid = payment(gasUsed)

describe('the prestate', () => {
  const a = { balance: '0xa', nonce: 1, ...coded(codeOfA), storage: { [slot(1)]: slot(0) } }
  const b = { balance: '0xa', nonce: 3, ...coded(codeOfB), storage: { [slot(2)]: slot(9) } }
  const others = paid.pre

  test('of all accessed accounts', async () => {
    expect(await stateBefore(accounts)).toEqual({ ...others, [A]: a, [B]: b })
  })

  test('without code, without storage', async () => {
    const { code: _a, ...bareA } = a
    const { code: _b, ...bareB } = b
    expect(await stateBefore(accounts, { disableCode: true })).toEqual({
      ...{ ...others, [A]: bareA, [B]: bareB },
    })
    const { storage: _c, ...emptyA } = a
    const { storage: _d, ...emptyB } = b
    expect(await stateBefore(accounts, { disableStorage: true })).toEqual({
      ...{ ...others, [A]: emptyA, [B]: emptyB },
    })
  })

  test('with accounts that did not exist, on request', async () => {
    const empty = { balance: '0x0' }
    expect(await stateBefore(accounts, { includeEmpty: true })).toEqual({
      ...{ ...others, [A]: a, [B]: b, [C]: empty, [collector]: empty },
    })
    // 54: SLOAD. The new contract only reads its slot.
    const init = code(op(OP.SLOAD, 5), returning(1))
    const made = contractAddress(alice.address, 0n)
    expect(await stateBefore([], { includeEmpty: true }, { data: init })).toMatchObject({
      [made]: { balance: '0x0', storage: { [slot(5)]: slot(0) } },
    })
    expect(await stateBefore([], {}, { data: init })).not.toHaveProperty(made)
    await expect(stateBefore([], { includeEmpty: true, diffMode: true })).rejects.toThrow(
      'cannot use diffMode with includeEmpty',
    )
  })

  test('without created contracts', async () => {
    const creator = create(OP.CREATE, returning(1), 0n)
    expect(await stateBefore([holding(A, creator)])).toEqual({
      ...paid.pre,
      [A]: { balance: '0xa', nonce: 1, ...coded(creator) },
    })
    expect(await stateBefore([], {}, { data: returning(1) })).toEqual(paid.pre)
  })

  test('with accounts that had wei before their creation', async () => {
    const made = contractAddress(alice.address, 0n)
    expect(await stateBefore([[made, { balance: 5n }]], {}, { data: returning(1) })).toEqual({
      ...paid.pre,
      [made]: { balance: '0x5' },
    })
  })

  test('of a failing transaction', async () => {
    const failing = code(op(OP.SLOAD, 1), op(OP.BALANCE, C), OP.INVALID)
    expect(await stateBefore([holding(A, failing)])).toEqual({
      ...others,
      [A]: { balance: '0xa', nonce: 1, ...coded(failing), storage: { [slot(1)]: slot(0) } },
    })
  })
})

describe('diffMode', () => {
  test('of changes', async () => {
    expect(await difference(accounts)).toEqual({
      pre: {
        ...paid.pre,
        // Slots that were empty, or that are as they were, are left out.
        [A]: { balance: '0xa', nonce: 1, ...coded(codeOfA) },
        [B]: { balance: '0xa', nonce: 3, ...coded(codeOfB) },
      },
      post: {
        ...paid.post,
        [A]: { balance: '0x9', storage: { [slot(1)]: slot(7) } },
        [B]: { balance: '0xb' },
      },
    })
  })

  test('without code, without storage', async () => {
    expect(await difference(accounts, { disableCode: true, disableStorage: true })).toEqual({
      pre: {
        ...paid.pre,
        [A]: { balance: '0xa', nonce: 1, codeHash: coded(codeOfA).codeHash },
        [B]: { balance: '0xa', nonce: 3, codeHash: coded(codeOfB).codeHash },
      },
      post: { ...paid.post, [A]: { balance: '0x9' }, [B]: { balance: '0xb' } },
    })
  })

  test('cleared and overwritten slots', async () => {
    const writing = code(op(OP.SSTORE, 1, 0), op(OP.SSTORE, 2, 6))
    const storage = [1, 2].map((n) => [bytes(n), bytes(9)] as const)
    // Twice 2 pushes, 2100 and 2900; 4800 come back.
    const cost = 21_000n + 2n * (6n + 5000n) - 4800n
    expect(await difference([[A, { code: writing, nonce: 1n, storage }]])).toEqual({
      pre: {
        ...payment(cost).pre,
        [A]: {
          ...{ balance: '0x0', nonce: 1, ...coded(writing) },
          storage: { [slot(1)]: slot(9), [slot(2)]: slot(9) },
        },
      },
      post: { ...payment(cost).post, [A]: { storage: { [slot(2)]: slot(6) } } },
    })
    const [cleared] = storage
    if (cleared === undefined) throw new Error('two slots')
    const clear = op(OP.SSTORE, 1, 0)
    const less = 21_000n + 6n + 5000n - 4800n
    expect(await difference([[A, { code: clear, nonce: 1n, storage: [cleared] }]])).toMatchObject({
      post: { ...payment(less).post, [A]: {} },
    })
  })

  test('created accounts are only in post', async () => {
    const made = contractAddress(alice.address, 0n)
    // Stores 1 in slot 0 and returns a byte: 60 01 60 00 55 60 01 60 00 f3.
    const init = code(op(OP.SSTORE, 0, 1), returning(1))
    const data = 8n * 16n + 2n * 4n
    const cost = 21_000n + 32_000n + 2n + data + (6n + 22_100n) + (9n + GAS.codeByte)
    const wanted = payment(cost, 4n)
    expect(await difference([], {}, { data: init, value: 4n })).toEqual({
      pre: wanted.pre,
      post: {
        ...wanted.post,
        [made]: {
          ...{ balance: '0x4', nonce: 1, ...coded(Uint8Array.of(0)) },
          storage: { [slot(0)]: slot(1) },
        },
      },
    })
  })

  describe('SELFDESTRUCT', () => {
    test('of an older contract only moves its wei (EIP-6780)', async () => {
      const bare = op(OP.SELFDESTRUCT, bob.address)
      const cost = 21_000n + 3n + 5000n + GAS.coldAccount
      expect(await difference([holding(A, bare)])).toEqual({
        pre: {
          ...payment(cost).pre,
          [A]: { balance: '0xa', nonce: 1, ...coded(bare) },
          [bob.address]: { balance: toQuantity(RICH) },
        },
        post: {
          ...payment(cost).post,
          [A]: { balance: '0x0' },
          [bob.address]: { balance: toQuantity(RICH + 10n) },
        },
      })
    })

    test('of a contract of the same transaction leaves nothing', async () => {
      // PUSH20 bob SELFDESTRUCT as init code; what the address held before goes to bob, too.
      const init = op(OP.SELFDESTRUCT, bob.address)
      const zeros = init.filter((byte) => byte === 0).length
      const data = BigInt(init.length - zeros) * 16n + BigInt(zeros) * 4n
      const cost = 21_000n + 32_000n + 2n + data + 3n + 5000n + GAS.coldAccount
      const made = contractAddress(alice.address, 0n)
      const { pre, post } = payment(cost, 4n)
      const heir = (more: bigint) => ({ [bob.address]: { balance: toQuantity(RICH + more) } })
      expect(await difference([], {}, { data: init, value: 4n })).toEqual({
        pre: { ...pre, ...heir(0n) },
        post: { ...post, ...heir(4n) },
      })
      expect(await difference([[made, { balance: 5n }]], {}, { data: init, value: 4n })).toEqual({
        pre: { ...pre, ...heir(0n), [made]: { balance: '0x5' } },
        post: { ...post, ...heir(9n) },
      })
    })
  })

  test('a removed account shows the slots that it touched', async () => {
    const made = contractAddress(alice.address, 0n)
    const init = code(op(OP.SLOAD, 3), op(OP.SELFDESTRUCT, bob.address))
    const answer = await difference([[made, { balance: 5n }]], {}, { data: init })
    expect(answer).toMatchObject({
      pre: { [made]: { balance: '0x5', storage: { [slot(3)]: slot(0) } } },
    })
    expect((answer as { post: object }).post).not.toHaveProperty(made)
  })

  test('of a failing transaction: the fee', async () => {
    const failing = code(op(OP.SSTORE, 1, 7), OP.INVALID)
    expect(await difference([holding(A, failing)])).toEqual(payment(LIMIT))
  })
})

test('a nonce above 2^53 keeps its digits', () => {
  const buffer = new JsonBuffer(new TraceBudget(1000))
  writeAccounts(buffer, new Map([[A, { nonce: 2n ** 53n + 1n }]]))
  expect(buffer.text).toBe(`{"${A}":{"nonce":9007199254740993}}`)
})

describe('EIP-7702', () => {
  const delegationTo = (target: Address) =>
    concatBytes(Uint8Array.of(0xef, 1, 0), addressToBytes(target))
  const delegation = delegationTo(B)

  test('an authority that delegates', async () => {
    const fields = {
      type: 4,
      to: bob.address,
      authorizationList: [authorize(carol, B, 0n)],
    } as const
    // 25 000 for an authorization, of which 12 500 would come back as carol is there, but no more
    // than a fifth: 9200.
    const { pre, post } = payment(46_000n - 9200n)
    expect(await stateBefore([], {}, fields)).toEqual({
      ...pre,
      [bob.address]: { balance: toQuantity(RICH) },
      [carol.address]: { balance: toQuantity(RICH) },
    })
    expect(await difference([], {}, fields)).toEqual({
      pre: { ...pre, [carol.address]: { balance: toQuantity(RICH) } },
      post: { ...post, [carol.address]: { nonce: 1, ...coded(delegation) } },
    })
  })

  test('an authority that removes its delegation', async () => {
    const delegating: AccountAt = [carol.address, { nonce: 1n, balance: 1n, code: delegation }]
    const authorizationList = [authorize(carol, ZERO_ADDRESS, 1n)]
    const fields = { type: 4, to: bob.address, authorizationList } as const
    const { pre, post } = payment(46_000n - 9200n)
    expect(await difference([delegating], {}, fields)).toEqual({
      pre: {
        ...pre,
        [carol.address]: { balance: '0x1', nonce: 1, ...coded(delegation) },
      },
      // As in geth's golden eip7702_deauth.
      post: { ...post, [carol.address]: { nonce: 2, ...coded(code()) } },
    })
  })

  test("an authorization's target only if it is accessed otherwise", async () => {
    // The delegation of carol begins with this transaction: geth looks B up only for a CALL.
    const authorizationList = [authorize(carol, B, 0n)]
    const fields = { type: 4, to: carol.address, authorizationList } as const
    const direct = await stateBefore([holding(B, code(0))], {}, fields)
    expect(direct).not.toHaveProperty(B)
    const calling = op(OP.CALL, 5000, carol.address, 0, 0, 0, 0, 0)
    const all = [holding(A, calling), holding(B, code(0))]
    expect(await stateBefore(all, {}, { ...fields, to: A })).toHaveProperty(B)
  })

  test('a delegated account and its delegate', async () => {
    const D = contract('dd')
    const all = [holding(B, code(0)), holding(D, delegation)]
    expect(await stateBefore(all, {}, { to: D })).toEqual({
      ...payment(0n).pre,
      [D]: { balance: '0xa', nonce: 1, ...coded(delegation) },
      [B]: { balance: '0xa', nonce: 1, ...coded(Uint8Array.of(0)) },
    })
  })

  // As in geth's golden setcode_tx.
  test('the sender and its recipient, delegated by the same transaction', async () => {
    const calling = op(OP.CALL, 50_000, carol.address, 0, 0, 0, 0, 0)
    const writing = op(OP.SSTORE, 0x42, 0x42)
    const all = [holding(A, calling), holding(B, writing)]
    // The nonce of the sender counts before the authorizations.
    const authorizationList = [authorize(alice, A, 1n), authorize(carol, B, 0n)]
    const fields = { type: 4, to: alice.address, authorizationList } as const
    const rich = { balance: toQuantity(RICH) }
    expect(await stateBefore(all, {}, fields)).toEqual({
      // Without A: the recipient had no code before.
      [alice.address]: rich,
      [carol.address]: { ...rich, storage: { [slot(0x42)]: slot(0) } },
      [B]: { balance: '0xa', nonce: 1, ...coded(writing) },
    })
    expect(await difference(all, {}, fields)).toMatchObject({
      post: {
        [alice.address]: { nonce: 2, ...coded(delegationTo(A)) },
        [carol.address]: {
          ...{ nonce: 1, ...coded(delegationTo(B)) },
          storage: { [slot(0x42)]: slot(0x42) },
        },
      },
    })
  })
})
