import { KECCAK256_NULL } from '@ethereumjs/util'
import type { Address } from '../../primitives/address.ts'
import { bytesToBigInt } from '../../primitives/encoding/bytes.ts'
import { castAddress, type NativeAddress, nativeOfKind } from '../../state/rows/layout.ts'
import type { BlockContext } from '../run/executor.ts'
import type { EngineAccounts } from './engineAccounts.ts'
import type { HostImports, Interpreter, Layout, Pointer } from './interpreter.ts'
import type { LinearMemory } from './linearMemory.ts'

const EMPTY_CODE_HASH = bytesToBigInt(KECCAK256_NULL)

/** Thrown if a transaction cannot run on the accounts of a block and has to run on the state. */
export class LeaveBlock extends Error {}

function leave(): never {
  throw new LeaveBlock()
}

/**
 * Performs the operations of a block machine's interpreter: balances and nonces are in linear
 * memory. Whatever would change more than balances, nonces and slots leaves the block.
 */
export class BlockHost {
  readonly #interpreter: Interpreter
  readonly #layout: Layout
  readonly #memory: LinearMemory
  readonly #accounts: EngineAccounts
  /** The native addresses that hold the coins of the accounts: two accounts may share one. */
  readonly #owners = new Set<NativeAddress>()
  #block: BlockContext | undefined

  constructor(
    interpreter: Interpreter,
    layout: Layout,
    memory: LinearMemory,
    accounts: EngineAccounts,
  ) {
    this.#interpreter = interpreter
    this.#layout = layout
    this.#memory = memory
    this.#accounts = accounts
  }

  /** The imports of the interpreter, except for `grown`. */
  static imports(host: () => BlockHost): Omit<HostImports, 'grown'> {
    const bit = (holds: boolean): number => (holds ? 1 : 0)
    // V8 compiles an entry for each import whose number of parameters is another.
    return {
      memoryLimit: leave,
      leaveBlock: leave,
      startsWarm: (low) => bit(host().#accounts.startsWarm(low)),
      loadAccount: (account) => host().#accounts.load(account),
      loadSlot: (account, to) => host().#accounts.loadSlot(account, to),
      balance: (account, to) => host().#copyBalance(account, to),
      codeHash: (account, to) => host().#writeCodeHash(account, to),
      blockHash: (word) => host().#writeBlockHash(word),
      isAbsent: (account) => bit(host().#isAbsent(account)),
      canPay: (account, value) => bit(host().#canPay(account, value)),
      transfer: (from, to, value) => bit(host().#transfer(from, to, value)),
      revertTo: (_mark) => leave(),
      precompile: (account, input, size, gas, _op, _value, _isStatic) =>
        host().#precompile(account, input, size, gas),
      bequestCreates: (_account, _heir) => leave(),
      selfDestruct: (_account, _heir) => leave(),
      prepareCreate: (_frame, _value, _code, _size, _salt, _gas) => leave(),
      beginCreate: (_creator, _account, _value) => leave(),
      setCode: (_account, _code, _size) => leave(),
      // For observers.
      entered: (_frame, _op, _to, _input, _size, _gas, _value) => undefined,
      exited: (_depth, _output, _size, _used, _fault) => undefined,
      logged: (_log) => undefined,
      accessed: (_account, _slot) => undefined,
      steps: (_start, _end) => undefined,
    }
  }

  /** Starts a block. */
  begin(block: BlockContext): void {
    this.#block = block
    this.#owners.clear()
  }

  get block(): BlockContext {
    if (this.#block === undefined) throw new Error('bug: no block runs')
    return this.#block
  }

  /**
   * Loads balance and nonce of an account, once.
   * @throws LeaveBlock if another account owns the same coins
   */
  fund(account: Pointer): void {
    const { accountFlags, accountBalance, accountNonce, flagFunded, flagRecorded } = this.#layout
    const memory = this.#memory
    const flags = memory.get(account + accountFlags)
    if ((flags & flagFunded) !== 0) return
    const { state } = this.#accounts
    const address = this.#accounts.addressOf(account)
    const owner = this.ownerOf(address)
    if (this.#owners.has(owner)) throw new LeaveBlock()
    this.#owners.add(owner)
    memory.writeWord(account + accountBalance, state.getWei(owner))
    memory.u64[(account + accountNonce) >>> 3] = state.getNonce(address)
    const recorded = state.getAccount(owner) === undefined ? 0 : flagRecorded
    memory.set(account + accountFlags, flags | flagFunded | recorded)
  }

  /** The native address that holds the coins of an account. */
  ownerOf(address: Address): NativeAddress {
    return this.#accounts.state.get(nativeOfKind, address) ?? castAddress(address)
  }

  /** Whether an account has a record, so that a payment to it makes none. */
  isRecorded(account: Pointer): boolean {
    const { accountFlags, flagRecorded } = this.#layout
    return (this.#memory.get(account + accountFlags) & flagRecorded) !== 0
  }

  setRecorded(account: Pointer): void {
    const { accountFlags, flagRecorded } = this.#layout
    const flags = account + accountFlags
    this.#memory.set(flags, this.#memory.get(flags) | flagRecorded)
  }

  // Calls from the interpreter

  #copyBalance(account: Pointer, to: Pointer): void {
    this.fund(account)
    const from = account + this.#layout.accountBalance
    this.#memory.u8.copyWithin(to, from, from + 32)
  }

  #writeCodeHash(account: Pointer, to: Pointer): void {
    const hash = this.#accounts.state.getCodeHash(this.#accounts.addressOf(account))
    const withoutCode = this.#isEmpty(account) ? 0n : EMPTY_CODE_HASH
    this.#memory.writeWord(to, hash === undefined ? withoutCode : BigInt(hash))
  }

  #writeBlockHash(word: Pointer): void {
    const { block } = this
    const number = this.#memory.readWord(word)
    const age = block.number - number
    const hash = age > 256n || age <= 0n ? undefined : block.blockHash(number)
    if (hash === undefined) this.#memory.writeWord(word, 0n)
    else this.#memory.writeBytes32(word, hash)
  }

  #isAbsent(account: Pointer): boolean {
    const address = this.#accounts.addressOf(account)
    return this.#isEmpty(account) && this.#accounts.state.getCodeHash(address) === undefined
  }

  /** Whether an account has neither nonce nor balance. */
  #isEmpty(account: Pointer): boolean {
    this.fund(account)
    const nonce = this.#memory.u64[(account + this.#layout.accountNonce) >>> 3]
    return nonce === 0n && this.#balanceOf(account) === 0n
  }

  #balanceOf(account: Pointer): bigint {
    return this.#memory.readWord(account + this.#layout.accountBalance)
  }

  #canPay(account: Pointer, value: Pointer): boolean {
    this.fund(account)
    return this.#balanceOf(account) >= this.#memory.readWord(value)
  }

  #transfer(from: Pointer, to: Pointer, value: Pointer): boolean {
    this.fund(from)
    this.fund(to)
    // A record belongs to the frame, which may fail.
    if (!this.isRecorded(to)) throw new LeaveBlock()
    this.#interpreter.payWithin(from, to, value)
    return true
  }

  /** Runs a precompile that needs no state; see `precompile` in `assembly/host.ts`. */
  #precompile(account: Pointer, input: Pointer, size: number, gas: bigint): bigint {
    const precompile = this.#accounts.precompileOf(account)
    if (precompile === undefined || 'hosted' in precompile) throw new LeaveBlock()
    const outcome = precompile.run(this.#memory.u8.subarray(input, input + size), gas)
    if ('fault' in outcome) return -1n - gas
    const { output } = outcome
    const at = this.#interpreter.reserveReturn(output.length)
    this.#memory.u8.set(output, at)
    this.#interpreter.setReturn(at, output.length)
    return outcome.gasUsed
  }
}
