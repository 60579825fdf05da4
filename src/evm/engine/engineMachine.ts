import { type Address, contractAddress } from '../../primitives/address.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import type { WorldState } from '../../state/worldState.ts'
import type { ConsoleRecord } from '../precompiles/console/consoleRecorder.ts'
import { precompilesOf } from '../precompiles/precompiles.ts'
import type { StatefulPrecompiles } from '../precompiles/statefulPrecompile.ts'
import { forkRules } from '../rules/forkRules.ts'
import type { AccessedState, BlockContext, ExecutionResult, Message } from '../run/executor.ts'
import { frameKinds, type Observer } from '../run/observer.ts'
import { CodeCache } from './codeCache.ts'
import { EngineAccounts, listed } from './engineAccounts.ts'
import { CREATED, EngineHost, type PrecompileRequest } from './engineHost.ts'
import { withInternalCalls } from './engineInternalCalls.ts'
import { type EngineRules, engineRules } from './engineRules.ts'
import { EngineTracer } from './engineTracer.ts'
import { FAULT } from './faultReasons.ts'
import {
  createInterpreter,
  type HostImports,
  type Interpreter,
  type Layout,
  type Pointer,
} from './interpreter.ts'
import { LinearMemory } from './linearMemory.ts'
import { writeBlock, writeTables } from './writeTables.ts'

/** Gas after which the interpreter returns, so that the host can yield and V8 can optimise. */
const SLICE = 1_000_000n

/** Thrown by the interpreter if a message exceeds the limit of linear memory. */
export class MemoryLimitError extends Error {}

/** An interpreter with its host for one fork. Reusable; one message at a time. */
export class EngineMachine {
  #chainId: bigint
  readonly #rules: EngineRules
  readonly #interpreter: Interpreter
  readonly #layout: Layout
  readonly #memory: LinearMemory
  readonly #accounts: EngineAccounts
  readonly #host: EngineHost
  #block: BlockContext | undefined
  #watch: EngineTracer | undefined
  #isStepping = false
  #caller: Pointer = 0
  /** Result of a message without a frame. */
  #early: ExecutionResult | undefined

  constructor(
    chainId: bigint,
    { hardfork, codeSizeLimit }: Pick<BlockContext, 'hardfork' | 'codeSizeLimit'>,
    hosted: StatefulPrecompiles,
    sstoreSetGas: bigint | undefined,
  ) {
    this.#chainId = chainId
    this.#rules = engineRules(chainId, hardfork)
    const { interpreter, layout } = createInterpreter(this.#imports())
    const memory = new LinearMemory(interpreter)
    const codes = new CodeCache(interpreter, layout, memory)
    const accounts = new EngineAccounts(this.#rules, interpreter, layout, memory, codes, {
      precompiles: precompilesOf(chainId, hardfork),
      hosted,
    })
    this.#interpreter = interpreter
    this.#layout = layout
    this.#memory = memory
    this.#accounts = accounts
    this.#host = new EngineHost(this.#rules, interpreter, layout, memory, accounts)
    writeTables(memory, layout, forkRules(chainId, hardfork, codeSizeLimit, sstoreSetGas), hardfork)
    interpreter.setPlain()
  }

  /** Size of linear memory in bytes. */
  get size(): number {
    return this.#memory.size
  }

  /** Starts a message. Then call {@link run} until the message has ended. */
  begin(state: WorldState, block: BlockContext, message: Message, observer?: Observer): void {
    const steps = observer?.steps
    this.#interpreter.reset(observer?.frames === undefined ? 0 : 1, steps === undefined ? 0 : 1)
    this.#accounts.begin(state, message)
    this.#host.begin(block)
    this.#watch =
      observer === undefined
        ? undefined
        : new EngineTracer(
            observer,
            this.#interpreter,
            this.#layout,
            this.#memory,
            this.#accounts,
            (fault) => this.#host.reasonOf(fault),
          )
    this.#host.watch = this.#watch
    this.#setStepping(observer)
    this.#writeEnvironment(block, message)
    const { caller, to } = message
    this.#caller = this.#accounts.at(caller)
    const account = to === undefined ? 0 : this.#accounts.at(to)
    if (this.#rules.warmsAccounts) this.#warmUp(block, message, account)
    observer?.begin?.(this.#accounts)
    this.#early = to === undefined ? this.#create(state, message) : this.#call(message, to, account)
  }

  #setStepping(observer: Observer | undefined): void {
    const steps = observer?.steps
    if (steps !== undefined) {
      const flags = [steps.memory, steps.returnData, steps.isSingle === true] as const
      const [memory, returnData, singly] = flags.map(Number) as [number, number, number]
      this.#interpreter.setStepping(steps.stackWords, memory, returnData, singly)
    } else if (this.#isStepping) {
      this.#interpreter.setPlain()
    }
    this.#isStepping = steps !== undefined
  }

  /** Runs for a slice of gas. Returns whether the message has ended. */
  run(): boolean {
    if (this.#early !== undefined) return true
    this.#interpreter.grant(SLICE)
    return this.#interpreter.run() === 0
  }

  /** Returns the result and writes the changes to the state. */
  finish(message: Message): ExecutionResult {
    const outcome = this.#early ?? this.#outcome(message)
    if (outcome.kind === 'success') this.#accounts.storeSlots()
    return withInternalCalls(outcome, message, this.#accounts, this.#host)
  }

  /** Returns the result of a message that exceeded the memory: all gas is used. */
  giveUp(message: Message): ExecutionResult {
    const reason = this.#host.reasonOf(FAULT.memoryLimit)
    if (this.#watch?.steps !== undefined) {
      this.#interpreter.failStep(FAULT.memoryLimit)
      this.#interpreter.flushSteps()
    }
    this.#watch?.abandon(reason)
    const outcome = { kind: 'halt', reason, gasUsed: message.gasLimit } as const
    return withInternalCalls(outcome, message, this.#accounts, this.#host)
  }

  /** Accessed state in order; after {@link finish}. */
  get accessed(): AccessedState {
    const { accountListed, slotListed, slotOwner, slotKey } = this.#layout
    const memory = this.#memory
    const slots = listed(this.#accounts.slots, (slot) => memory.get(slot + slotListed))
    const accounts = listed(this.#accounts.accounts, (account) =>
      memory.get(account + accountListed),
    )
    const accessed = new Map<Address, Uint8Array[]>()
    for (const account of accounts) accessed.set(this.#accounts.addressOf(account), [])
    for (const slot of slots) {
      const address = this.#accounts.addressOf(memory.get(slot + slotOwner))
      accessed.get(address)?.push(memory.readBytes32(slot + slotKey))
    }
    return accessed
  }

  /** Contracts that the message created, including reverted ones. */
  get created(): ReadonlySet<Address> {
    return new Set(this.#host.created.keys())
  }

  /** `console.log` output of the message, if any. */
  get console(): ConsoleRecord | undefined {
    return this.#host.console
  }

  /** Releases state and observer. */
  release(): void {
    this.#accounts.end()
    this.#host.watch = undefined
    this.#watch = undefined
    this.#early = undefined
  }

  /** The imports delegate to components that are created later. */
  #imports(): HostImports {
    const bit = (holds: boolean): number => (holds ? 1 : 0)
    return {
      grown: () => this.#memory.refresh(),
      memoryLimit() {
        throw new MemoryLimitError('memory limit reached')
      },
      leaveBlock() {
        throw new Error('bug: no transaction of a block runs')
      },
      startsWarm: (low) => bit(this.#accounts.startsWarm(low)),
      loadAccount: (account) => this.#accounts.load(account),
      loadSlot: (account, to) => this.#accounts.loadSlot(account, to),
      balance: (account, to) => this.#host.balance(account, to),
      codeHash: (account, to) => this.#host.codeHash(account, to),
      blockHash: (word) => this.#host.blockHash(word),
      isAbsent: (account) => bit(this.#host.isAbsent(account)),
      bequestCreates: (account, heir) => bit(this.#host.bequestCreates(account, heir)),
      canPay: (account, value) => bit(this.#host.canPay(account, value)),
      transfer: (from, to, value) => bit(this.#host.transfer(from, to, value)),
      revertTo: (mark) => this.#host.revertTo(mark),
      precompile: (account, input, size, gas, op, value, isStatic) =>
        this.#host.precompile(account, {
          ...this.#callOf(op, value),
          isTopLevel: false,
          isStatic: isStatic !== 0,
          input,
          size,
          gas,
        }),
      selfDestruct: (account, heir) => bit(this.#host.selfDestruct(account, heir)),
      prepareCreate: (frame, value, code, size, salt, gas) =>
        this.#host.prepareCreate(frame, value, code, size, salt, gas),
      beginCreate: (creator, account, value) => this.#host.beginCreate(creator, account, value),
      setCode: (account, code, size) => this.#host.setCode(account, code, size),
      logged: (log) => this.#watch?.logged(this.#host.readLog(log)),
      entered: (frame, op, to, input, size, gas, value) =>
        this.#watch?.entered(frame, op, to, input, size, gas, value),
      exited: (depth, output, size, used, fault) =>
        this.#watch?.exited(depth, output, size, used, fault),
      accessed: (account, slot) => this.#watch?.accessed(account, slot),
      steps: (start, end, hasFault) => this.#watch?.stepped(start, end, hasFault !== 0),
    }
  }

  /** Caller and kind of the running opcode's call. */
  #callOf(op: number, value: Pointer): Pick<PrecompileRequest, 'isDelegated' | 'caller' | 'value'> {
    const kind = frameKinds.get(op)
    const account = this.#memory.get(this.#interpreter.frame.value + this.#layout.frameAccount)
    // Only CALL transfers value.
    const wei = kind !== 'CALL' ? 0n : this.#memory.readWord(value)
    const isDelegated = kind === 'DELEGATECALL' || kind === 'CALLCODE'
    return { isDelegated, caller: this.#accounts.addressOf(account), value: wei }
  }

  #writeEnvironment(block: BlockContext, message: Message): void {
    this.#memory.writeWord(this.#layout.gasPrice, message.gasPrice)
    const { chainId = this.#rules.chainId } = message
    if (block === this.#block && chainId === this.#chainId) return
    this.#chainId = chainId
    this.#block = block
    writeBlock(this.#memory, this.#layout, this.#rules, block, chainId)
  }

  /** Accounts that are warm at the start (EIP-2929, EIP-3651), other than precompiles. */
  #warmUp(block: BlockContext, message: Message, to: Pointer): void {
    this.#accounts.warm(this.#caller)
    if (to !== 0) this.#accounts.warm(to)
    if (this.#rules.warmsCoinbase) this.#accounts.warm(this.#accounts.at(block.coinbase))
    let order = 0
    for (const [address, slots] of message.warm) {
      const account = this.#accounts.warm(this.#accounts.at(address))
      order = this.#list(account + this.#layout.accountListed, order)
      for (const key of slots) {
        const slot = this.#accounts.slotAt(account, key)
        const { slotFlags, slotListed, flagWarm } = this.#layout
        this.#memory.set(slot + slotFlags, flagWarm)
        order = this.#list(slot + slotListed, order)
      }
    }
    this.#interpreter.setListed(order)
  }

  #list(at: Pointer, order: number): number {
    if (this.#memory.get(at) !== 0) return order
    this.#memory.set(at, order + 1)
    return order + 1
  }

  #call(message: Message, to: Address, account: Pointer): ExecutionResult | undefined {
    const { caller, value, data, gasLimit: gas } = message
    this.#watch?.began({ kind: 'CALL', depth: 0, from: caller, to, input: data, gas, value })
    this.#accounts.know(account)
    const fault = this.#pay(message, to)
    if (fault !== undefined) return this.#failEarly(fault, 0n)
    if (this.#memory.get(account + this.#layout.accountPrecompile) !== 0)
      return this.#callPrecompile(account, message)
    const delegate = this.#memory.get(account + this.#layout.accountDelegate)
    if (delegate !== 0) {
      this.#accounts.know(delegate)
      // Warm without gas, and not in the access list.
      this.#accounts.warm(delegate)
    }
    const codeOf = delegate === 0 ? account : delegate
    if (this.#memory.get(codeOf + this.#layout.accountCodeSize) === 0) {
      return this.#succeedEarly(EMPTY_BYTES, 0n)
    }
    return this.#start(account, codeOf, message)
  }

  /** Transfers the value from the caller to the target; returns the reason of a failure. */
  #pay({ caller, value }: Message, to: Address): number | undefined {
    if (this.#accounts.state.getBalance(caller) < value) return FAULT.insufficientBalance
    return this.#host.pay(caller, to, value) ? undefined : FAULT.balanceOverflow
  }

  #callPrecompile(
    account: Pointer,
    { caller, value, data, gasLimit: gas }: Message,
  ): ExecutionResult {
    const input = this.#place(data)
    const request = { isTopLevel: true, isDelegated: false, isStatic: false, caller, value }
    const size = data.length
    const used = this.#host.precompile(account, { ...request, input, size, gas })
    const { returnData, returnSize } = this.#interpreter
    const output = this.#memory.bytes(returnData.value, returnSize.value)
    if (used >= 0n) return this.#succeedEarly(output, used)
    const { precompileError } = this.#host
    if (precompileError === undefined) return this.#failEarly(FAULT.precompile, gas)
    const gasUsed = -1n - used
    this.#host.revertTo(0)
    this.#watch?.left(0, output, gasUsed, this.#host.reasonOf(FAULT.precompile))
    return { kind: 'revert', output, gasUsed, precompileError }
  }

  #create(state: WorldState, message: Message): ExecutionResult | undefined {
    const host = this.#host
    const { caller, value, data, gasLimit: gas } = message
    // A transaction has incremented the nonce already.
    const to = contractAddress(caller, state.getNonce(caller) - 1n)
    const account = this.#accounts.at(to)
    this.#watch?.began({ kind: 'CREATE', depth: 0, from: caller, to, input: data, gas, value })
    if (state.getBalance(caller) < value) return this.#failEarly(FAULT.insufficientBalance, 0n)
    if (this.#rules.warmsAccounts) {
      this.#interpreter.addToAccessList(account)
      this.#interpreter.warmAccount(account)
    }
    const how = host.createAccount(caller, account, value)
    if (how === CREATED.collision) return this.#failEarly(FAULT.collision, gas)
    if (how === CREATED.balanceOverflow) return this.#failEarly(FAULT.balanceOverflow, 0n)
    if (data.length === 0) return this.#succeedEarly(EMPTY_BYTES, 0n, to)
    return this.#start(account, 0, message)
  }

  #start(context: Pointer, codeOf: Pointer, message: Message): undefined {
    const { data, gasLimit, value } = message
    const input = this.#place(data)
    const frame = this.#interpreter.begin(
      this.#caller,
      context,
      codeOf,
      input,
      data.length,
      gasLimit,
    )
    this.#memory.writeWord(frame + this.#layout.frameValue, value)
  }

  #place(data: Uint8Array): Pointer {
    const at = this.#interpreter.allocate(data.length)
    this.#memory.u8.set(data, at)
    return at
  }

  #failEarly(fault: number, gasUsed: bigint): ExecutionResult {
    this.#host.revertTo(0)
    const reason = this.#host.reasonOf(fault)
    this.#watch?.left(0, EMPTY_BYTES, gasUsed, reason)
    return { kind: 'halt', reason, gasUsed }
  }

  #succeedEarly(output: Uint8Array, gasUsed: bigint, createdAddress?: Address): ExecutionResult {
    this.#watch?.left(0, output, gasUsed)
    return {
      kind: 'success',
      output,
      gasUsed,
      gasRefund: 0n,
      logs: this.#host.logs,
      ...(createdAddress === undefined ? {} : { createdAddress }),
      destroyed: [],
    }
  }

  #outcome({ gasLimit, to }: Message): ExecutionResult {
    const { endFault, endOutput, endSize, gas, refund, frame } = this.#interpreter
    const fault = endFault.value
    const gasUsed = gasLimit - gas.value
    const output = this.#memory.bytes(endOutput.value, endSize.value)
    const { precompileError: error } = this.#host
    const cause = error === undefined ? {} : { precompileError: error }
    if (fault === FAULT.revert) return { kind: 'revert', output, gasUsed, ...cause }
    if (fault !== FAULT.none) {
      return { kind: 'halt', reason: this.#host.reasonOf(fault), gasUsed, ...cause }
    }
    const account = this.#memory.get(frame.value + this.#layout.frameAccount)
    return {
      kind: 'success',
      output,
      gasUsed,
      gasRefund: refund.value,
      logs: this.#host.logs,
      ...(to === undefined ? { createdAddress: this.#accounts.addressOf(account) } : {}),
      destroyed: this.#host.destroyed,
    }
  }
}
