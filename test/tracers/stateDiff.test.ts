import { test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { feeCollector } from '../../src/modules/moduleAccounts.ts'
import { type Address, contractAddress } from '../../src/primitives/address.ts'
import { padLeft } from '../../src/primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes, toQuantity } from '../../src/primitives/encoding/hex.ts'
import type { StateReader } from '../../src/state/stateReader.ts'
import { alice, bob, pauper } from '../support/accounts.ts'
import { code, program } from '../support/evm/programs.ts'
import { runs } from '../support/runs.ts'
import { A, B, C, op, traceOne } from '../support/tracers/parityScene.ts'

type Diff = '=' | Readonly<Record<'+' | '-' | '*', unknown>>
type Diffs = Record<
  string,
  { balance: Diff; nonce: Diff; code: Diff; storage: Record<string, Diff> }
>

const slot = (n: number) => padLeft(Uint8Array.of(n), 32)
const text = (n: number) => bytesToHex(slot(n))
const WEI_ONLY = { code: '=', nonce: '=', storage: {} }

/** Holds what a trace says against the states before and after. */
function expectStates(diffs: Diffs, before: StateReader, after: StateReader): void {
  for (const [key, diff] of Object.entries(diffs)) {
    const who = key as Address
    const fields = (state: StateReader) => ({
      balance: toQuantity(state.getBalance(who)),
      nonce: toQuantity(state.getNonce(who)),
      code: bytesToHex(state.getCode(who)),
    })
    const [old, now] = [fields(before), fields(after)]
    for (const field of ['balance', 'nonce', 'code'] as const) {
      expect(diff[field]).toEqual(differs(diff, old[field], now[field]))
    }
    for (const [name, word] of Object.entries(diff.storage)) {
      const at = (state: StateReader) => bytesToHex(state.getStorage(who, hexToBytes(name)))
      expect(word).toEqual(differs(diff, at(before), at(after)))
    }
  }
}

/** Expected form of a value of an account that is new, removed or neither. */
function differs({ nonce }: Diffs[string], from: string, to: string) {
  if (typeof nonce === 'object' && '+' in nonce) return { '+': to }
  if (typeof nonce === 'object' && '-' in nonce) return { '-': from }
  return from === to ? '=' : { '*': { from, to } }
}

async function diffOf(...args: Parameters<typeof traceOne>) {
  const { chain, replay, receipt } = await traceOne(...args)
  const diffs = replay.stateDiff as Diffs
  const before = (await chain.state.viewAt({ number: 0n })).state
  const after = (await chain.state.viewAt({ number: 1n })).state
  return { diffs, before, after, receipt }
}

describe('changes of a transaction', () => {
  test('a transfer: sender, recipient, fee collector', async () => {
    const { diffs, before, after } = await diffOf([], { to: bob.address, value: 1n })
    expect(Object.keys(diffs).sort()).toEqual([alice.address, bob.address, feeCollector.evm].sort())
    expect(diffs[bob.address]).toMatchObject(WEI_ONLY)
    expect(diffs[alice.address]?.nonce).toEqual({ '*': { from: '0x0', to: '0x1' } })
    expectStates(diffs, before, after)
  })

  test('a new account has all fields', async () => {
    const { diffs, before, after } = await diffOf([], { to: pauper.address, value: 7n })
    expectStates(diffs, before, after)
    expect(diffs[pauper.address]).toEqual({
      balance: { '+': '0x7' },
      nonce: { '+': '0x0' },
      code: { '+': '0x' },
      storage: {},
    })
  })

  test('set, changed and cleared slots; not unchanged ones', async () => {
    const storage = [1, 2, 3].map((n) => [slot(n), slot(9)] as const)
    const writes = [
      ...[op(0x55, 0, 5), op(0x55, 1, 6), op(0x55, 2, 0), op(0x55, 3, 9)],
      ...[op(0x55, 4, 1), op(0x55, 4, 0), op(0x54, 3)],
    ]
    const { diffs, before, after } = await diffOf([[A, { code: code(...writes), storage }]], {
      to: A,
    })
    expect(diffs[A]).toEqual({
      balance: '=',
      nonce: '=',
      code: '=',
      storage: {
        [text(0)]: { '*': { from: text(0), to: text(5) } },
        [text(1)]: { '*': { from: text(9), to: text(6) } },
        [text(2)]: { '*': { from: text(9), to: text(0) } },
      },
    })
    expectStates(diffs, before, after)
  })

  test('a new contract with its slots', async () => {
    // SSTORE(0, 5) SSTORE(1, 0) MSTORE8(0, 1) RETURN(0, 1)
    const init = code(op(0x55, 0, 5), op(0x55, 1, 0), hexToBytes('600160005360016000f3'))
    const { diffs, before, after } = await diffOf([], { data: init, value: 3n })
    expectStates(diffs, before, after)
    expect(diffs[contractAddress(alice.address, 0n)]).toEqual({
      balance: { '+': '0x3' },
      nonce: { '+': '0x1' },
      code: { '+': '0x01' },
      storage: { [text(0)]: { '+': text(5) } },
    })
  })

  test('a contract created and destroyed in one transaction is omitted', async () => {
    const { diffs, receipt } = await diffOf([], { data: hexToBytes('33ff'), value: 3n })
    expect(receipt.status).toBe(1)
    expect(Object.keys(diffs).sort()).toEqual([alice.address, feeCollector.evm].sort())
  })

  test('a destroyed contract has all its fields', async () => {
    // Before Cancun, SELFDESTRUCT deletes.
    const config = { shanghaiTime: 0, cancunTime: 4_000_000_000 }
    const doomed = {
      balance: 4n,
      code: code(op(0x54, 1), op(0xff, B)),
      storage: [[slot(1), slot(9)]] as const,
    }
    const { diffs, before, after } = await diffOf([[A, doomed]], { to: A }, config)
    expectStates(diffs, before, after)
    expect(diffs[A]).toEqual({
      balance: { '-': '0x4' },
      nonce: { '-': '0x0' },
      code: { '-': bytesToHex(doomed.code) },
      storage: { [text(1)]: { '-': text(9) } },
    })
    expect(diffs[B]).toMatchObject({ balance: { '+': '0x4' } })
  })

  test('a failed transaction: only the fees', async () => {
    const { diffs, before, after } = await diffOf(
      [[A, { code: code(op(0x55, 0, 5), hexToBytes('fe')) }]],
      { to: A, value: 1n },
    )
    expect(Object.keys(diffs).sort()).toEqual([alice.address, feeCollector.evm].sort())
    expectStates(diffs, before, after)
  })
})

const targets = [A, B, C]
/** Random programs touch no slots beyond. */
const SLOTS = Array.from({ length: 16 }, (_, n) => slot(n))

property.prop([program(targets), program(targets), program(targets)], {
  numRuns: runs({ quick: 6, full: 60 }),
})('reports exactly the changes of random programs', async (...codes) => {
  const storage = [[slot(1), slot(9)]] as const
  const contracts = targets.map(
    (who, i) => [who, { balance: 10n, code: codes[i] ?? code(), storage }] as const,
  )
  const { diffs, before, after } = await diffOf(contracts, { to: A, value: 3n })
  expectStates(diffs, before, after)
  for (const who of [...targets, alice.address, feeCollector.evm]) {
    const told = diffs[who]
    if (told === undefined) expect(summaryOf(after, who)).toEqual(summaryOf(before, who))
    for (const at of SLOTS) {
      const [from, to] = [before, after].map((state) => bytesToHex(state.getStorage(who, at)))
      expect(told?.storage[bytesToHex(at)] === undefined).toBe(from === to)
    }
  }
})

function summaryOf(state: StateReader, who: Address) {
  return [state.getBalance(who), state.getNonce(who), state.getCodeHash(who)]
}
