import { setImmediate } from 'node:timers/promises'
import type { Address } from '../../primitives/address.ts'
import { assert } from '../../primitives/assert.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import type { MaybePromise } from '../../primitives/maybePromise.ts'
import { type NativeAddress, nativeOfKind } from '../../state/rows/layout.ts'
import type { WorldState } from '../../state/worldState.ts'
import { precompilesOf } from '../precompiles/precompiles.ts'
import type { StatefulPrecompiles } from '../precompiles/statefulPrecompile.ts'
import { forkRules } from '../rules/forkRules.ts'
import type { BlockContext, ReceiptOutcome, ReceiptResult } from '../run/executor.ts'
import { effectiveGasPrice } from '../run/runTransaction.ts'
import { isDelegation } from '../transaction/delegation.ts'
import type { IntrinsicGas } from '../transaction/intrinsicGas.ts'
import { MAX_NONCE, type Transaction } from '../transaction/transaction.ts'
import { validateStateless } from '../transaction/validateTransaction.ts'
import { BlockHost, LeaveBlock } from './blockHost.ts'
import { CodeCache } from './codeCache.ts'
import { EngineAccounts } from './engineAccounts.ts'
import { type EngineRules, engineRules } from './engineRules.ts'
import { FAULT, reasonOf } from './faultReasons.ts'
import { createInterpreter, type Interpreter, type Layout, type Pointer } from './interpreter.ts'
import { LinearMemory } from './linearMemory.ts'
import { LogReader } from './logReader.ts'
import { writeBlock, writeTables } from './writeTables.ts'

/** Results of {@link Interpreter.startTransaction}. */
const [REFUSED, PAUSED] = [0, 1]

/** Slices of gas between two yields to the event loop. */
const SLICES_PER_PAUSE = 4

/** Transactions with larger numbers run on the state: sums of these fit into a word. */
const MAX_VALUE = 1n << 192n
const MAX_PRICE = 1n << 128n
const MAX_GAS = 1n << 62n

/** Logs and slots of a block fill linear memory, which never shrinks. */
const MAX_SIZE = 16 * 1024 * 1024

/**
 * An interpreter that keeps accounts and slots over the transactions of a block. Reusable; one
 * block at a time.
 */
export class BlockMachine {
  readonly #rules: EngineRules
  readonly #interpreter: Interpreter
  readonly #layout: Layout
  readonly #memory: LinearMemory
  readonly #accounts: EngineAccounts
  readonly #host: BlockHost
  readonly #logs: LogReader
  readonly #refundQuotient: bigint
  /** Accounts that transactions named. */
  readonly #known = new Map<Address, Pointer>()
  /** Senders, or 0 for those whose transactions run on the state. */
  readonly #senders = new Map<Address, Pointer>()
  /** Accounts that a payment gave a record, in order. */
  readonly #recorded: NativeAddress[] = []
  #block: BlockContext | undefined
  #coinbase: Pointer = 0
  #includesInternalCalls = false
  /** Where the input of a transaction lies, and how much fits. */
  #input: Pointer = 0
  #inputRoom = 0
  /** Fees of the last transaction, whose price is in linear memory. */
  #feeCap = -1n
  #tip = -1n
  #price = 0n

  constructor(
    chainId: bigint,
    { hardfork, codeSizeLimit }: Pick<BlockContext, 'hardfork' | 'codeSizeLimit'>,
    hosted: StatefulPrecompiles,
    sstoreSetGas: bigint | undefined,
  ) {
    this.#rules = engineRules(chainId, hardfork)
    const { interpreter, layout } = createInterpreter({
      grown: () => this.#memory.refresh(),
      ...BlockHost.imports(() => this.#host),
    })
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
    this.#host = new BlockHost(interpreter, layout, memory, accounts)
    this.#logs = new LogReader(memory, layout, accounts)
    const rules = forkRules(chainId, hardfork, codeSizeLimit, sstoreSetGas)
    this.#refundQuotient = rules.param('maxRefundQuotient')
    writeTables(memory, layout, rules, hardfork)
    interpreter.setPlain()
  }

  /** Whether linear memory has room for more transactions. */
  get hasRoom(): boolean {
    return this.#memory.size <= MAX_SIZE
  }

  /** Starts a block. */
  begin(state: WorldState, block: BlockContext, includesInternalCalls: boolean): void {
    this.#interpreter.reset(0, 0)
    this.#known.clear()
    this.#senders.clear()
    this.#recorded.length = 0
    this.#inputRoom = 0
    this.#feeCap = -1n
    this.#includesInternalCalls = includesInternalCalls
    this.#accounts.begin(state)
    this.#host.begin(block)
    if (block !== this.#block) {
      writeBlock(this.#memory, this.#layout, this.#rules, block, this.#rules.chainId)
    }
    this.#block = block
    this.#coinbase = this.#account(block.coinbase)
    const warms = this.#rules.warmsCoinbase ? 1 : 0
    this.#interpreter.setBlock(this.#coinbase, warms, this.#refundQuotient)
  }

  /** See `BlockSession.run`. */
  run(tx: Transaction): MaybePromise<ReceiptResult | undefined> {
    const { to } = tx
    const costs = to === undefined ? undefined : this.#costsOf(tx)
    if (to === undefined || costs === undefined) return undefined
    let isRunning = false
    try {
      const sender = this.#sender(tx.from)
      if (sender === 0) return undefined
      const target = this.#account(to)
      this.#writeFees(tx)
      this.#memory.writeWord(this.#layout.transactionValue, tx.value)
      const input = this.#place(tx.data)
      isRunning = true
      const progress = this.#interpreter.startTransaction(
        sender,
        target,
        tx.nonce,
        tx.gasLimit,
        costs.intrinsic,
        costs.floor,
        input,
        tx.data.length,
      )
      if (progress === REFUSED) return undefined
      return progress === PAUSED ? this.#continue(tx, target) : this.#result(tx, target)
    } catch (error) {
      return this.#leave(error, isRunning)
    }
  }

  /** Writes all changes to the state. */
  end(): void {
    const { state } = this.#accounts
    for (const owner of this.#recorded) state.ensureAccount(owner)
    this.#writeAccounts(state)
    this.#writeSlots(state)
    this.#accounts.end()
    assert(state.settle() === 0n, 'transactions that neither make nor lose wei')
  }

  /** Returns the gas of a transaction that may run here; undefined for others. */
  #costsOf(tx: Transaction): IntrinsicGas | undefined {
    if (tx.type === 4 || tx.accessList.length > 0 || tx.chainId !== this.#rules.chainId) return
    if (tx.value >= MAX_VALUE || tx.maxFeePerGas >= MAX_PRICE) return
    if (tx.gasLimit >= MAX_GAS || tx.nonce >= MAX_NONCE) return
    try {
      return validateStateless(tx, this.#host.block)
    } catch {
      // The state's run reports it.
      return undefined
    }
  }

  #sender(address: Address): Pointer {
    const known = this.#senders.get(address)
    if (known !== undefined) return known
    const account = this.#account(address)
    const sender = this.#maySend(address, account) ? account : 0
    this.#senders.set(address, sender)
    return sender
  }

  /** Whether sending changes no more than balance and nonce, and needs no further checks. */
  #maySend(address: Address, account: Pointer): boolean {
    const { state } = this.#accounts
    if (!this.#host.isRecorded(account)) return false
    const isAssociated =
      state.names.hasAssociations === false || state.get(nativeOfKind, address) !== undefined
    if (!isAssociated) return false
    return state.getCodeHash(address) === undefined || isDelegation(state.getCode(address))
  }

  /** Returns an account with code and balance. @throws LeaveBlock */
  #account(address: Address): Pointer {
    const known = this.#known.get(address)
    if (known !== undefined) return known
    const account = this.#accounts.at(address)
    this.#accounts.know(account)
    this.#host.fund(account)
    this.#known.set(address, account)
    return account
  }

  #writeFees(tx: Transaction): void {
    const { maxFeePerGas, maxPriorityFeePerGas } = tx
    if (maxFeePerGas === this.#feeCap && maxPriorityFeePerGas === this.#tip) return
    this.#feeCap = maxFeePerGas
    this.#tip = maxPriorityFeePerGas
    this.#price = effectiveGasPrice(tx, this.#host.block.baseFeePerGas)
    this.#memory.writeWord(this.#layout.gasPrice, this.#price)
    this.#memory.writeWord(this.#layout.transactionFeeCap, maxFeePerGas)
  }

  #place(data: Uint8Array): Pointer {
    const { length } = data
    if (length === 0) return 0
    if (length > this.#inputRoom) {
      this.#inputRoom = 2 * length
      this.#input = this.#interpreter.allocate(this.#inputRoom)
    }
    this.#memory.u8.set(data, this.#input)
    return this.#input
  }

  async #continue(tx: Transaction, target: Pointer): Promise<ReceiptResult | undefined> {
    try {
      let slices = 1
      do {
        if (slices % SLICES_PER_PAUSE === 0) await setImmediate()
        slices++
      } while (this.#interpreter.continueTransaction() === PAUSED)
      return this.#result(tx, target)
    } catch (error) {
      return this.#leave(error, true)
    }
  }

  /** Reverts a transaction that has to run on the state. Rejects with other errors. */
  #leave(error: unknown, isRunning: boolean): MaybePromise<undefined> {
    if (!(error instanceof LeaveBlock)) return Promise.reject(error)
    if (isRunning) this.#interpreter.abandonTransaction()
    return undefined
  }

  #result({ value }: Transaction, target: Pointer): ReceiptResult {
    const outcome = this.#outcome()
    const gasUsed = this.#interpreter.gasUsed.value
    if (value !== 0n && outcome.kind === 'success') this.#record(target)
    if (this.#price !== 0n) this.#record(this.#coinbase)
    return { outcome, gasUsed, effectiveGasPrice: this.#price }
  }

  #outcome(): ReceiptOutcome {
    const { endFault, endOutput, endSize } = this.#interpreter
    const fault = endFault.value
    const internal = this.#internalCalls()
    if (fault === FAULT.none) {
      const newest = this.#interpreter.logChain()
      return { kind: 'success', logs: newest === 0 ? [] : this.#logs.all(newest), ...internal }
    }
    if (fault !== FAULT.revert) {
      return { kind: 'halt', reason: reasonOf(fault, this.#interpreter), ...internal }
    }
    const output =
      endSize.value === 0 ? EMPTY_BYTES : this.#memory.bytes(endOutput.value, endSize.value)
    return { kind: 'revert', output, ...internal }
  }

  #internalCalls(): Pick<ReceiptOutcome, 'internalCalls'> | undefined {
    const touched = this.#includesInternalCalls ? this.#accounts.reached.sort() : []
    return touched.length === 0 ? undefined : { internalCalls: { touched, creations: [] } }
  }

  /** Notes that an account was paid, which gives it a record. */
  #record(account: Pointer): void {
    if (this.#host.isRecorded(account)) return
    this.#host.setRecorded(account)
    this.#recorded.push(this.#host.ownerOf(this.#accounts.addressOf(account)))
  }

  #writeAccounts(state: WorldState): void {
    const { accountFlags, accountBalance, accountNonce, flagChanged } = this.#layout
    const memory = this.#memory
    for (const account of this.#accounts.accounts) {
      if ((memory.get(account + accountFlags) & flagChanged) === 0) continue
      const address = this.#accounts.addressOf(account)
      state.setBalance(address, memory.readWord(account + accountBalance))
      state.setNonce(address, memory.u64[(account + accountNonce) >>> 3] ?? 0n)
    }
  }

  #writeSlots(state: WorldState): void {
    const { slotOwner, scratch } = this.#layout
    const memory = this.#memory
    const { nextWritten } = this.#interpreter
    for (let slot = nextWritten(0); slot !== 0; slot = nextWritten(slot)) {
      const key = memory.readLatin1(scratch, 32)
      const word = memory.isZeroWord(scratch + 32) ? undefined : memory.bytes(scratch + 32, 32)
      state.storage(this.#accounts.addressOf(memory.get(slot + slotOwner))).set(key, word)
    }
  }
}
