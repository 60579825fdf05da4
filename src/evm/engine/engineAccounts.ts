import { type Address, bytesToAddress } from '../../primitives/address.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import type { WorldState } from '../../state/worldState.ts'
import type { Precompile } from '../precompiles/precompile.ts'
import { movePrecompiles, type PrecompileOverrides } from '../precompiles/precompiles.ts'
import type { StatefulPrecompile, StatefulPrecompiles } from '../precompiles/statefulPrecompile.ts'
import type { LiveStorage } from '../run/observer.ts'
import { isDelegation } from '../transaction/delegation.ts'
import type { CodeCache } from './codeCache.ts'
import type { EngineRules } from './engineRules.ts'
import type { Interpreter, Layout, Pointer } from './interpreter.ts'
import type { LinearMemory } from './linearMemory.ts'

const NOTHING: ReadonlySet<Address> = new Set()

/** A precompile of either kind. */
export type PrecompileTarget =
  | { readonly run: Precompile }
  | { readonly hosted: StatefulPrecompile }

/** Precompiles of both kinds. */
interface ForkPrecompiles {
  readonly precompiles: ReadonlyMap<Address, Precompile>
  readonly hosted: StatefulPrecompiles
}

/**
 * Fills the interpreter's tables of accounts and slots from the state, and provides lookups in
 * them.
 */
export class EngineAccounts implements LiveStorage {
  readonly #rules: EngineRules
  readonly #interpreter: Interpreter
  readonly #layout: Layout
  readonly #memory: LinearMemory
  readonly #codes: CodeCache
  readonly #addresses = new Map<Pointer, Address>()
  /** Precompiles accessed by the message; accounts refer to them by index. */
  readonly #called: PrecompileTarget[] = []
  readonly #hosted: StatefulPrecompiles
  /** The fork's. */
  readonly #standard: ReadonlyMap<Address, Precompile>
  /** Those of the message, which may move and replace them. */
  #precompiles: ReadonlyMap<Address, Precompile> = new Map()
  /** Addresses at which code replaces one of {@link #hosted}. */
  #replaced: ReadonlySet<Address> = NOTHING
  #state: WorldState | undefined

  constructor(
    rules: EngineRules,
    interpreter: Interpreter,
    layout: Layout,
    memory: LinearMemory,
    codes: CodeCache,
    { precompiles, hosted }: ForkPrecompiles,
  ) {
    this.#standard = precompiles
    this.#hosted = hosted
    this.#rules = rules
    this.#interpreter = interpreter
    this.#layout = layout
    this.#memory = memory
    this.#codes = codes
  }

  /** Starts with empty tables. */
  begin(state: WorldState, overrides: PrecompileOverrides = {}): void {
    this.#state = state
    this.#replaced = overrides.replacedPrecompiles ?? NOTHING
    this.#precompiles = movePrecompiles(this.#standard, overrides)
    this.#addresses.clear()
    this.#called.length = 0
    this.#codes.begin()
  }

  /** Releases the state. */
  end(): void {
    this.#state = undefined
  }

  get state(): WorldState {
    if (this.#state === undefined) throw new Error('bug: no message runs')
    return this.#state
  }

  /** Returns the entry of an account and creates it if necessary. */
  at(address: Address): Pointer {
    const { scratch } = this.#layout
    this.#memory.writeAddress(scratch, address)
    const account = this.#interpreter.accountOfBytes(scratch)
    this.#addresses.set(account, address)
    return account
  }

  /** Makes an account warm, without gas and outside the access list. */
  warm(account: Pointer): Pointer {
    const { accountFlags, flagWarm } = this.#layout
    const flags = account + accountFlags
    this.#memory.set(flags, this.#memory.get(flags) | flagWarm)
    return account
  }

  addressOf(account: Pointer): Address {
    let address = this.#addresses.get(account)
    if (address === undefined) {
      address = this.#memory.readAddress(account + this.#layout.accountBytes)
      this.#addresses.set(account, address)
    }
    return address
  }

  /** Returns the entry of a slot and creates it if necessary. */
  slotAt(account: Pointer, key: Uint8Array): Pointer {
    const { scratch } = this.#layout
    this.#memory.writeBytes32(scratch, key)
    return this.#interpreter.slotAt(account, scratch)
  }

  /** Returns the precompile of a loaded account, or undefined. */
  precompileOf(account: Pointer): PrecompileTarget | undefined {
    return this.#called[this.#memory.get(account + this.#layout.accountPrecompile) - 1]
  }

  /**
   * Whether the account of a small address is warm before the message starts (EIP-2929). As in
   * geth, a precompile that was moved or replaced is; the address that it was moved to is not.
   */
  startsWarm(low: number): boolean {
    if (!this.#rules.warmsAccounts) return false
    return this.#standard.has(`0x${low.toString(16).padStart(40, '0')}` as Address)
  }

  /** Loads an account's code and its delegation target into the interpreter. */
  load(account: Pointer): void {
    const { accountFlags, flagKnown, accountPrecompile } = this.#layout
    const memory = this.#memory
    const flags = account + accountFlags
    memory.set(flags, memory.get(flags) | flagKnown)
    const address = this.addressOf(account)
    const precompile = this.#precompileAt(address)
    if (precompile !== undefined) {
      memory.set(account + accountPrecompile, this.#called.push(precompile))
    }
    const hash = this.state.getCodeHash(address)
    if (hash !== undefined) this.placeCode(account, hash, this.state.getCode(address))
  }

  #precompileAt(address: Address): PrecompileTarget | undefined {
    const run = this.#precompiles.get(address)
    if (run !== undefined) return { run }
    const hosted = this.#replaced.has(address) ? undefined : this.#hosted.get(address)
    return hosted && { hosted }
  }

  /** Calls {@link load} unless the interpreter has the account. */
  know(account: Pointer): void {
    const { accountFlags, flagKnown } = this.#layout
    if ((this.#memory.get(account + accountFlags) & flagKnown) === 0) this.load(account)
  }

  /** Writes the bytes of a storage word to `to`; those of its key are at `scratch`. */
  loadSlot(account: Pointer, to: Pointer): void {
    const key = this.#memory.readLatin1(this.#layout.scratch, 32)
    const word = this.state.storage(this.addressOf(account)).get(key)
    if (word === undefined) this.#memory.u8.fill(0, to, to + 32)
    else this.#memory.u8.set(word, to)
  }

  /** Storage as the message sees it. */
  getStorage(address: Address, slot: Uint8Array): Uint8Array {
    const account = this.at(address)
    const { scratch } = this.#layout
    this.#memory.writeBytes32(scratch, slot)
    const word = this.#interpreter.peekSlot(account, scratch)
    return word === 0 ? this.state.getStorage(address, slot) : this.#memory.readBytes32(word)
  }

  placeCode(account: Pointer, hash: Hash, code: Uint8Array): void {
    const { accountCode, accountCodeSize, accountJumps, accountDelegate } = this.#layout
    const placed = this.#codes.place(hash, code)
    const memory = this.#memory
    memory.set(account + accountCode, placed.code)
    memory.set(account + accountCodeSize, placed.size)
    memory.set(account + accountJumps, placed.jumps)
    if (this.#rules.followsDelegations && isDelegation(code)) {
      // The delegate's code is read when it runs; chains of delegations are not followed.
      memory.set(account + accountDelegate, this.at(bytesToAddress(code.subarray(3))))
    }
  }

  /** Yields all accessed slots, including transient ones, in order of first access. */
  get slots(): Pointer[] {
    return this.#chain(this.#interpreter.slotChain(), this.#layout.slotNext)
  }

  /** Yields all accessed accounts in order of first access. */
  get accounts(): Pointer[] {
    return this.#chain(this.#interpreter.accountChain(), this.#layout.accountNext)
  }

  /** Returns the addresses of accounts for which inner frames were opened. */
  get reached(): Address[] {
    const last = this.#interpreter.reachedChain()
    if (last === 0) return []
    return this.#chain(last, this.#layout.accountReached).map((account) => this.addressOf(account))
  }

  /** Writes the slots whose values changed during the message. */
  storeSlots(): void {
    const { slotOwner, scratch } = this.#layout
    const memory = this.#memory
    const { nextChanged } = this.#interpreter
    for (let slot = nextChanged(0); slot !== 0; slot = nextChanged(slot)) {
      const key = memory.readLatin1(scratch, 32)
      const word = memory.isZeroWord(scratch + 32) ? undefined : memory.bytes(scratch + 32, 32)
      this.state.storage(this.addressOf(memory.get(slot + slotOwner))).set(key, word)
    }
  }

  #chain(first: Pointer, next: number): Pointer[] {
    const entries: Pointer[] = []
    for (let at = first; at !== 0; at = this.#memory.get(at + next)) entries.push(at)
    return entries
  }
}

/**
 * Returns the entries in order of their addition to the access list, without those that were not
 * added.
 */
export function listed(
  entries: readonly Pointer[],
  orderOf: (entry: Pointer) => number,
): Pointer[] {
  return entries.filter((entry) => orderOf(entry) !== 0).sort((a, b) => orderOf(a) - orderOf(b))
}

/**
 * Returns whether an address cannot be created (EIP-684, EIP-7610). Storage of this message is
 * irrelevant: an account that wrote storage has code, or is being created and has a nonce.
 */
export function hasCreateCollision(state: WorldState, address: Address): boolean {
  if (state.getNonce(address) !== 0n || state.getCodeHash(address) !== undefined) return true
  return state.hasStorage(address)
}
