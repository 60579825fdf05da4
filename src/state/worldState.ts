import type { Address } from '../primitives/address.ts'
import { keccak256 } from '../primitives/crypto/keccak.ts'
import { bytesToLatin1, EMPTY_BYTES, latin1ToBytes } from '../primitives/encoding/bytes.ts'
import { bytesToHash, type Hash, hexToBytes } from '../primitives/encoding/hex.ts'
import type { KeyRange } from '../store/versionedStore.ts'
import type { RemoteReads } from './fork/remoteReads.ts'
import { type EarlierAccount, earlierAccounts } from './inspect/earlierAccounts.ts'
import { associate } from './ledger/associate.ts'
import { requireFits, WEI_PER_UNIT } from './ledger/balanceOverflow.ts'
import {
  accountCountKind,
  accountKind,
  castAddress,
  codeHashKind,
  codeKind,
  evmOfKind,
  type NativeAccount,
  type NativeAddress,
  nativeOfKind,
  nextBaseFeeKind,
  nonceKind,
  supplyKind,
  weiRemainderKind,
} from './rows/layout.ts'
import type { RowState } from './rows/rowState.ts'
import type { NativeNames, StateSource } from './rows/stateSource.ts'
import {
  type ChangedRow,
  type IterableTableKind,
  type KeyChange,
  type StateTable,
  type TableKind,
  type Undoable,
  UndoLog,
} from './rows/stateTable.ts'
import { StateTables } from './rows/stateTables.ts'
import { UndoableSet } from './rows/undoableSet.ts'
import type { StateReader } from './stateReader.ts'

const ZERO_WORD = new Uint8Array(32)

/**
 * A writable state: the newest one, or the overlay of a call. It has flat tables with one undo log.
 * Balances are only in the bank ledger, as coins and a wei remainder, under the associated native
 * address, or else the cast address.
 */
export class WorldState implements StateReader, RowState {
  readonly names: NativeNames
  /** Reads of the remote chain; undefined unless the chain is a fork. */
  readonly remote: RemoteReads | undefined
  readonly #log = new UndoLog()
  readonly #tables: StateTables
  readonly #nonces: StateTable<bigint>
  readonly #codes: StateTable<Uint8Array>
  readonly #codeHashes: StateTable<Hash>
  readonly #nativeOf: StateTable<NativeAddress>
  readonly #evmOf: StateTable<Address>
  readonly #units: StateTable<bigint>
  readonly #remainders: StateTable<bigint>
  readonly #supplies: StateTable<bigint>
  readonly #accounts: StateTable<NativeAccount>
  readonly #accountCount: StateTable<bigint>
  readonly #nextBaseFee: StateTable<bigint>
  /** Wei added minus wei removed since the last {@link settle}. Covered by the undo log. */
  #drift = 0n
  readonly #driftUndo: Undoable = {
    undo: (_id, previous) => {
      this.#drift = previous as bigint
    },
  }
  readonly #keptEmpty = new UndoableSet<Address>(this.#log)

  /** @param remote reads of the remote chain below the source, on forks */
  constructor(source: StateSource, names: NativeNames, remote?: RemoteReads) {
    this.names = names
    this.remote = remote
    this.#log.leavesTombstones = source.isFork === true
    const tables = new StateTables(source, this.#log)
    this.#tables = tables
    this.#nonces = tables.table(nonceKind)
    this.#codes = tables.table(codeKind)
    this.#codeHashes = tables.table(codeHashKind)
    this.#nativeOf = tables.table(nativeOfKind)
    this.#evmOf = tables.table(evmOfKind)
    this.#units = tables.coins(names.denomination)
    this.#remainders = tables.table(weiRemainderKind)
    this.#supplies = tables.table(supplyKind)
    this.#accounts = tables.table(accountKind(names.bech32Prefix))
    this.#accountCount = tables.table(accountCountKind)
    this.#nextBaseFee = tables.table(nextBaseFeeKind)
  }

  // Marks

  /** The current position in the undo log. */
  get mark(): number {
    return this.#log.mark
  }

  revertTo(mark: number): void {
    this.#log.revertTo(mark)
  }

  /** Returns the EVM accounts changed since a mark, as they were at the mark. Costs O(changes). */
  changedSince(mark: number): readonly EarlierAccount[] {
    return earlierAccounts(this, this.#log.rowsSince(mark))
  }

  /** Returns the rows that changed since the last {@link forgetMarks}. */
  changedRows(): readonly ChangedRow[] {
    return this.#log.changedRows()
  }

  /** Invalidates all earlier marks. */
  forgetMarks(): void {
    this.#log.forget()
  }

  // EVM accounts

  getNonce(address: Address): bigint {
    return this.#nonces.get(address) ?? 0n
  }

  setNonce(address: Address, nonce: bigint): void {
    this.#nonces.set(address, nonce === 0n ? undefined : nonce)
  }

  getCode(address: Address): Uint8Array {
    return this.#codes.get(address) ?? EMPTY_BYTES
  }

  getCodeHash(address: Address): Hash | undefined {
    return this.#codeHashes.get(address)
  }

  /** Sets code, or removes it if `code` is empty. An account with code has an association. */
  setCode(address: Address, code: Uint8Array): void {
    const hasCode = code.length > 0
    this.#codes.set(address, hasCode ? code : undefined)
    this.#codeHashes.set(address, hasCode ? bytesToHash(keccak256(code)) : undefined)
    if (!hasCode || this.names.hasAssociations === false) return
    if (this.#nativeOf.get(address) !== undefined) return
    this.associate(address, castAddress(address))
  }

  getStorage(address: Address, slot: Uint8Array): Uint8Array {
    return this.#tables.storage(address).get(bytesToLatin1(slot)) ?? ZERO_WORD
  }

  /** Words of an account that are not zero, by slot, which has one character per byte. */
  storage(address: Address): StateTable<Uint8Array> {
    return this.#tables.storage(address)
  }

  /** Writes a 32-byte word to a 32-byte slot; a zero word deletes the slot. */
  setStorage(address: Address, slot: Uint8Array, word: Uint8Array): void {
    const isZero = word.every((byte) => byte === 0)
    this.#tables.storage(address).set(bytesToLatin1(slot), isZero ? undefined : word)
  }

  *storageSlots(address: Address): Iterable<Uint8Array> {
    for (const slot of this.#tables.storageSlots(address)) yield latin1ToBytes(slot)
  }

  clearStorage(address: Address): void {
    const column = this.#tables.storage(address)
    for (const slot of [...this.#tables.storageSlots(address)]) column.set(slot, undefined)
    if (this.remote?.mayHaveStorage(address)) this.#tables.wipe(address)
  }

  /** On forks, only storage that was written since counts: contracts do not collide with other. */
  hasStorage(address: Address): boolean {
    for (const _slot of this.#tables.storageSlots(address)) return true
    return false
  }

  /** Whether the account exists under EIP-161: it has a nonce, a balance or code. */
  exists(address: Address): boolean {
    return (
      this.#nonces.get(address) !== undefined ||
      this.#codeHashes.get(address) !== undefined ||
      this.getBalance(address) !== 0n ||
      this.#keptEmpty.has(address)
    )
  }

  /** Marks an account as existing although it is empty, as before EIP-161. Kept only in memory. */
  keepEmpty(address: Address): void {
    this.#keptEmpty.add(address)
  }

  /**
   * Deletes an account as SELFDESTRUCT does at the end of a transaction. Coins at its cast
   * address stay if they belong to another EVM address by association.
   */
  deleteAccount(address: Address): void {
    this.#keptEmpty.delete(address)
    const holder = this.#evmOf.get(this.#owner(address))
    if (holder === undefined || holder === address) this.setBalance(address, 0n)
    this.setNonce(address, 0n)
    this.clearStorage(address)
    this.deleteCode(address)
  }

  /** Removes an account's code, and its association if that is with its cast address. */
  deleteCode(address: Address): void {
    this.setCode(address, EMPTY_BYTES)
    const cast = castAddress(address)
    if (this.#nativeOf.get(address) !== cast) return
    this.#nativeOf.set(address, undefined)
    this.#evmOf.set(cast, undefined)
  }

  // Bank ledger

  getBalance(address: Address): bigint {
    return this.getWei(this.#owner(address))
  }

  /** @throws BalanceOverflow */
  setBalance(address: Address, wei: bigint): void {
    const owner = this.#owner(address)
    this.#setWei(address, owner, this.getWei(owner), wei)
  }

  /** @throws BalanceOverflow */
  addBalance(address: Address, wei: bigint): void {
    const owner = this.#owner(address)
    const before = this.getWei(owner)
    this.#setWei(address, owner, before, before + wei)
  }

  /**
   * Whether two EVM addresses share one balance: one is associated with the cast address of the
   * other, which has no other association.
   */
  haveSameOwner(a: Address, b: Address): boolean {
    return this.#owner(a) === this.#owner(b)
  }

  /** Wei of a native account: units * 10^12 + remainder. */
  getWei(owner: NativeAddress): bigint {
    const units = this.#units.get(owner)
    const remainder = this.#remainders.get(owner)
    return (units === undefined ? 0n : units * WEI_PER_UNIT) + (remainder ?? 0n)
  }

  /** Amount of a denomination that a native account owns. */
  getCoins(owner: NativeAddress, denomination: string): bigint {
    return this.#tables.coinsOf(owner, denomination) ?? 0n
  }

  /** Denominations of the coins of an owner, in alphabetical order. */
  denominations(owner: NativeAddress): readonly string[] {
    return this.#tables.denominations(owner)
  }

  /** Mints coins and adds them to the supply. Genesis only. @throws BalanceOverflow */
  mintCoins(owner: NativeAddress, denomination: string, amount: bigint): void {
    if (amount === 0n) return
    this.ensureAccount(owner)
    this.#tables.coins(denomination).set(owner, this.getCoins(owner, denomination) + amount)
    requireFits(owner, this.getWei(owner))
    this.setSupply(denomination, this.getSupply(denomination) + amount)
  }

  getSupply(denomination: string): bigint {
    return this.#supplies.get(denomination) ?? 0n
  }

  setSupply(denomination: string, amount: bigint): void {
    this.#supplies.set(denomination, amount)
  }

  /** Returns the net change in wei since the last call, and resets it to zero. */
  settle(): bigint {
    const drift = this.#drift
    this.#moveDrift(-drift)
    return drift
  }

  // Native accounts

  getNativeAddress(address: Address): Uint8Array | undefined {
    const native = this.#nativeOf.get(address)
    return native === undefined ? undefined : hexToBytes(native)
  }

  /** Returns the EVM address associated with a native address. */
  getEvmAddress(native: NativeAddress): Address | undefined {
    return this.#evmOf.get(native)
  }

  getAccount(native: NativeAddress): NativeAccount | undefined {
    return this.#accounts.get(native)
  }

  getSigningAccount(address: Address, native: NativeAddress): NativeAccount | undefined {
    const own = this.#accounts.get(native)
    if (own !== undefined || this.#nativeOf.get(address) !== undefined) return own
    return this.#accounts.get(castAddress(address))
  }

  /** Returns the account record of a native address. Creates it if it is missing. */
  ensureAccount(native: NativeAddress): NativeAccount {
    const known = this.#accounts.get(native)
    if (known !== undefined) return known
    const accountNumber = this.#accountCount.get('') ?? 0n
    const account = { address: native, accountNumber, sequence: 0n, publicKey: EMPTY_BYTES }
    this.#accounts.set(native, account)
    this.#accountCount.set('', accountNumber + 1n)
    return account
  }

  /** Associates the two addresses of a key; see {@link associate}. */
  associate(address: Address, native: NativeAddress, publicKey: Uint8Array = EMPTY_BYTES): void {
    associate(this, address, native, publicKey)
  }

  // Rows of any table

  get<V>(kind: TableKind<V>, id: string): V | undefined {
    return this.#tables.get(kind, id)
  }

  set<V>(kind: TableKind<V>, id: string, value: V | undefined): void {
    this.#tables.set(kind, id, value)
  }

  ids<V>(kind: IterableTableKind<V>, range: KeyRange = {}): Iterable<string> {
    return this.#tables.ids(kind, range)
  }

  // Chain parameters

  /** Base fee of the next block, in 10^-18 wei. Undefined before genesis. */
  get nextBaseFee(): bigint | undefined {
    return this.#nextBaseFee.get('')
  }

  set nextBaseFee(fee: bigint) {
    this.#nextBaseFee.set('', fee)
  }

  // Between blocks

  /** Number of rows in memory. */
  get size(): number {
    return this.#log.rows
  }

  /** Whether a drained state is completely in the stores. */
  get isStored(): boolean {
    return this.#keptEmpty.size === 0
  }

  /** Returns the changes since the last drain as store changes. */
  drain(): KeyChange[] {
    return this.#tables.drain()
  }

  /** Returns a row as of the last {@link drain}. */
  committed<V>(kind: TableKind<V>, id: string): V | undefined {
    return this.#tables.committed(kind, id)
  }

  /** Returns a source for overlays on this state, which must not change while they are in use. */
  asSource(): StateSource {
    return this.#tables
  }

  /** The same above another source, which stands for the one of this state. */
  above(below: StateSource): StateSource {
    return this.#tables.above(below)
  }

  #owner(address: Address): NativeAddress {
    return this.#nativeOf.get(address) ?? castAddress(address)
  }

  #setWei(address: Address, owner: NativeAddress, before: bigint, wei: bigint): void {
    requireFits(address, wei)
    if (wei === before) return
    if (wei < 0n) throw new RangeError(`balance of ${owner} would be negative`)
    if (wei !== 0n) this.ensureAccount(owner)
    const units = wei / WEI_PER_UNIT
    const remainder = wei % WEI_PER_UNIT
    this.#units.set(owner, units === 0n ? undefined : units)
    this.#remainders.set(owner, remainder === 0n ? undefined : remainder)
    this.#moveDrift(wei - before)
  }

  #moveDrift(wei: bigint): void {
    if (wei === 0n) return
    this.#log.record(this.#driftUndo, '', this.#drift)
    this.#drift += wei
  }
}
