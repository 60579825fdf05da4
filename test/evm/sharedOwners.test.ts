import { expect, test } from 'vitest'
import { createEngineExecutor } from '../../src/evm/engine/engineExecutor.ts'
import { createReferenceExecutor } from '../../src/evm/reference/referenceExecutor.ts'
import type { Hardfork } from '../../src/evm/rules/hardfork.ts'
import type { Message } from '../../src/evm/run/executor.ts'
import { runTransaction } from '../../src/evm/run/runTransaction.ts'
import { publicKeyToNative } from '../../src/evm/transaction/association.ts'
import { type Address, contractAddress, parseAddress } from '../../src/primitives/address.ts'
import { concatBytes, EMPTY_BYTES } from '../../src/primitives/encoding/bytes.ts'
import { hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { castAddress } from '../../src/state/rows/layout.ts'
import { createStateDatabase } from '../../src/state/stateDatabase.ts'
import type { WorldState } from '../../src/state/worldState.ts'
import { alice } from '../support/accounts.ts'
import { signed } from '../support/chain.ts'
import { blockOf } from '../support/differential/scenario.ts'
import { CHAIN_ID, COIN } from '../support/genesis.ts'

/*
 * If an address is associated with a native one, the EVM address with the native one's 20 bytes
 * shares its balance: a payment between the two changes nothing.
 */

const OWNER = parseAddress(`0xa1${'11'.repeat(19)}`)
const ALIAS = parseAddress(`0xa2${'22'.repeat(19)}`)
const SENDER = parseAddress(`0x5e${'33'.repeat(19)}`)

const executors = [createEngineExecutor, createReferenceExecutor].map((create) => create(CHAIN_ID))

function stateWith(setUp: (state: WorldState) => void): WorldState {
  const { newest } = createStateDatabase({ bech32Prefix: 'sei', denomination: 'usei' })
  newest.setBalance(SENDER, COIN)
  newest.setNonce(SENDER, 1n)
  setUp(newest)
  newest.settle()
  return newest
}

function associated(state: WorldState): void {
  state.associate(OWNER, castAddress(ALIAS))
  state.setBalance(OWNER, 5n * COIN + 7n)
}

const selfDestructTo = (heir: Address): Uint8Array =>
  concatBytes(Uint8Array.of(0x73), hexToBytes(heir), Uint8Array.of(0xff))

/** Calls an account with all wei that is there: PUSH1 0 × 4, SELFBALANCE, PUSH20, GAS, CALL. */
const payAllTo = (to: Address): Uint8Array =>
  hexToBytes(`0x60006000600060004773${to.slice(2)}5af100`)

/** Creates an empty contract with all wei that is there: PUSH1 0 × 2, SELFBALANCE, CREATE. */
const createWithAll = hexToBytes('0x6000600047f000')

async function run(
  executor: (typeof executors)[number],
  state: WorldState,
  fields: Partial<Message>,
) {
  const outcome = await executor.execute(state, blockOf('cancun' satisfies Hardfork), {
    ...{ caller: SENDER, value: 0n, data: EMPTY_BYTES, gasLimit: 1_000_000n, gasPrice: 0n },
    warm: new Map(),
    ...fields,
  })
  if (outcome.kind !== 'success') throw new Error(`it failed: ${JSON.stringify(outcome.kind)}`)
  for (const gone of outcome.destroyed) state.deleteAccount(gone)
  return outcome
}

test.each([
  ['the address that it is associated with', OWNER, ALIAS],
  ['the address that is associated with it', ALIAS, OWNER],
])('a self-destruct with the beneficiary %s keeps the balance', async (_what, from, heir) => {
  for (const executor of executors) {
    const state = stateWith((fresh) => {
      associated(fresh)
      fresh.setCode(from, selfDestructTo(heir))
    })
    const outcome = await run(executor, state, { to: from, value: 3n })
    expect(outcome.destroyed).toEqual([])
    const balances = [OWNER, ALIAS].map((each) => state.getBalance(each))
    expect(balances).toEqual([5n * COIN + 10n, 5n * COIN + 10n])
    expect(state.settle()).toBe(0n)
  }
})

test('a self-destruct to an address with the same coins keeps them', async () => {
  const made = contractAddress(SENDER, 0n)
  for (const executor of executors) {
    const state = stateWith((fresh) => {
      fresh.associate(OWNER, castAddress(made))
      fresh.setBalance(OWNER, COIN)
    })
    const outcome = await run(executor, state, { value: 3n, data: selfDestructTo(OWNER) })
    expect(outcome.destroyed).toEqual([made])
    expect(state.getBalance(OWNER)).toBe(COIN + 3n)
    expect(state.settle()).toBe(0n)
  }
})

test.each([
  ['one to the other', OWNER, ALIAS],
  ['the other to the one', ALIAS, OWNER],
])('a payment from %s stays', async (_what, from, to) => {
  for (const executor of executors) {
    const state = stateWith((fresh) => {
      associated(fresh)
      fresh.setCode(from, payAllTo(to))
    })
    await run(executor, state, { to: from })
    expect([OWNER, ALIAS].map((each) => state.getBalance(each))).toEqual(
      Array(2).fill(5n * COIN + 7n),
    )
    expect(state.settle()).toBe(0n)
  }
})

test("value of a creation on the contract's own coins stays", async () => {
  const made = contractAddress(OWNER, 1n)
  for (const executor of executors) {
    const state = stateWith((fresh) => {
      fresh.associate(OWNER, castAddress(made))
      fresh.setBalance(OWNER, COIN)
      fresh.setNonce(OWNER, 1n)
      fresh.setCode(OWNER, createWithAll)
    })
    await run(executor, state, { to: OWNER })
    expect([OWNER, made].map((each) => state.getNonce(each))).toEqual([2n, 1n])
    expect([OWNER, made].map((each) => state.getBalance(each))).toEqual([COIN, COIN])
    expect(state.settle()).toBe(0n)
  }
})

test('a sender that shares its balance with the coinbase recovers its fees', async () => {
  for (const executor of executors) {
    const state = stateWith((fresh) => fresh.setBalance(alice.address, COIN))
    const transaction = signed(alice, { gasLimit: 50_000n, to: ALIAS, value: 5n })
    const native = publicKeyToNative(alice.publicKey)
    const block = { ...blockOf('cancun'), coinbase: native as string as Address }
    await runTransaction(executor, state, block, transaction)
    expect(state.getNativeAddress(alice.address)).toEqual(hexToBytes(native))
    expect(state.getBalance(alice.address)).toBe(COIN - 5n)
    expect(state.getBalance(ALIAS)).toBe(5n)
    expect(state.settle()).toBe(0n)
  }
})
