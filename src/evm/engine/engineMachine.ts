import { type Address, contractAddress } from '../../primitives/address.ts'
import { EMPTY_BYTES } from '../../primitives/bytes.ts'
import type { WorldState } from '../../state/worldState.ts'
import type { AccessedState, BlockContext, Message, Outcome } from '../executor.ts'
import { forkRules } from '../forkRules.ts'
import { type Hardfork, isAtLeast } from '../hardfork.ts'
import type { Observer } from '../observer.ts'
import type { Precompile } from '../precompiles/precompile.ts'
import { precompilesOf } from '../precompiles/precompiles.ts'
import { CodeCache } from './codeCache.ts'
import { EngineHost, SCRATCH_WORD } from './engineHost.ts'
import { EngineWatch } from './engineWatch.ts'
import { FAULT, faultReasons } from './faultReasons.ts'
import { gasParams, opcodeRules } from './gasTable.ts'
import {
  createInterpreter,
  type HostImports,
  type Interpreter,
  type Layout,
  type Pointer,
} from './interpreter.ts'
import { LinearMemory } from './linearMemory.ts'

/** Gas after which the interpreter comes back, so that its host can pause or stop it, and faster code can take over. */
const SLICE = 1_000_000n

/** An interpreter with its host, set up for one fork. It runs one message at a time and can be used again, however one ended. */
export class EngineMachine {
  readonly hardfork: Hardfork
  readonly #chainId: bigint
  readonly #interpreter: Interpreter
  readonly #layout: Layout
  readonly #memory: LinearMemory
  readonly #codes: CodeCache
  readonly #host: EngineHost
  readonly #usesWarmth: boolean
  readonly #warmsCoinbase: boolean
  readonly #precompiles: ReadonlyMap<Address, Precompile>
  #block: BlockContext | undefined
  #watch: EngineWatch | undefined
  /** The outcome of a message that needed no frame. */
  #early: Outcome | undefined

  constructor(chainId: bigint, hardfork: Hardfork) {
    this.hardfork = hardfork
    this.#chainId = chainId
    const rules = forkRules(chainId, hardfork)
    this.#usesWarmth = rules.isActivatedEIP(2929)
    this.#warmsCoinbase = rules.isActivatedEIP(3651)
    this.#precompiles = precompilesOf(chainId, hardfork)
    this.#host = new EngineHost({
      clearsState: isAtLeast(hardfork, 'spuriousDragon'),
      chargesHeirs: isAtLeast(hardfork, 'tangerineWhistle'),
      onlyDestroysCreated: rules.isActivatedEIP(6780),
      followsDelegations: rules.isActivatedEIP(7702),
      warmsAccounts: this.#usesWarmth,
    })
    const { interpreter, layout } = createInterpreter(this.#imports())
    this.#interpreter = interpreter
    this.#layout = layout
    this.#memory = new LinearMemory(interpreter)
    this.#codes = new CodeCache(interpreter, layout, this.#memory)
    this.#host.attach({
      interpreter,
      layout,
      memory: this.#memory,
      codes: this.#codes,
    })
    this.#memory.u64.set(opcodeRules(rules), this.#layout.rules >>> 3)
    const params = gasParams(rules, hardfork)
    this.#memory.u64.set(new BigUint64Array(params.buffer), this.#layout.params >>> 3)
    this.#interpreter.setPlain()
  }

  /** Bytes of linear memory that the machine holds. */
  get size(): number {
    return this.#memory.size
  }

  /** Sets a message up. Afterwards {@link run} is called until it says that the message ended. */
  begin(state: WorldState, block: BlockContext, message: Message, observer?: Observer): void {
    const interpreter = this.#interpreter
    const steps = observer?.steps
    interpreter.reset(observer?.frames === undefined ? 0 : 1, steps === undefined ? 0 : 1)
    this.#codes.begin()
    this.#watch =
      observer === undefined
        ? undefined
        : new EngineWatch(observer, this.#layout, this.#memory, this.#host)
    const precompiles = movePrecompiles(this.#precompiles, message.movedPrecompiles)
    this.#host.begin({ state, block, precompiles, watch: this.#watch })
    if (steps === undefined) {
      if (this.#isStepping) interpreter.setPlain()
      this.#isStepping = false
    } else {
      interpreter.setStepping(steps.stackWords, steps.memory ? 1 : 0, steps.returnData ? 1 : 0)
      this.#isStepping = true
    }
    this.#writeEnvironment(block, message)
    if (this.#usesWarmth) this.#warmUp(block, message)
    this.#early = message.to === undefined ? this.#create(state, message) : this.#call(message)
  }

  #isStepping = false

  /** Runs for a slice of gas; whether the message ended. */
  run(): boolean {
    if (this.#early !== undefined) return true
    this.#interpreter.grant(SLICE)
    return this.#interpreter.run() === 0
  }

  /** What became of the message. Its writes go to the state now. */
  finish(state: WorldState, message: Message): Outcome {
    const outcome = this.#early ?? this.#outcome(message)
    if (outcome.kind === 'success') this.#storeSlots(state)
    return outcome
  }

  /** What the message touched, in order; after {@link finish}. */
  get accessed(): AccessedState {
    const { accountListed, slotListed, slotOwner, slotKey } = this.#layout
    const memory = this.#memory
    const slots = listed(this.#host.slots, (slot) => memory.get(slot + slotListed))
    const accounts = listed(this.#host.accounts, (account) => memory.get(account + accountListed))
    const accessed = new Map<Address, Uint8Array[]>()
    for (const account of accounts) accessed.set(this.#host.addressOf(account), [])
    for (const slot of slots) {
      const address = this.#host.addressOf(memory.get(slot + slotOwner))
      accessed.get(address)?.push(memory.readBytes32(slot + slotKey))
    }
    return accessed
  }

  /** Contracts that the message created, also those that it took back. */
  get created(): ReadonlySet<Address> {
    return new Set(this.#host.created)
  }

  /** Lets go of state and observer. */
  release(): void {
    this.#host.end()
    this.#watch = undefined
    this.#early = undefined
  }

  #imports(): HostImports {
    const host = this.#host
    return {
      grown: () => host.grown(),
      memoryLimit: () => host.memoryLimit(),
      startsWarm: (low) => host.startsWarm(low),
      loadAccount: (account) => host.loadAccount(account),
      loadSlot: (account, slot) => host.loadSlot(account, slot),
      balance: (account, to) => host.balance(account, to),
      codeHash: (account, to) => host.codeHash(account, to),
      blockHash: (word) => host.blockHash(word),
      isAbsent: (account) => host.isAbsent(account),
      bequestCreates: (account, heir) => host.bequestCreates(account, heir),
      canPay: (account, value) => host.canPay(account, value),
      transfer: (from, to, value) => host.transfer(from, to, value),
      revertTo: (mark) => host.revertTo(mark),
      logged: (log) => host.logged(log),
      precompile: (account, input, size, gas) => host.precompile(account, input, size, gas),
      selfDestruct: (account, heir) => host.selfDestruct(account, heir),
      prepareCreate: (frame, value, code, size, salt, gas) =>
        host.prepareCreate(frame, value, code, size, salt, gas),
      beginCreate: (creator, account, value) => host.beginCreate(creator, account, value),
      setCode: (account, code, size) => host.setCode(account, code, size),
      entered: (frame, op, to, input, size, gas, value) =>
        this.#watch?.entered(frame, op, to, input, size, gas, value),
      exited: (depth, output, size, used, fault) =>
        this.#watch?.exited(depth, output, size, used, fault),
      accessed: (account, slot) => this.#watch?.accessed(account, slot),
      steps: (start, end) => this.#watch?.stepped(start, end),
    }
  }

  #writeEnvironment(block: BlockContext, message: Message): void {
    const memory = this.#memory
    const at = (index: number): Pointer => this.#layout.environment + index * 32
    memory.writeWord(at(1), message.gasPrice)
    if (block === this.#block) return
    this.#block = block
    memory.writeWord(at(2), BigInt(block.coinbase))
    memory.writeWord(at(3), block.timestamp)
    memory.writeWord(at(4), block.number)
    if (isAtLeast(this.hardfork, 'paris')) memory.writeBytes32(at(5), block.prevRandao)
    else memory.writeWord(at(5), block.difficulty)
    memory.writeWord(at(6), block.gasLimit)
    memory.writeWord(at(7), this.#chainId)
    memory.writeWord(at(8), block.baseFeePerGas)
    memory.writeWord(at(9), block.blobBaseFee)
  }

  /** EIP-2929 and EIP-3651: what is warm before the first opcode. Precompiled contracts are so by themselves. */
  #warmUp(block: BlockContext, message: Message): void {
    this.#warm(message.caller)
    if (message.to !== undefined) this.#warm(message.to)
    if (this.#warmsCoinbase) this.#warm(block.coinbase)
    for (const moved of message.movedPrecompiles?.values() ?? []) this.#warm(moved)
    let order = 0
    for (const [address, slots] of message.warm) {
      const account = this.#warm(address)
      order = this.#list(account + this.#layout.accountListed, order)
      for (const key of slots) {
        const slot = this.#slotAt(account, key)
        const { slotFlags, slotListed, flagWarm } = this.#layout
        this.#memory.set(slot + slotFlags, flagWarm)
        order = this.#list(slot + slotListed, order)
      }
    }
    this.#interpreter.setListed(order)
  }

  #warm(address: Address): Pointer {
    const account = this.#host.accountOf(address)
    const flags = account + this.#layout.accountFlags
    this.#memory.set(flags, this.#memory.get(flags) | this.#layout.flagWarm)
    return account
  }

  #list(at: Pointer, order: number): number {
    if (this.#memory.get(at) !== 0) return order
    this.#memory.set(at, order + 1)
    return order + 1
  }

  #slotAt(account: Pointer, key: Uint8Array): Pointer {
    const scratch = this.#layout.environment + SCRATCH_WORD
    this.#memory.writeBytes32(scratch, key)
    return this.#interpreter.slotAt(account, scratch)
  }

  #call(message: Message): Outcome | undefined {
    const host = this.#host
    const memory = this.#memory
    const { caller, to, value, data, gasLimit: gas } = message
    if (to === undefined) throw new Error('bug: a call without a target')
    this.#watch?.began({ kind: 'CALL', depth: 0, from: caller, to, input: data, gas, value })
    const account = host.accountOf(to)
    host.know(account)
    const fault = this.#pay(message, to)
    if (fault !== undefined) return this.#failEarly(fault, 0n)
    const precompile = memory.get(account + this.#layout.accountPrecompile)
    if (precompile !== 0) return this.#callPrecompile(account, data, gas)
    const delegate = memory.get(account + this.#layout.accountDelegate)
    if (delegate !== 0) {
      // Warm for free, and not in the access list.
      const flags = delegate + this.#layout.accountFlags
      memory.set(flags, memory.get(flags) | this.#layout.flagWarm)
    }
    const codeOf = delegate === 0 ? account : delegate
    if (memory.get(codeOf + this.#layout.accountCodeSize) === 0) {
      return this.#succeedEarly(EMPTY_BYTES, 0n)
    }
    return this.#start(caller, account, codeOf, message)
  }

  /** Takes the value from the caller to the target; returns why it cannot. */
  #pay({ caller, value }: Message, to: Address): number | undefined {
    if (this.#host.balanceOf(caller) < value) return FAULT.insufficientBalance
    return this.#host.pay(caller, to, value) ? undefined : FAULT.balanceOverflow
  }

  #callPrecompile(account: Pointer, data: Uint8Array, gas: bigint): Outcome {
    const input = this.#place(data)
    const used = this.#host.precompile(account, input, data.length, gas)
    if (used < 0n) return this.#failEarly(FAULT.precompile, gas)
    const { returnData, returnSize } = this.#interpreter
    return this.#succeedEarly(this.#memory.bytes(returnData.value, returnSize.value), used)
  }

  #create(state: WorldState, message: Message): Outcome | undefined {
    const host = this.#host
    const { caller, value, data, gasLimit: gas } = message
    // A transaction has counted itself already.
    const to = contractAddress(caller, state.getNonce(caller) - 1n)
    const account = host.accountOf(to)
    if (this.#usesWarmth) this.#interpreter.warmAccount(account)
    this.#watch?.began({ kind: 'CREATE', depth: 0, from: caller, to, input: data, gas, value })
    if (host.balanceOf(caller) < value) return this.#failEarly(FAULT.insufficientBalance, 0n)
    const how = host.createAccount(caller, account, value)
    if (how === 1) return this.#failEarly(FAULT.collision, gas)
    if (how === 2) return this.#failEarly(FAULT.balanceOverflow, 0n)
    if (data.length === 0) return this.#succeedEarly(EMPTY_BYTES, 0n, to)
    return this.#start(caller, account, 0, message)
  }

  #start(caller: Address, context: Pointer, codeOf: Pointer, message: Message): undefined {
    const { data, gasLimit, value } = message
    const from = this.#host.accountOf(caller)
    const input = this.#place(data)
    const frame = this.#interpreter.begin(from, context, codeOf, input, data.length, gasLimit)
    this.#memory.writeWord(frame + this.#layout.frameValue, value)
  }

  #place(data: Uint8Array): Pointer {
    const at = this.#interpreter.allocate(data.length)
    this.#memory.u8.set(data, at)
    return at
  }

  #failEarly(fault: number, gasUsed: bigint): Outcome {
    this.#host.revertAll()
    const reason =
      fault === FAULT.precompile ? this.#host.precompileFault : (faultReasons[fault] ?? '')
    this.#watch?.left(0, EMPTY_BYTES, gasUsed, reason)
    return { kind: 'halt', reason, gasUsed }
  }

  #succeedEarly(output: Uint8Array, gasUsed: bigint, createdAddress?: Address): Outcome {
    this.#watch?.left(0, output, gasUsed)
    return {
      kind: 'success',
      output,
      gasUsed,
      gasRefund: 0n,
      logs: [],
      ...(createdAddress === undefined ? {} : { createdAddress }),
      destroyed: [],
    }
  }

  #outcome({ gasLimit, to }: Message): Outcome {
    const { endFault, endOutput, endSize, gas, refund, frame } = this.#interpreter
    const fault = endFault.value
    const gasUsed = gasLimit - gas.value
    const output = this.#memory.bytes(endOutput.value, endSize.value)
    if (fault === FAULT.revert) return { kind: 'revert', output, gasUsed }
    if (fault !== FAULT.none) return { kind: 'halt', reason: faultReasons[fault] ?? '', gasUsed }
    const account = this.#memory.get(frame.value + this.#layout.frameAccount)
    return {
      kind: 'success',
      output,
      gasUsed,
      gasRefund: refund.value,
      logs: this.#host.logs,
      ...(to === undefined ? { createdAddress: this.#host.addressOf(account) } : {}),
      destroyed: this.#host.destroyed,
    }
  }

  /** Writes the slots that hold another word than when the message began. */
  #storeSlots(state: WorldState): void {
    const { slotOwner, slotKey, slotWord, slotOriginal } = this.#layout
    const memory = this.#memory
    for (const slot of this.#host.slots) {
      const owner = memory.get(slot + slotOwner)
      const isTransient = (owner & 1) === 1
      if (isTransient || memory.hasEqualWords(slot + slotWord, slot + slotOriginal)) {
        continue
      }
      const address = this.#host.addressOf(owner)
      const key = memory.readBytes32(slot + slotKey)
      state.setStorage(address, key, memory.readBytes32(slot + slotWord))
    }
  }
}

/** Entries in the order in which they came into the access list; those that did not are left out. */
function listed(entries: readonly Pointer[], orderOf: (entry: Pointer) => number): Pointer[] {
  return entries.filter((entry) => orderOf(entry) !== 0).sort((a, b) => orderOf(a) - orderOf(b))
}

function movePrecompiles(
  table: ReadonlyMap<Address, Precompile>,
  moves: ReadonlyMap<Address, Address> | undefined,
): ReadonlyMap<Address, Precompile> {
  if (moves === undefined || moves.size === 0) return table
  const moved = new Map(table)
  for (const from of moves.keys()) moved.delete(from)
  for (const [from, to] of moves) {
    const precompile = table.get(from)
    if (precompile !== undefined) moved.set(to, precompile)
  }
  return moved
}
