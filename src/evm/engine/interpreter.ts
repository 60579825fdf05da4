import { Instance, Module, readModule } from '../../primitives/wasmModule.ts'

/** Address in an interpreter's linear memory. */
export type Pointer = number

/** Imports of the interpreter; see `assembly/host.ts`. */
export interface HostImports {
  grown(): void
  memoryLimit(): void
  leaveBlock(): void
  startsWarm(low: number): number
  loadAccount(account: Pointer): void
  loadSlot(account: Pointer, to: Pointer): void
  balance(account: Pointer, to: Pointer): void
  codeHash(account: Pointer, to: Pointer): void
  blockHash(word: Pointer): void
  isAbsent(account: Pointer): number
  bequestCreates(account: Pointer, heir: Pointer): number
  canPay(account: Pointer, value: Pointer): number
  transfer(from: Pointer, to: Pointer, value: Pointer): number
  revertTo(mark: number): void
  precompile(
    account: Pointer,
    input: Pointer,
    size: number,
    gas: bigint,
    op: number,
    value: Pointer,
    isStatic: number,
  ): bigint
  selfDestruct(account: Pointer, heir: Pointer): number
  prepareCreate(
    frame: Pointer,
    value: Pointer,
    code: Pointer,
    size: number,
    salt: Pointer,
    gas: bigint,
  ): Pointer
  beginCreate(creator: Pointer, account: Pointer, value: Pointer): number
  setCode(account: Pointer, code: Pointer, size: number): void
  entered(
    frame: Pointer,
    op: number,
    to: Pointer,
    input: Pointer,
    size: number,
    gas: bigint,
    value: Pointer,
  ): void
  exited(depth: number, output: Pointer, size: number, used: bigint, fault: number): void
  logged(log: Pointer): void
  accessed(account: Pointer, slot: Pointer): void
  steps(start: Pointer, end: Pointer, hasFault: number): void
}

interface Global<T> {
  readonly value: T
}

/** Exports of the interpreter; see `assembly/index.ts`. */
export interface Interpreter {
  readonly memory: { readonly buffer: ArrayBuffer }
  /** Runs until the message ends (0), or until the granted gas is used up or it is held (1). */
  run(): number
  reset(watchesFrames: number, watchesSteps: number): void
  setStepping(stackWords: number, memory: number, returnData: number, singly: number): void
  setPlain(): void
  begin(
    caller: Pointer,
    context: Pointer,
    codeOf: Pointer,
    input: Pointer,
    size: number,
    gas: bigint,
  ): Pointer
  grant(slice: bigint): void
  allocate(bytes: number): Pointer
  reserveReturn(size: number): Pointer
  setReturn(data: Pointer, size: number): void
  accountOfBytes(bytes: Pointer): Pointer
  accountChain(): Pointer
  slotChain(): Pointer
  /**
   * The next persistent slot that the message changed, the first one behind 0; 0 at the end. Puts
   * the bytes of key and word at `scratch`.
   */
  nextChanged(slot: Pointer): Pointer
  logChain(): Pointer
  slotAt(owner: Pointer, key: Pointer): Pointer
  /** Pointer to the value of a slot, or 0 if the message has not read it. */
  peekSlot(owner: Pointer, key: Pointer): Pointer
  warmAccount(account: Pointer): number
  addToAccessList(account: Pointer): void
  /** Sets who gets the fees of a block, and the part of the gas that is refunded at most. */
  setBlock(coinbase: Pointer, warmsCoinbase: number, refundQuotient: bigint): void
  /**
   * Runs a transaction in a block: returns 0 if the host must run it, 1 after a slice of gas, 2
   * when it has ended. Its value and its highest price are at `transactionValue` and
   * `transactionFeeCap`.
   */
  startTransaction(
    sender: Pointer,
    to: Pointer,
    nonce: bigint,
    gasLimit: bigint,
    intrinsic: bigint,
    floor: bigint,
    input: Pointer,
    size: number,
  ): number
  /** Continues after a slice of gas. */
  continueTransaction(): number
  /** Reverts a transaction that did not end. */
  abandonTransaction(): void
  /** Moves wei that the payer has, in a block. */
  payWithin(from: Pointer, to: Pointer, value: Pointer): void
  /** Like {@link nextChanged}, of the slots that the transactions of a block wrote. */
  nextWritten(slot: Pointer): Pointer
  /** Records that a frame was opened for an account. */
  noteReached(account: Pointer): void
  /** The account that was recorded last, or 0; the others follow by `accountReached`. */
  reachedChain(): Pointer
  /** Sets the initial size of the access list. */
  setListed(count: number): void
  recordCode(account: Pointer): void
  /** Emits a log; its topics are consecutive words downwards, the first directly below `top`. */
  appendLog(account: Pointer, data: Pointer, size: number, top: Pointer, topics: number): void
  analyze(code: Pointer, size: number): void
  codeRoom(size: number): number
  jumpsOf(code: Pointer, size: number): Pointer
  /** Completes the record of the opcode in which the message failed. */
  failStep(fault: number): void
  flushSteps(): void
  /** 1: `run` returns before the next step. */
  setHeld(held: number): void
  readonly returnData: Global<Pointer>
  readonly returnSize: Global<number>
  readonly endFault: Global<number>
  readonly endOutput: Global<Pointer>
  readonly endSize: Global<number>
  readonly frame: Global<Pointer>
  readonly gas: Global<bigint>
  readonly refund: Global<bigint>
  /** Gas that the transaction of a block paid for. */
  readonly gasUsed: Global<bigint>
  readonly failedOpcode: Global<number>
  readonly failedStack: Global<number>
}

/**
 * Layout of linear memory: addresses, offsets of fields, bits. The names are those of the exports.
 */
const layoutNames = [
  'params',
  'paramCount',
  'gasPrice',
  'blockCoinbase',
  'blockTimestamp',
  'blockNumber',
  'blockRandao',
  'blockGasLimit',
  'blockChainId',
  'blockBaseFee',
  'blockBlobBaseFee',
  'transactionValue',
  'transactionFeeCap',
  'scratch',
  'hashKeys',
  'rules',
  'hostMark',
  'codes',
  'codesEnd',
  'frameAccount',
  'frameValue',
  'frameHeader',
  'frameDepth',
  'accountBytes',
  'accountFlags',
  'accountCode',
  'accountCodeSize',
  'accountJumps',
  'accountDelegate',
  'accountPrecompile',
  'accountBalance',
  'accountNonce',
  'accountListed',
  'accountReached',
  'accountNext',
  'slotKey',
  'slotOwner',
  'slotFlags',
  'slotListed',
  'slotNext',
  'logPrevious',
  'logAccount',
  'logTopics',
  'logSize',
  'logHeader',
  'flagWarm',
  'flagKnown',
  'flagFunded',
  'flagChanged',
  'flagRecorded',
] as const

export type Layout = { readonly [Name in (typeof layoutNames)[number]]: number }

let code: Uint8Array | undefined
let compiled: object | undefined
/** The same for all instances. */
let layout: Layout | undefined

/**
 * Reads the interpreter's code once, so that a later build does not affect the process.
 *
 * @throws Error if it is missing
 */
export function loadInterpreter(): Uint8Array {
  code ??= readModule('engine.wasm')
  return code
}

/** Creates an interpreter with its own linear memory. */
export function createInterpreter(host: HostImports): {
  readonly interpreter: Interpreter
  readonly layout: Layout
} {
  compiled ??= new Module(loadInterpreter())
  const exports = new Instance(compiled, { host }).exports as Interpreter &
    Readonly<Record<keyof Layout, Global<number>>>
  layout ??= Object.fromEntries(layoutNames.map((name) => [name, exports[name].value])) as Layout
  return { interpreter: exports, layout }
}
