import {
  type Address,
  addressToBytes,
  bytesToAddress,
  contractAddress,
} from '../../primitives/address.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import { bytesToHash, type Hash } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import type { WorldState } from '../../state/worldState.ts'
import { isDelegation } from '../delegation.ts'
import type { BlockContext, Log } from '../executor.ts'
import type { Precompile } from '../precompiles/precompile.ts'
import type { CodeCache } from './codeCache.ts'
import type { EngineWatch } from './engineWatch.ts'
import { FAULT } from './faultReasons.ts'
import type { Interpreter, Layout, Pointer } from './interpreter.ts'
import type { LinearMemory } from './linearMemory.ts'

const MAX_WORD = (1n << 256n) - 1n
const MAX_NONCE = (1n << 64n) - 1n
const CREATE2_PREFIX = Uint8Array.of(0xff)

/** Thrown out of the interpreter when a message wants more linear memory than there may be. */
export class MemoryLimitReached extends Error {}

/** Rules of a fork that the host needs. */
export interface HostRules {
  /** Accounts without anything are not there (EIP-161). */
  readonly clearsState: boolean
  /** SELFDESTRUCT may have to pay for the account that it creates (EIP-150). */
  readonly chargesHeirs: boolean
  /** EIP-6780. */
  readonly onlyDestroysCreated: boolean
  /** EIP-7702. */
  readonly followsDelegations: boolean
  /** EIP-2929. */
  readonly warmsAccounts: boolean
}

/** Something that the host did and may have to take back. */
interface Effect {
  /** Where the state's undo log stood before. */
  readonly mark: number
  readonly destroyed?: Address
  readonly created?: Address
}

/** The parts of the machine that the host works with; they refer to each other, so they come after construction. */
export interface HostParts {
  readonly interpreter: Interpreter
  readonly layout: Layout
  readonly memory: LinearMemory
  readonly codes: CodeCache
}

/** What a message runs on. */
export interface HostMessage {
  readonly state: WorldState
  readonly block: BlockContext
  readonly precompiles: ReadonlyMap<Address, Precompile>
  readonly watch: EngineWatch | undefined
}

/**
 * Answers what the interpreter asks while a message runs: accounts, code, transfers, creations, logs. Everything it changes is an
 * effect with a number; the interpreter notes the number when a frame begins, and has later ones taken back when it fails.
 */
export class EngineHost {
  readonly #rules: HostRules
  #parts: HostParts | undefined
  #message: HostMessage | undefined
  readonly #effects: Effect[] = []
  readonly #addresses = new Map<Pointer, Address>()
  readonly #precompiles: Precompile[] = []
  /** Contracts that the message created, also those of frames that failed later. */
  readonly created = new Set<Address>()
  /** Why the last precompiled contract failed. */
  precompileFault = ''

  constructor(rules: HostRules) {
    this.#rules = rules
  }

  attach(parts: HostParts): void {
    this.#parts = parts
  }

  begin(message: HostMessage): void {
    this.#message = message
    this.#effects.length = 0
    this.#addresses.clear()
    this.#precompiles.length = 0
    this.created.clear()
  }

  /** Lets go of what the message ran on. */
  end(): void {
    this.#message = undefined
  }

  /** What was emitted and not taken back. */
  get logs(): Log[] {
    const logs: Log[] = []
    const { logPrevious } = this.#layout
    for (let at = this.#interpreter.logChain(); at !== 0; at = this.#memory.get(at + logPrevious)) {
      logs.push(this.#readLog(at))
    }
    return logs.reverse()
  }

  #readLog(at: Pointer): Log {
    const { logAccount, logTopics, logSize, logHeader } = this.#layout
    const memory = this.#memory
    const topics = memory.get(at + logTopics)
    const first = at + logHeader
    return {
      address: this.addressOf(memory.get(at + logAccount)),
      topics: Array.from({ length: topics }, (_, i) => memory.readHash(first + i * 32)),
      data: memory.bytes(first + topics * 32, memory.get(at + logSize)),
    }
  }

  /** Accounts to delete at the end of the transaction. */
  get destroyed(): Address[] {
    const destroyed = new Set(this.#effects.flatMap(({ destroyed: address }) => address ?? []))
    if (!this.#rules.onlyDestroysCreated) return [...destroyed]
    return [...destroyed].filter((address) => this.#isCreated(address))
  }

  /** The account of an address in the interpreter's table. */
  accountOf(address: Address): Pointer {
    const scratch = this.#layout.environment + SCRATCH_WORD
    this.#memory.writeAddress(scratch, address)
    return this.#interpreter.accountOfBytes(scratch)
  }

  addressOf(account: Pointer): Address {
    let address = this.#addresses.get(account)
    if (address === undefined) {
      address = this.#memory.readAddress(account + this.#layout.accountBytes)
      this.#addresses.set(account, address)
    }
    return address
  }

  // What the interpreter asks

  grown(): void {
    this.#memory.refresh()
  }

  memoryLimit(): never {
    throw new MemoryLimitReached('memory limit reached')
  }

  startsWarm(low: number): number {
    if (!this.#rules.warmsAccounts) return 0
    const address = `0x${low.toString(16).padStart(40, '0')}` as Address
    return this.#current.precompiles.has(address) ? 1 : 0
  }

  loadAccount(account: Pointer): void {
    const { accountFlags, flagKnown, accountPrecompile } = this.#layout
    const memory = this.#memory
    const flags = account + accountFlags
    memory.set(flags, memory.get(flags) | flagKnown)
    const { state, precompiles } = this.#current
    const address = this.addressOf(account)
    const precompile = precompiles.get(address)
    if (precompile !== undefined) {
      this.#precompiles.push(precompile)
      memory.set(account + accountPrecompile, this.#precompiles.length)
    }
    const hash = state.getCodeHash(address)
    if (hash !== undefined) this.#placeCode(account, hash, state.getCode(address))
  }

  loadSlot(account: Pointer, slot: Pointer): void {
    const { slotKey, slotWord, slotOriginal } = this.#layout
    const key = this.#memory.readBytes32(slot + slotKey)
    const word = this.#current.state.getStorage(this.addressOf(account), key)
    this.#memory.writeBytes32(slot + slotWord, word)
    this.#memory.writeBytes32(slot + slotOriginal, word)
  }

  balance(account: Pointer, to: Pointer): void {
    this.#memory.writeWord(to, this.#current.state.getBalance(this.addressOf(account)))
  }

  codeHash(account: Pointer, to: Pointer): void {
    const { state } = this.#current
    const address = this.addressOf(account)
    const hash = state.getCodeHash(address)
    if (hash !== undefined) this.#memory.writeWord(to, BigInt(hash))
    // An account that is there without code; one that has nothing counts as absent on every fork.
    else if (state.getNonce(address) !== 0n || state.getBalance(address) !== 0n) {
      this.#memory.writeWord(to, BigInt(EMPTY_CODE_HASH))
    } else this.#memory.writeWord(to, 0n)
  }

  blockHash(word: Pointer): void {
    const { block } = this.#current
    const number = this.#memory.readWord(word)
    const age = block.number - number
    const hash = age > 256n || age <= 0n ? undefined : block.blockHash(number)
    if (hash === undefined) this.#memory.writeWord(word, 0n)
    else this.#memory.writeBytes32(word, hash)
  }

  isAbsent(account: Pointer): number {
    const { state } = this.#current
    const address = this.addressOf(account)
    if (state.exists(address)) return 0
    // Before EIP-161 whatever was ever touched is there.
    return !this.#rules.clearsState && state.hasStorage(address) ? 0 : 1
  }

  bequestCreates(account: Pointer, heir: Pointer): number {
    if (!this.#rules.chargesHeirs || this.isAbsent(heir) === 0) return 0
    const hasBalance = this.#current.state.getBalance(this.addressOf(account)) > 0n
    return !this.#rules.clearsState || hasBalance ? 1 : 0
  }

  canPay(account: Pointer, value: Pointer): number {
    const balance = this.#current.state.getBalance(this.addressOf(account))
    return balance >= this.#memory.readWord(value) ? 1 : 0
  }

  transfer(from: Pointer, to: Pointer, value: Pointer): number {
    const wei = this.#memory.readWord(value)
    return this.pay(this.addressOf(from), this.addressOf(to), wei) ? 1 : 0
  }

  /** Moves wei; false where the receiver cannot hold so much. What was moved so far is an effect in any case. */
  pay(from: Address, to: Address, wei: bigint): boolean {
    const { state } = this.#current
    this.#note({})
    if (wei !== 0n) state.setBalance(from, state.getBalance(from) - wei)
    const balance = state.getBalance(to) + wei
    if (balance > MAX_WORD) return false
    if (wei !== 0n) state.setBalance(to, balance)
    if (!this.#rules.clearsState) {
      state.keepEmpty(from)
      state.keepEmpty(to)
    }
    return true
  }

  balanceOf(address: Address): bigint {
    return this.#current.state.getBalance(address)
  }

  /** Takes back everything of this message. */
  revertAll(): void {
    if (this.#effects.length > 0) this.revertTo(0)
  }

  revertTo(mark: number): void {
    const effect = this.#effects[mark]
    if (effect === undefined) throw new Error(`bug: no effect ${mark}`)
    this.#current.state.revertTo(effect.mark)
    this.#effects.length = mark
    this.#countEffects()
  }

  logged(log: Pointer): void {
    this.#current.watch?.logged(this.#readLog(log))
  }

  precompile(account: Pointer, input: Pointer, size: number, gas: bigint): bigint {
    const index = this.#memory.get(account + this.#layout.accountPrecompile)
    const precompile = this.#precompiles[index - 1]
    if (precompile === undefined) throw new Error(`bug: no precompile ${index}`)
    const outcome = precompile(this.#memory.bytes(input, size), gas)
    if ('fault' in outcome) {
      this.precompileFault = outcome.fault
      return -1n
    }
    const { output, gasUsed } = outcome
    const at = this.#interpreter.reserveReturn(output.length)
    this.#memory.u8.set(output, at)
    this.#interpreter.setReturn(at, output.length)
    return gasUsed
  }

  selfDestruct(account: Pointer, heir: Pointer): number {
    const { state, watch } = this.#current
    const address = this.addressOf(account)
    const to = this.addressOf(heir)
    const isFirst = !this.#effects.some(({ destroyed }) => destroyed === address)
    const balance = state.getBalance(address)
    watch?.selfDestructed(this.#interpreter.frame.value, address, to, balance)
    this.#note({ destroyed: address })
    if (to !== address) {
      state.addBalance(to, balance)
      if (!this.#rules.clearsState) state.keepEmpty(to)
    }
    // Who leaves all to itself loses it, unless it only ever stays (EIP-6780).
    const isEmptied = to !== address || !this.#rules.onlyDestroysCreated || this.#isCreated(address)
    if (isEmptied) state.setBalance(address, 0n)
    return isFirst ? 1 : 0
  }

  prepareCreate(
    frame: Pointer,
    value: Pointer,
    code: Pointer,
    size: number,
    salt: Pointer,
    gas: bigint,
  ): Pointer {
    const { frameAccount, frameDepth } = this.#layout
    const memory = this.#memory
    const { state, watch } = this.#current
    const creator = this.addressOf(memory.get(frame + frameAccount))
    const nonce = state.getNonce(creator)
    const init = memory.bytes(code, size)
    const address =
      salt === 0
        ? contractAddress(creator, nonce)
        : create2Address(creator, memory.readBytes32(salt), init)
    const wei = memory.readWord(value)
    const depth = memory.get(frame + frameDepth)
    let fault: number = FAULT.none
    if (depth >= MAX_DEPTH) fault = FAULT.callDepth
    else if (state.getBalance(creator) < wei) fault = FAULT.insufficientBalance
    else if (nonce >= MAX_NONCE) fault = FAULT.nonceOverflow
    if (fault !== FAULT.none) {
      watch?.creationFailed(
        { creator, address, init, gas, value: wei, depth: depth + 1 },
        salt,
        fault,
      )
      return 0
    }
    this.#note({})
    state.setNonce(creator, nonce + 1n)
    return this.accountOf(address)
  }

  beginCreate(creator: Pointer, account: Pointer, value: Pointer): number {
    const wei = this.#memory.readWord(value)
    return this.createAccount(this.addressOf(creator), account, wei)
  }

  /** Makes a new contract without its code: 0 where it went well, 1: somebody is there, 2: its balance overflows. */
  createAccount(creator: Address, account: Pointer, wei: bigint): number {
    const { state } = this.#current
    const address = this.addressOf(account)
    if (this.#isTaken(account, address)) return 1
    this.created.add(address)
    this.#note({ created: address })
    if (this.#rules.clearsState) state.setNonce(address, 1n)
    return this.pay(creator, address, wei) ? 0 : 2
  }

  setCode(account: Pointer, code: Pointer, size: number): void {
    const { state } = this.#current
    const address = this.addressOf(account)
    const bytes = this.#memory.bytes(code, size)
    this.#note({})
    state.setCode(address, bytes)
    this.#interpreter.recordCode(account)
    const hash = state.getCodeHash(address)
    if (hash !== undefined) this.#placeCode(account, hash, bytes)
  }

  // Inside

  get #interpreter(): Interpreter {
    return this.#attached.interpreter
  }

  get #layout(): Layout {
    return this.#attached.layout
  }

  get #memory(): LinearMemory {
    return this.#attached.memory
  }

  get #attached(): HostParts {
    if (this.#parts === undefined) throw new Error('bug: the host is not attached')
    return this.#parts
  }

  get #current(): HostMessage {
    if (this.#message === undefined) throw new Error('bug: no message runs')
    return this.#message
  }

  #note(effect: Omit<Effect, 'mark'>): void {
    this.#effects.push({ mark: this.#current.state.mark, ...effect })
    this.#countEffects()
  }

  #countEffects(): void {
    this.#memory.set(this.#layout.hostMark, this.#effects.length)
  }

  #isCreated(address: Address): boolean {
    return this.#effects.some(({ created }) => created === address)
  }

  #placeCode(account: Pointer, hash: Hash, code: Uint8Array): void {
    const { accountCode, accountCodeSize, accountJumps, accountDelegate } = this.#layout
    const placed = this.#attached.codes.place(hash, code)
    const memory = this.#memory
    memory.set(account + accountCode, placed.code)
    memory.set(account + accountCodeSize, placed.size)
    memory.set(account + accountJumps, placed.jumps)
    if (this.#rules.followsDelegations && isDelegation(code)) {
      const delegate = this.accountOf(bytesToAddress(code.subarray(3)))
      this.know(delegate)
      this.#memory.set(account + accountDelegate, delegate)
    }
  }

  /** Tells an account's code unless the interpreter knows it. */
  know(account: Pointer): void {
    const { accountFlags, flagKnown } = this.#layout
    const flags = this.#memory.get(account + accountFlags)
    if ((flags & flagKnown) === 0) this.loadAccount(account)
  }

  /** Whether nothing can be created at an address (EIP-684, EIP-7610). */
  #isTaken(account: Pointer, address: Address): boolean {
    const { state } = this.#current
    if (state.getNonce(address) !== 0n || state.getCodeHash(address) !== undefined) return true
    if (state.hasStorage(address)) return true
    const { accountWritten } = this.#layout
    const wasWritten = this.#memory.get(account + accountWritten) !== 0
    return wasWritten && this.slots.some((slot) => this.#holdsWord(account, slot))
  }

  #holdsWord(owner: Pointer, slot: Pointer): boolean {
    const { slotOwner, slotWord } = this.#layout
    if (this.#memory.get(slot + slotOwner) !== owner) return false
    return this.#memory.readWord(slot + slotWord) !== 0n
  }

  /** All slots that the message touched, transient ones too, in order of appearance. */
  get slots(): Pointer[] {
    return this.#chain(this.#interpreter.slotChain(), this.#layout.slotNext)
  }

  /** All accounts that the message touched, in order of appearance. */
  get accounts(): Pointer[] {
    return this.#chain(this.#interpreter.accountChain(), this.#layout.accountNext)
  }

  #chain(first: Pointer, next: number): Pointer[] {
    const entries: Pointer[] = []
    for (let at = first; at !== 0; at = this.#memory.get(at + next)) entries.push(at)
    return entries
  }
}

const MAX_DEPTH = 1024

/** The last word of the environment is free: the host passes addresses and keys in it. */
export const SCRATCH_WORD = 15 * 32

const EMPTY_CODE_HASH = bytesToHash(keccak256(new Uint8Array(0)))

/** EIP-1014. */
function create2Address(creator: Address, salt: Uint8Array, init: Uint8Array): Address {
  const seed = concatBytes(CREATE2_PREFIX, addressToBytes(creator), salt, keccak256(init))
  return bytesToAddress(keccak256(seed).subarray(12))
}
