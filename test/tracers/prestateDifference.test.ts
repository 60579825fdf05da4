import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Address, parseAddress } from '../../src/primitives/address.ts'
import { bytesToHex, toQuantity } from '../../src/primitives/hex.ts'
import { changedAccounts } from '../../src/state/changedRows.ts'
import type { StateDatabase } from '../../src/state/stateDatabase.ts'
import type { WorldState } from '../../src/state/worldState.ts'
import { alice, bob, pauper } from '../support/accounts.ts'
import { signed } from '../support/chain.ts'
import { chainOfBlocks } from '../support/chainOfBlocks.ts'
import { testGenesis } from '../support/genesis.ts'
import { program } from '../support/programs.ts'
import { rpcOf } from '../support/rpc.ts'

/*
 * What prestateTracer says a transaction changed must be the difference between two versions of the stores: each block here holds
 * one transaction.
 */

interface Fields {
  readonly balance?: string
  readonly nonce?: number
  readonly code?: string
  readonly storage?: Readonly<Record<string, string>>
}
type Accounts = Readonly<Record<string, Fields>>

const contracts = ['0xc1', '0xc2', '0xc3'].map((tag) => parseAddress(tag.padEnd(42, '0')))
const targets = [...contracts, bob.address, pauper.address]
const ZERO = `0x${'00'.repeat(32)}`

const plans = fc.record({
  codes: fc.tuple(program(targets), program(targets), program(targets)),
  calls: fc.array(
    fc.record({
      to: fc.option(fc.constantFrom(...targets), { nil: undefined, freq: 5 }),
      value: fc.constantFrom(0n, 1n, 10n ** 12n + 1n),
      data: program(targets),
      gasLimit: fc.constantFrom(80_000n, 1_000_000n),
    }),
    { minLength: 1, maxLength: 4 },
  ),
})

test('what prestateTracer says that a transaction changed is what the stores say', async () => {
  let changes = 0
  await fc.assert(
    fc.asyncProperty(plans, async ({ codes, calls }) => {
      const accounts = contracts.map((address, i) => {
        const code = codes[i] ?? new Uint8Array(0)
        return [address, { code, nonce: 1n, balance: BigInt(i) * 10n ** 12n + 7n }] as const
      })
      const blocks = calls.map(({ to, ...fields }, nonce) => [
        signed(alice, { ...fields, nonce: BigInt(nonce), ...(to !== undefined && { to }) }),
      ])
      const { chain, states } = await chainOfBlocks(testGenesis({}, accounts), blocks)
      const ask = rpcOf(chain)
      for (const [i, [transaction]] of blocks.entries()) {
        const options = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }
        const found = await ask('debug_traceTransaction', transaction?.hash, options)
        const wanted = differenceOf(states, i + 1)
        changes += Object.keys(wanted.post).length
        expect(found).toEqual(wanted)
      }
      await chain.close()
    }),
    { numRuns: 60 },
  )
  expect(changes).toBeGreaterThan(0)
}, 120_000)

/** The EVM's view of what changed from a version to the next, before and after. */
function differenceOf(states: StateDatabase, version: number): { pre: Accounts; post: Accounts } {
  const [before, after] = [states.overlay(version), states.overlay(version + 1)]
  const pre: Record<string, Fields> = {}
  const post: Record<string, Fields> = {}
  for (const address of changedAccounts(states, version, version + 1)) {
    const [was, is] = [viewOf(before, address), viewOf(after, address)]
    const slots = new Set([...Object.keys(was.storage), ...Object.keys(is.storage)])
    const changed = [...slots].filter((slot) => was.storage[slot] !== is.storage[slot])
    const isGone = is.balance === '0x0' && is.nonce === 0 && is.code === '0x'
    const isNew = was.balance === '0x0' && was.nonce === 0 && was.code === '0x'
    const now = {
      ...(was.balance !== is.balance && { balance: is.balance }),
      ...(was.nonce !== is.nonce && { nonce: is.nonce }),
      ...(was.code !== is.code && { code: is.code }),
      ...storageOf(is, changed),
    }
    if (Object.keys(now).length === 0 && changed.length === 0) continue
    if (!isGone) post[address] = now
    const wasCreated = is.code !== '0x' || is.nonce === 1
    if (isNew && wasCreated) continue
    pre[address] = {
      balance: was.balance,
      ...(was.nonce !== 0 && { nonce: was.nonce }),
      ...(was.code !== '0x' && { code: was.code }),
      ...storageOf(was, changed),
    }
  }
  return { pre, post }
}

function storageOf(
  { storage }: ReturnType<typeof viewOf>,
  slots: readonly string[],
): { readonly storage?: Readonly<Record<string, string>> } {
  const shown = slots.flatMap((slot) => {
    const word = storage[slot]
    return word === undefined || word === ZERO ? [] : [[slot, word] as const]
  })
  return shown.length === 0 ? {} : { storage: Object.fromEntries(shown) }
}

function viewOf(state: WorldState, address: Address) {
  const storage: Record<string, string> = {}
  for (const slot of state.storageSlots(address)) {
    storage[bytesToHex(slot)] = bytesToHex(state.getStorage(address, slot))
  }
  return {
    balance: toQuantity(state.getBalance(address)),
    nonce: Number(state.getNonce(address)),
    code: bytesToHex(state.getCode(address)),
    storage,
  }
}
