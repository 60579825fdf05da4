import { KECCAK256_NULL } from '@ethereumjs/util'
import { type Address, contractAddress, create2Address } from '../../primitives/address.ts'
import { bytesToBigInt, EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { MAX_BALANCE } from '../../state/ledger/balanceOverflow.ts'
import type { WorldState } from '../../state/worldState.ts'
import { type ConsoleRecord, ConsoleRecorder } from '../precompiles/console/consoleRecorder.ts'
import {
  SELECTOR_SIZE,
  type StatefulCall,
  type StatefulPrecompile,
} from '../precompiles/statefulPrecompile.ts'
import type { BlockContext } from '../run/executor.ts'
import type { Log } from '../run/log.ts'
import { MAX_NONCE } from '../transaction/transaction.ts'
import { type EngineAccounts, hasCreateCollision } from './engineAccounts.ts'
import type { EngineRules } from './engineRules.ts'
import type { EngineTracer } from './engineTracer.ts'
import { FAULT, reasonOf } from './faultReasons.ts'
import type { Interpreter, Layout, Pointer } from './interpreter.ts'
import type { LinearMemory } from './linearMemory.ts'
import { LogReader } from './logReader.ts'

const EMPTY_CODE_HASH = bytesToBigInt(KECCAK256_NULL)

/** Result of starting a creation; `Created` in `assembly/faults.ts`. */
export const CREATED = { yes: 0, collision: 1, balanceOverflow: 2 } as const

const EXECUTION_REVERTED = 'execution reverted'

/** A call of a precompile. */
export interface PrecompileRequest
  extends Pick<StatefulCall, 'isTopLevel' | 'isDelegated' | 'isStatic' | 'caller' | 'value'> {
  readonly input: Pointer
  readonly size: number
  readonly gas: bigint
}

/** A change by the host that may have to be reverted. */
interface Effect {
  /** Mark of the state's undo log before it. */
  readonly mark: number
  /** The set to which an address was added. */
  readonly added?: { readonly to: Set<Address>; readonly address: Address } | undefined
}

/**
 * Performs the interpreter's operations on the state. Each change is a numbered effect; the
 * interpreter records the number at the start of a frame and reverts later effects if the frame
 * fails.
 */
export class EngineHost {
  readonly #rules: EngineRules
  readonly #interpreter: Interpreter
  readonly #layout: Layout
  readonly #memory: LinearMemory
  readonly #accounts: EngineAccounts
  readonly #logs: LogReader
  readonly #effects: Effect[] = []
  /** Contracts that the message created, without reverted ones. */
  readonly alive = new Set<Address>()
  readonly #destroyed = new Set<Address>()
  #block: BlockContext | undefined
  /** Reports what the interpreter does not see. */
  watch: EngineTracer | undefined
  /** Contracts that the message created, with creators, including those of failed frames. */
  readonly created = new Map<Address, Address>()
  /** Failure of the last precompile. */
  #precompileFault = ''
  /** Reason of the last failed stateful precompile. */
  precompileError: string | undefined
  #tape: ConsoleRecorder | undefined

  constructor(
    rules: EngineRules,
    interpreter: Interpreter,
    layout: Layout,
    memory: LinearMemory,
    accounts: EngineAccounts,
  ) {
    this.#rules = rules
    this.#interpreter = interpreter
    this.#layout = layout
    this.#memory = memory
    this.#accounts = accounts
    this.#logs = new LogReader(memory, layout, accounts)
  }

  /** Starts a message. */
  begin(block: BlockContext): void {
    this.#block = block
    this.precompileError = undefined
    this.#tape = undefined
    this.#effects.length = 0
    this.alive.clear()
    this.#destroyed.clear()
    this.created.clear()
  }

  get block(): BlockContext {
    if (this.#block === undefined) throw new Error('bug: no message runs')
    return this.#block
  }

  /** Emitted logs, without reverted ones. */
  get logs(): Log[] {
    return this.#logs.all(this.#interpreter.logChain())
  }

  readLog(at: Pointer): Log {
    return this.#logs.one(at)
  }

  /** Accounts to delete at the end of the transaction. */
  get destroyed(): Address[] {
    const destroyed = [...this.#destroyed]
    return this.#rules.onlyDestroysCreated
      ? destroyed.filter((address) => this.alive.has(address))
      : destroyed
  }

  /** `console.log` output, if any. */
  get console(): ConsoleRecord | undefined {
    return this.#tape?.record
  }

  /** Reason of the frame that just failed, in geth's wording. */
  reasonOf(fault: number): string {
    if (fault === FAULT.precompile) return this.#precompileFault
    return reasonOf(fault, this.#interpreter)
  }

  // Calls from the interpreter

  balance(account: Pointer, to: Pointer): void {
    this.#memory.writeWord(to, this.#balanceOf(account))
  }

  codeHash(account: Pointer, to: Pointer): void {
    const address = this.#accounts.addressOf(account)
    const hash = this.#state.getCodeHash(address)
    // An empty account counts as absent on every fork.
    const isThere = this.#state.getNonce(address) !== 0n || this.#state.getBalance(address) !== 0n
    const withoutCode = isThere ? EMPTY_CODE_HASH : 0n
    this.#memory.writeWord(to, hash === undefined ? withoutCode : BigInt(hash))
  }

  blockHash(word: Pointer): void {
    const { block } = this
    const number = this.#memory.readWord(word)
    const age = block.number - number
    const hash =
      age > 256n || age <= 0n
        ? undefined
        : (block.blockHash(number) ?? this.#state.remote?.blockHash(number))
    if (hash === undefined) this.#memory.writeWord(word, 0n)
    else this.#memory.writeBytes32(word, hash)
  }

  isAbsent(account: Pointer): boolean {
    const address = this.#accounts.addressOf(account)
    if (this.#state.exists(address)) return false
    // Before EIP-161, every touched account exists.
    return this.#rules.clearsState || !this.#state.hasStorage(address)
  }

  bequestCreates(account: Pointer, heir: Pointer): boolean {
    if (!this.#rules.chargesHeirs || !this.isAbsent(heir)) return false
    return !this.#rules.clearsState || this.#balanceOf(account) > 0n
  }

  canPay(account: Pointer, value: Pointer): boolean {
    return this.#balanceOf(account) >= this.#memory.readWord(value)
  }

  transfer(from: Pointer, to: Pointer, value: Pointer): boolean {
    const accounts = this.#accounts
    return this.pay(accounts.addressOf(from), accounts.addressOf(to), this.#memory.readWord(value))
  }

  /** Transfers wei; false if a balance would overflow. A partial transfer is an effect, too. */
  pay(from: Address, to: Address, wei: bigint): boolean {
    const state = this.#state
    this.#note()
    if (wei !== 0n) state.setBalance(from, state.getBalance(from) - wei)
    const balance = state.getBalance(to) + wei
    if (balance > MAX_BALANCE) return false
    if (wei !== 0n) state.setBalance(to, balance)
    if (!this.#rules.clearsState) {
      state.keepEmpty(from)
      state.keepEmpty(to)
    }
    return true
  }

  /** Reverts all effects from number `mark` on. */
  revertTo(mark: number): void {
    const effect = this.#effects[mark]
    if (effect === undefined) return
    this.#state.revertTo(effect.mark)
    for (const { added } of this.#effects.splice(mark)) added?.to.delete(added.address)
    this.#countEffects()
  }

  /** Runs a precompile; see `precompile` in `assembly/host.ts`. */
  precompile(account: Pointer, request: PrecompileRequest): bigint {
    const precompile = this.#accounts.precompileOf(account)
    if (precompile === undefined) throw new Error('bug: not a precompiled contract')
    if ('hosted' in precompile) return this.#runHosted(precompile.hosted, account, request)
    const { input, size, gas } = request
    // Not copied: some have a price per call, whatever the size of the data.
    const outcome = precompile.run(this.#memory.u8.subarray(input, input + size), gas)
    if ('fault' in outcome) {
      this.#precompileFault = outcome.fault
      return -1n - gas
    }
    this.#return(outcome.output)
    return outcome.gasUsed
  }

  #runHosted(run: StatefulPrecompile, account: Pointer, request: PrecompileRequest): bigint {
    const { block } = this
    const { caller, isTopLevel, isDelegated, value, isStatic, input, size, gas } = request
    const memory = this.#memory
    let copy: Uint8Array | undefined
    this.#note()
    const state = this.#state
    const { mark } = state
    const outcome = run({
      isTopLevel,
      isDelegated,
      isStatic,
      address: this.#accounts.addressOf(account),
      caller,
      value,
      get input() {
        copy ??= memory.bytes(input, size)
        return copy
      },
      inputSize: size,
      selector: memory.bytes(input, Math.min(size, SELECTOR_SIZE)),
      gasLimit: gas,
      chainId: this.#rules.chainId,
      block,
      state,
      getStorage: (address, slot) => this.#accounts.getStorage(address, slot),
      setCode: (address, code) => this.#giveCode(this.#accounts.at(address), code),
      emit: (log) => this.#emit(log),
      log: (length, read) => {
        this.#tape ??= new ConsoleRecorder()
        this.#tape.add(length, read)
      },
    })
    if ('fault' in outcome) {
      this.#return(EMPTY_BYTES)
      this.#precompileFault = outcome.fault
      return -1n - gas
    }
    this.#return(outcome.output)
    if (!('reason' in outcome)) {
      this.watch?.hostedChanged(state, mark)
      return outcome.gasUsed
    }
    this.#precompileFault = EXECUTION_REVERTED
    this.precompileError = outcome.reason
    return -1n - outcome.gasUsed
  }

  #return(output: Uint8Array): void {
    const at = this.#interpreter.reserveReturn(output.length)
    this.#memory.u8.set(output, at)
    this.#interpreter.setReturn(at, output.length)
  }

  /** Emits a log without an opcode. */
  #emit(log: Log): void {
    const { address, topics, data } = log
    const room = this.#interpreter.allocate(topics.length * 32 + data.length + 32)
    // Words are aligned to 32 bytes.
    const words = (room + 31) & ~31
    const top = words + topics.length * 32
    for (const [i, topic] of topics.entries()) {
      this.#memory.writeWord(top - 32 * (i + 1), BigInt(topic))
    }
    this.#memory.u8.set(data, top)
    const account = this.#accounts.at(address)
    this.#interpreter.appendLog(account, top, data.length, top, topics.length)
    this.watch?.logged(log)
  }

  selfDestruct(account: Pointer, heir: Pointer): boolean {
    const state = this.#state
    const address = this.#accounts.addressOf(account)
    const to = this.#accounts.addressOf(heir)
    const isFirst = !this.#destroyed.has(address)
    const balance = state.getBalance(address)
    this.watch?.selfDestructed(this.#interpreter.frame.value, address, to, balance)
    this.#note(this.#destroyed, address)
    if (to !== address) {
      // In this order, because both may own the same coins, which then stay.
      state.setBalance(address, 0n)
      state.addBalance(to, balance)
      if (!this.#rules.clearsState) state.keepEmpty(to)
    } else if (!this.#rules.onlyDestroysCreated || this.alive.has(address)) {
      // The contract's own balance is lost, except under EIP-6780.
      state.setBalance(address, 0n)
    }
    return isFirst
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
    const state = this.#state
    const creator = this.#accounts.addressOf(memory.get(frame + frameAccount))
    const nonce = state.getNonce(creator)
    const init = salt === 0 && this.watch === undefined ? EMPTY_BYTES : memory.bytes(code, size)
    const address =
      salt === 0
        ? contractAddress(creator, nonce)
        : create2Address(creator, memory.readBytes32(salt), init)
    const wei = memory.readWord(value)
    const depth = memory.get(frame + frameDepth)
    let fault: number = FAULT.none
    if (depth >= this.#rules.maxDepth) fault = FAULT.callDepth
    else if (state.getBalance(creator) < wei) fault = FAULT.insufficientBalance
    else if (nonce >= MAX_NONCE) fault = FAULT.nonceOverflow
    if (fault !== FAULT.none) {
      this.#interpreter.noteReached(this.#accounts.at(address))
      const failed = { creator, address, init, gas, value: wei, depth: depth + 1 }
      this.watch?.creationFailed(failed, salt, fault)
      return 0
    }
    this.#note()
    state.setNonce(creator, nonce + 1n)
    return this.#accounts.at(address)
  }

  beginCreate(creator: Pointer, account: Pointer, value: Pointer): number {
    const wei = this.#memory.readWord(value)
    return this.createAccount(this.#accounts.addressOf(creator), account, wei)
  }

  /** Creates a contract without its code; returns a value of {@link CREATED}. */
  createAccount(creator: Address, account: Pointer, wei: bigint): number {
    const address = this.#accounts.addressOf(account)
    if (hasCreateCollision(this.#state, address)) return CREATED.collision
    this.created.set(address, creator)
    this.#note(this.alive, address)
    if (this.#rules.clearsState) this.#state.setNonce(address, 1n)
    return this.pay(creator, address, wei) ? CREATED.yes : CREATED.balanceOverflow
  }

  setCode(account: Pointer, code: Pointer, size: number): void {
    this.#giveCode(account, this.#memory.bytes(code, size))
  }

  #giveCode(account: Pointer, bytes: Uint8Array): void {
    const address = this.#accounts.addressOf(account)
    this.#note()
    this.#state.setCode(address, bytes)
    this.#interpreter.recordCode(account)
    const hash = this.#state.getCodeHash(address)
    if (hash !== undefined) this.#accounts.placeCode(account, hash, bytes)
  }

  // Internals

  get #state(): WorldState {
    return this.#accounts.state
  }

  #balanceOf(account: Pointer): bigint {
    return this.#state.getBalance(this.#accounts.addressOf(account))
  }

  /** Starts a change that may add an address to a set. */
  #note(to?: Set<Address>, address?: Address): void {
    const isNew = to !== undefined && address !== undefined && !to.has(address)
    if (isNew) to.add(address)
    this.#effects.push({ mark: this.#state.mark, added: isNew ? { to, address } : undefined })
    this.#countEffects()
  }

  #countEffects(): void {
    this.#memory.set(this.#layout.hostMark, this.#effects.length)
  }
}
