import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEngineExecutor } from '../../src/evm/engine/engineExecutor.ts'
import { TxError } from '../../src/evm/errors.ts'
import { createReferenceExecutor } from '../../src/evm/reference/referenceExecutor.ts'
import { runTransaction } from '../../src/evm/run/runTransaction.ts'
import { impersonate } from '../../src/evm/transaction/impersonation.ts'
import { type Address, contractAddress, parseAddress } from '../../src/primitives/address.ts'
import { concatBytes, EMPTY_BYTES } from '../../src/primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { castAddress } from '../../src/state/rows/layout.ts'
import { createStateDatabase } from '../../src/state/stateDatabase.ts'
import type { WorldState } from '../../src/state/worldState.ts'
import { alice } from '../support/accounts.ts'
import { signed } from '../support/chain.ts'
import { blockOf } from '../support/differential/scenario.ts'
import { code, push } from '../support/evm/programs.ts'
import { CHAIN_ID, COIN } from '../support/genesis.ts'
import { runs } from '../support/runs.ts'

/*
 * A balance is one EVM word, but the total may be larger. A payment that would overflow a balance
 * fails, and no wei are lost.
 */

const MOST = 2n ** 256n - 1n
const numRuns = runs({ quick: 20, full: 100 })
const executors = [createEngineExecutor, createReferenceExecutor].map((create) => create(CHAIN_ID))

const [SENDER, PAYER, WILL, COINBASE, NOBODY] = [1, 2, 3, 4, 5].map((n) =>
  parseAddress(`0x${`0${n}`.repeat(20)}`),
) as [Address, Address, Address, Address, Address]
const accounts = [SENDER, PAYER, WILL, COINBASE, NOBODY]
const GAS_PRICE = 20_000_000_000n
const GAS = 200_000n

/** Calls the address in its input with the wei in the second word; writes the result to slot 0. */
const payer = code(
  ...[push(0), push(0), push(0), push(0)],
  ...[push(32), 0x35, push(0), 0x35, 0x5a, 0xf1, push(0), 0x55, 0x00],
)
/** Leaves all to the address in its input. */
const will = code(push(0), 0x35, 0xff)

const word = (value: bigint | Address) =>
  hexToBytes(`0x${BigInt(value).toString(16).padStart(64, '0')}`)

interface Scenario {
  /** How much is missing to the most that an account may have. */
  readonly rooms: readonly bigint[]
  readonly to: Address | undefined
  readonly heir: Address
  readonly value: bigint
  readonly paid: bigint
}

const wei = fc.oneof(
  fc.constantFrom(0n, 1n, GAS * GAS_PRICE, 21_000n * GAS_PRICE, 2n ** 255n, MOST),
  fc.bigInt({ min: 0n, max: 3n * GAS * GAS_PRICE }),
)
const scenario: fc.Arbitrary<Scenario> = fc.record({
  rooms: fc.array(wei, { minLength: accounts.length, maxLength: accounts.length }),
  to: fc.constantFrom(...accounts, PAYER, WILL, undefined),
  heir: fc.constantFrom(...accounts),
  value: wei,
  paid: wei,
})

function stateOf({ rooms }: Scenario): WorldState {
  const { newest } = createStateDatabase({ bech32Prefix: 'sei', denomination: 'usei' })
  for (const [i, address] of accounts.entries()) newest.setBalance(address, MOST - (rooms[i] ?? 0n))
  newest.setCode(PAYER, payer)
  newest.setCode(WILL, will)
  newest.settle()
  newest.forgetMarks()
  return newest
}

function balancesOf(state: WorldState, made: Address): readonly bigint[] {
  return [...accounts, made].map((address) => state.getBalance(address))
}

test('no coin is lost, no balance overflows, and both executors agree', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(scenario, async (scene) => {
      const { to, heir, value, paid } = scene
      const tx = impersonate(
        {
          ...signed(alice, { gasLimit: GAS, maxFeePerGas: GAS_PRICE, value }),
          maxPriorityFeePerGas: GAS_PRICE,
          data: to === undefined ? EMPTY_BYTES : concatBytes(word(heir), word(paid)),
          ...(to !== undefined && { to }),
        },
        SENDER,
      )
      const made = contractAddress(SENDER, 0n)
      const told = []
      for (const executor of executors) {
        const state = stateOf(scene)
        const before = balancesOf(state, made)
        const block = { ...blockOf('prague'), coinbase: COINBASE }
        const result = await Promise.resolve(runTransaction(executor, state, block, tx)).then(
          ({ outcome, gasUsed }) => ({ kind: outcome.kind, gasUsed }),
          (error: unknown) => {
            if (!(error instanceof TxError)) throw error
            return { kind: error.code, gasUsed: 0n }
          },
        )
        const after = balancesOf(state, made)
        expect(sum(after)).toBe(sum(before))
        for (const balance of after) expect(balance).toBeLessThanOrEqual(MOST)
        expect(state.settle()).toBe(0n)
        if (result.kind === 'BALANCE_OVERFLOW') expect(after).toEqual(before)
        seen.add(result.kind)
        told.push({ ...result, after, slot: bytesToHex(state.getStorage(PAYER, word(0n))) })
      }
      expect(told[0]).toEqual(told[1])
    }),
    { numRuns },
  )
  expect([...seen]).toEqual(expect.arrayContaining(['success', 'halt', 'BALANCE_OVERFLOW']))
})

test('an executor continues after an overflowing payment', async () => {
  for (const executor of executors) {
    const rooms = [COIN, COIN, COIN, COIN, COIN]
    const state = stateOf({ rooms, to: WILL, heir: NOBODY, value: 0n, paid: 0n })
    const call = (nonce: bigint, heir: Address) =>
      impersonate(signed(alice, { nonce, gasLimit: GAS, to: WILL, data: word(heir) }), SENDER)
    const run = (tx: ReturnType<typeof call>) =>
      runTransaction(executor, state, { ...blockOf('prague'), coinbase: COINBASE }, tx)
    await expect(run(call(0n, NOBODY))).rejects.toMatchObject({
      details: { code: 'BALANCE_OVERFLOW', account: NOBODY },
    })
    expect(state.getNonce(SENDER)).toBe(0n)
    state.setBalance(NOBODY, 0n)
    state.settle()
    const { outcome } = await run(call(0n, NOBODY))
    expect(outcome.kind).toBe('success')
    expect(state.getBalance(NOBODY)).toBe(MOST - COIN)
  }
})

test('payments between two addresses with the same coins move nothing', async () => {
  for (const executor of executors) {
    const state = stateOf({ rooms: [COIN], to: WILL, heir: NOBODY, value: 0n, paid: 0n })
    state.setBalance(NOBODY, 0n)
    state.deleteCode(WILL)
    state.setBalance(WILL, 0n)
    state.associate(WILL, castAddress(NOBODY))
    state.setCode(WILL, will)
    state.setBalance(WILL, MOST)
    state.setBalance(COINBASE, 0n)
    state.settle()
    const tx = impersonate(signed(alice, { gasLimit: GAS, to: WILL, data: word(NOBODY) }), SENDER)
    const block = { ...blockOf('prague'), coinbase: COINBASE }
    const { outcome } = await runTransaction(executor, state, block, tx)
    expect(outcome.kind).toBe('success')
    expect(state.getBalance(WILL)).toBe(MOST)
    expect(state.getBalance(NOBODY)).toBe(MOST)
  }
})

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}
