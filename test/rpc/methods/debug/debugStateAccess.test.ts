import { fc, test as propertyTest } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import type { Chain } from '../../../../src/chain/chain.ts'
import type { LocatedTransaction } from '../../../../src/chain/history/located.ts'
import { createEngineExecutor } from '../../../../src/evm/engine/engineExecutor.ts'
import { createReferenceExecutor } from '../../../../src/evm/reference/referenceExecutor.ts'
import { type Hardfork, hardforks } from '../../../../src/evm/rules/hardfork.ts'
import type { Executor } from '../../../../src/evm/run/executor.ts'
import { runTransaction } from '../../../../src/evm/run/runTransaction.ts'
import type { UnsignedTransaction } from '../../../../src/evm/transaction/transaction.ts'
import { type Address, parseAddress } from '../../../../src/primitives/address.ts'
import {
  bytesToLatin1,
  bytesToUtf8,
  compareBytes,
  latin1ToBytes,
  padLeft,
} from '../../../../src/primitives/encoding/bytes.ts'
import { bytesToBareHex, type Hex, hexToBytes } from '../../../../src/primitives/encoding/hex.ts'
import {
  castAddress,
  coinPrefix,
  storagePrefix,
  storeNames,
} from '../../../../src/state/rows/layout.ts'
import type { StateAccess } from '../../../../src/state/rows/recordingSource.ts'
import type { StateSource } from '../../../../src/state/rows/stateSource.ts'
import type { StateDatabase } from '../../../../src/state/stateDatabase.ts'
import { WorldState } from '../../../../src/state/worldState.ts'
import { recordStateAccess } from '../../../../src/tracers/state/stateAccess.ts'
import { alice, bob, carol, pauper } from '../../../support/accounts.ts'
import { chainOfBlocks } from '../../../support/chain/chainOfBlocks.ts'
import { signed } from '../../../support/chain.ts'
import { program } from '../../../support/evm/programs.ts'
import { testGenesis } from '../../../support/genesis.ts'
import { type Ask, rpcOf } from '../../../support/rpc/rpc.ts'
import { runs } from '../../../support/runs.ts'
import { storeBytes } from '../../../support/store/storeBytes.ts'

const contracts = ['0xc1', '0xc2'].map((tag) => parseAddress(tag.padEnd(42, '0')))
const EMPTY = parseAddress(`0xee${'0'.repeat(38)}`)
const targets = [...contracts, bob.address, pauper.address, EMPTY]
const senders = [alice, bob, carol]

/** The answer, as far as it is looked at here. */
interface Answer {
  readonly app: { readonly modules: StateAccess }
  readonly tendermint: unknown
  readonly receipt: { readonly traces: readonly Readonly<Record<string, unknown>>[] }
}

const call = fc.record({
  sender: fc.constantFrom(...senders),
  to: fc.option(fc.constantFrom(...targets), { nil: undefined, freq: 8 }),
  value: fc.constantFrom(0n, 1n, 10n ** 12n),
  data: fc.constant(hexToBytes('60006000f3')),
})
const plan = fc.record({
  hardfork: fc.constantFrom<Hardfork>(...hardforks),
  codes: fc.tuple(program(targets), program(targets)),
  blocks: fc.array(fc.array(call, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
})

/**
 * A chain with blocks of several transactions, some of accounts that have a second denomination
 * before they are associated.
 */
function chainOf({ hardfork, codes, blocks }: Generated) {
  const slots = [0, 1, 200].map((n) => [word(n), word(n + 1)] as const)
  const genesis = testGenesis(
    { hardfork },
    contracts.map((at, i) => [at, { code: codes[i] ?? codes[0], storage: slots, balance: 5n }]),
  )
  const coins = [{ denom: 'ushell', amount: 7n }]
  const balances = [{ native: hexToBytes(alice.address), coins }]
  const nonces = new Map<Address, bigint>()
  const transactions = blocks.map((block) =>
    block.map(({ sender, to, value, data }) => {
      const nonce = nonces.get(sender.address) ?? 0n
      nonces.set(sender.address, nonce + 1n)
      const fields: Partial<UnsignedTransaction> = {
        type: 0,
        nonce,
        value,
        data,
        gasLimit: 500_000n,
        maxPriorityFeePerGas: 20_000_000_000n,
      }
      return signed(sender, to === undefined ? fields : { ...fields, to })
    }),
  )
  return chainOfBlocks({ ...genesis, native: { ...genesis.native, balances } }, transactions)
}

type Generated = typeof plan extends fc.Arbitrary<infer T> ? T : never

const word = (n: number) => padLeft(Uint8Array.of(n), 32)

describe('debug_traceStateAccess', () => {
  propertyTest.prop([plan], { numRuns: runs({ quick: 6, full: 40 }) })(
    'tells enough to run the transaction again without the stores',
    async (given) => {
      const { chain, states } = await chainOf(given)
      const ask = rpcOf(chain)
      for (const place of placesOf(chain)) {
        const answer = await ask<Answer>('debug_traceStateAccess', place.transaction.hash)
        const { modules } = answer.app
        await expectSameOffline(chain, place, modules)
        expect(Object.keys(modules)).toEqual([...storeNames])
        for (const { reads, has } of Object.values(modules)) {
          for (const keys of [Object.keys(reads), [...has]]) expect(keys).toEqual([...keys].sort())
        }
        await expectReceipt(ask, answer)
        if (place.index === 0) await expectParentState(ask, states, place, modules)
      }
    },
  )

  propertyTest.prop([plan], { numRuns: runs({ quick: 3, full: 15 }) })(
    'tells the same whichever executor runs, but for slots for which there is no gas',
    async (given) => {
      const { chain } = await chainOf(given)
      for (const { block, index, transaction } of placesOf(chain)) {
        const view = await chain.state.viewBefore(block, index)
        const record = (executor: Executor) =>
          chain.simulate.explore(view, (scene) =>
            recordStateAccess({ ...scene, executor }, transaction),
          )
        const engine = await record(createEngineExecutor(chain.chainId))
        const reference = await record(createReferenceExecutor(chain.chainId))
        expect(withoutSlots(reference)).toEqual(withoutSlots(engine))
      }
    },
  )

  test('includes slots of destroyed accounts, and denominations of associated accounts', async () => {
    // CALLER SELFDESTRUCT, in the rules of which all storage goes.
    const codes = [hexToBytes('33ff'), hexToBytes('00')] as const
    const [destroyed = EMPTY] = contracts
    const toIt = { sender: alice, to: destroyed, value: 0n, data: new Uint8Array(0) }
    const { chain } = await chainOf({ hardfork: 'london', codes: [...codes], blocks: [[toIt]] })
    const hash = chain.blocks.latest.transactions[0]?.hash
    const { app } = await rpcOf(chain)<Answer>('debug_traceStateAccess', hash)
    const slots = [0, 1, 200].map((n) => `03${destroyed.slice(2)}${bytesToBareHex(word(n))}`)
    expect(app.modules.evm.has).toEqual(slots)
    const cast = bytesToBareHex(coinPrefix(castAddress(alice.address)))
    const names = ['ushell', 'usei'].map((name) => cast + Buffer.from(name).toString('hex'))
    expect(app.modules.bank.has).toEqual(names.sort())
  })

  test('rejects pending transactions', async () => {
    const { chain } = await chainOfBlocks(testGenesis(), [])
    const waiting = signed(alice, { nonce: 1n, to: bob.address })
    await chain.pool.submit(waiting)
    await expect(rpcOf(chain)('debug_traceStateAccess', waiting.hash)).rejects.toMatchObject({
      code: -32000,
      message: 'transaction not found',
    })
  })
})

/** Where the gas runs out at a slot, executors differ in whether they read it first. */
function withoutSlots({ evm, ...others }: StateAccess): StateAccess {
  const reads = Object.entries(evm.reads).filter(([key]) => !key.startsWith('03'))
  return { ...others, evm: { ...evm, reads: Object.fromEntries(reads) } }
}

function placesOf(chain: Chain): LocatedTransaction[] {
  const numbers = Array.from({ length: chain.blocks.latest.number + 1 }, (_, i) => BigInt(i))
  const hashes = numbers.flatMap(
    (n) => chain.blocks.get(n)?.transactions.map((tx) => tx.hash) ?? [],
  )
  return hashes.flatMap((hash) => chain.transactions.get(hash) ?? [])
}

/** Runs the transaction on what was recorded alone, and on the state that was there. */
async function expectSameOffline(chain: Chain, place: LocatedTransaction, access: StateAccess) {
  const { block, index, transaction, receipt } = place
  const view = await chain.state.viewBefore(block, index)
  await chain.simulate.explore(view, async ({ executor, state, block }) => {
    const offline = new WorldState(recorded(access), state.names)
    const results = []
    for (const each of [offline, state]) {
      const result = await runTransaction(executor, each, block, transaction)
      const changes = each.drain().map(({ store, key, value }) => {
        return `${store} ${bytesToBareHex(storeBytes(key))} ${value && bytesToBareHex(storeBytes(value))}`
      })
      results.push({ result, changes: changes.sort() })
    }
    expect(results[0]).toEqual(results[1])
    expect(results[0]?.result.gasUsed).toBe(receipt.gasUsed)
  })
}

/** A source that answers from a recording, and from nothing else. */
function recorded(access: StateAccess): StateSource {
  const endings = (keys: readonly string[], prefix: Uint8Array) => {
    const start = bytesToBareHex(prefix)
    const found = keys.filter((key) => key.startsWith(start))
    return found.map((key) => hexToBytes(key.slice(start.length)))
  }
  return {
    read(kind, id) {
      const key = bytesToBareHex(latin1ToBytes(kind.key(id)))
      const value = access[kind.store].reads[key]
      if (value === undefined) throw new Error(`${kind.store} ${key} was not recorded`)
      return value === '' ? undefined : kind.decode(hexToBytes(value))
    },
    storageSlots: (address) =>
      endings(access.evm.has, storagePrefix(address)).map((slot) => bytesToLatin1(slot)),
    ids: ({ store, prefix, idOf }, { start, end }) =>
      endings(access[store].has, prefix)
        .filter((rest) => start === undefined || compareBytes(rest, start) >= 0)
        .filter((rest) => end === undefined || compareBytes(rest, end) < 0)
        .map(idOf),
    denominations: (owner) =>
      endings(access.bank.has, coinPrefix(owner)).map((name) => bytesToUtf8(name)),
  }
}

/** Compares the receipt with what the other method says of it. */
async function expectReceipt(ask: Ask, { receipt, tendermint }: Answer) {
  const [short] = receipt.traces
  const whole = await ask<object>('eth_getTransactionReceipt', short?.transactionHash)
  expect(receipt.traces).toHaveLength(1)
  expect(whole).toMatchObject(short ?? {})
  expect(Object.keys(short ?? {})).toHaveLength(11)
  expect(tendermint).toEqual({ traces: [] })
}

/** Compares every row with the stores as the parent left them. */
async function expectParentState(
  ask: Ask,
  states: StateDatabase,
  { block }: LocatedTransaction,
  access: StateAccess,
) {
  const parent = `0x${(block.number - 1).toString(16)}`
  const reader = states.stores.reader(block.number)
  for (const [name, { reads, has }] of Object.entries(access)) {
    for (const [key, value] of Object.entries(reads)) {
      const row = reader.get(name, hexToBytes(key))
      expect(value).toBe(row === undefined ? '' : bytesToBareHex(row))
      if (name !== 'evm' || !key.startsWith('03')) continue
      const [address, slot] = [`0x${key.slice(2, 42)}`, `0x${key.slice(42)}`]
      const word = await ask<Hex>('eth_getStorageAt', address, slot, parent)
      expect(word).toBe(`0x${value.padStart(64, '0')}`)
    }
    for (const key of has) expect(reader.get(name, hexToBytes(key))).toBeDefined()
  }
}
