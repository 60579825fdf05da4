import { moduleKinds } from '../../modules/moduleKinds.ts'
import type { Address } from '../../primitives/address.ts'
import { bytesToLatin1 } from '../../primitives/encoding/bytes.ts'
import { createPause, type Pause } from '../../primitives/time/timeSlice.ts'
import {
  accountKind,
  castAddress,
  coinKind,
  evmOfKind,
  type NativeAddress,
  nativeOfKind,
} from '../../state/rows/layout.ts'
import type { TableKind } from '../../state/rows/stateTable.ts'
import type { WorldState } from '../../state/worldState.ts'
import { putRecords } from './putRecords.ts'
import { type DumpedAccount, type DumpedRow, type StateDump, wholeStores } from './stateDump.ts'

const ZERO_WORD = new Uint8Array(32)

/**
 * Loads a dump into a state: the accounts of the dump replace those of the state, and other
 * accounts stay. The stores of the modules are replaced completely if the dump has a native part.
 * The base fee of the next block stays. On a fork, slots that the dump does not have stay those of
 * the remote chain.
 */
export async function applyDump(
  state: WorldState,
  { accounts, native, fork }: Pick<StateDump, 'accounts' | 'native' | 'fork'>,
): Promise<void> {
  const pause = createPause()
  // Account records come first, because an account without one gets a new number.
  const rows = native && sortRows(native)
  if (rows !== undefined) await putRecords(state, rows.records, pause)
  for (const address of fork?.cleared ?? []) state.clearStorage(address)
  for (const account of accounts) {
    putCode(state, account)
    await putStorage(state, account, pause)
    await pause()
  }
  if (rows !== undefined) {
    tieAddresses(state, accounts, rows)
    await putCoins(state, accounts, rows.coins, pause)
  }
  for (const { address, balance } of accounts) {
    state.setBalance(address, balance)
    await pause()
  }
  if (rows !== undefined) await putModules(state, rows.modules, pause)
}

function putCode(state: WorldState, { address, code, nonce }: DumpedAccount): void {
  if (code.length > 0) state.setCode(address, code)
  else if (state.getCode(address).length > 0) state.deleteCode(address)
  state.setNonce(address, nonce)
}

/** Equal rows are not written again: a load without changes is not an edit. */
async function putStorage(
  state: WorldState,
  { address, storage }: DumpedAccount,
  pause: Pause,
): Promise<void> {
  const wanted = new Set(storage.map(([slot]) => bytesToLatin1(slot)))
  for (const slot of [...state.storageSlots(address)]) {
    if (!wanted.has(bytesToLatin1(slot))) state.setStorage(address, slot, ZERO_WORD)
    await pause()
  }
  for (const [slot, word] of storage) {
    state.setStorage(address, slot, word)
    await pause()
  }
}

/** Rows by the required action. */
interface SortedRows {
  readonly records: readonly DumpedRow[]
  readonly associations: ReadonlyMap<Address, NativeAddress>
  readonly coins: readonly DumpedRow[]
  readonly modules: readonly DumpedRow[]
}

function sortRows(rows: readonly DumpedRow[]): SortedRows {
  const pairs = rows.filter(({ kind }) => kind.name === nativeOfKind.name)
  return {
    records: rows.filter(({ kind }) => kind.store === 'acc'),
    associations: new Map(pairs.map(({ id, value }) => [id as Address, value as NativeAddress])),
    coins: rows.filter(({ kind }) => kind.denomination !== undefined),
    modules: rows.filter(({ kind }) => moduleKinds.has(kind.name)),
  }
}

/** Associates the accounts as in the dump and removes other associations of their addresses. */
function tieAddresses(
  state: WorldState,
  accounts: readonly DumpedAccount[],
  { associations, records }: SortedRows,
): void {
  const recorded = new Set(records.map(({ id }) => id))
  for (const { address } of accounts) {
    const wanted = associations.get(address)
    if (wanted === undefined || state.get(nativeOfKind, address) !== wanted) {
      untie(state, address, recorded)
    }
  }
  for (const [address, native] of associations) {
    if (state.get(nativeOfKind, address) === native) continue
    const holder = state.getEvmAddress(native)
    if (holder !== undefined) untie(state, holder, recorded)
    state.associate(address, native)
  }
}

/** The coins of the native address are removed, because the address gets those of the dump. */
function untie(state: WorldState, address: Address, recorded: ReadonlySet<string>): void {
  const native = state.get(nativeOfKind, address)
  if (native === undefined) return
  state.setBalance(address, 0n)
  for (const denomination of state.denominations(native)) setCoins(state, native, denomination, 0n)
  state.set(nativeOfKind, address, undefined)
  state.set(evmOfKind, native, undefined)
  if (!recorded.has(native)) state.set(accountKind(state.names.bech32Prefix), native, undefined)
}

/** Coins of all denominations except the base one. */
async function putCoins(
  state: WorldState,
  accounts: readonly DumpedAccount[],
  coins: readonly DumpedRow[],
  pause: Pause,
): Promise<void> {
  const wanted = new Set(coins.map(({ kind, id }) => `${id} ${kind.denomination}`))
  for (const { address } of accounts) {
    const owner = state.get(nativeOfKind, address) ?? castAddress(address)
    for (const name of state.denominations(owner)) {
      const isOurs = name === state.names.denomination || wanted.has(`${owner} ${name}`)
      if (!isOurs) setCoins(state, owner, name, 0n)
    }
    await pause()
  }
  for (const { kind, id, value } of coins) {
    setCoins(state, id as NativeAddress, kind.denomination ?? '', value as bigint)
    await pause()
  }
}

/** Updates the supply. */
function setCoins(
  state: WorldState,
  owner: NativeAddress,
  denomination: string,
  amount: bigint,
): void {
  const before = state.getCoins(owner, denomination)
  state.set(coinKind(denomination), owner, amount === 0n ? undefined : amount)
  state.setSupply(denomination, state.getSupply(denomination) + amount - before)
}

async function putModules(
  state: WorldState,
  rows: readonly DumpedRow[],
  pause: Pause,
): Promise<void> {
  const there = new Set(rows.map(({ kind, id }) => `${kind.name} ${id}`))
  for (const kind of moduleKinds.values()) {
    if (!wholeStores.includes(kind.store)) continue
    for (const id of [...state.ids(kind)]) {
      if (there.has(`${kind.name} ${id}`)) continue
      state.set(kind as TableKind<unknown>, id, undefined)
      await pause()
    }
  }
  for (const { kind, id, value } of rows) {
    state.set(kind, id, value)
    await pause()
  }
}
