import { type EVM, EVMError, type ExecResult } from '@ethereumjs/evm'
import { createAddressFromString } from '@ethereumjs/util'
import { evmParamsOf } from '../../modules/evm/evmParams.ts'
import { type Address, bytesToAddress } from '../../primitives/address.ts'
import { bytesToHash, hexToBytes } from '../../primitives/encoding/hex.ts'
import type { WorldState } from '../../state/worldState.ts'
import { transferWei } from '../engine/plainTransfer.ts'
import { withConsole } from '../precompiles/console/consoleRecorder.ts'
import { precompileAddresses } from '../precompiles/precompiles.ts'
import {
  NO_STATEFUL_PRECOMPILES,
  type StatefulPrecompiles,
} from '../precompiles/statefulPrecompile.ts'
import { isAtLeast } from '../rules/hardfork.ts'
import type {
  AccessedState,
  BlockContext,
  ExecutionResult,
  Executor,
  Message,
} from '../run/executor.ts'
import { frameFailure, haltReason } from '../run/haltReason.ts'
import { InternalCallRecorder } from '../run/internalCallRecorder.ts'
import type { Log } from '../run/log.ts'
import type { Observer } from '../run/observer.ts'
import { createMachine, type Machine } from './referenceMachine.ts'
import type { TracingLevel } from './referenceOpcodes.ts'
import { createdBy, ReferenceTracer } from './referenceTracer.ts'

/**
 * Executor on unmodified @ethereumjs/evm. An EVM instance runs one message at a time; idle ones are
 * pooled by fork.
 */
export function createReferenceExecutor(
  chainId: bigint,
  hosted: StatefulPrecompiles = NO_STATEFUL_PRECOMPILES,
): Executor {
  const idle = new Map<string, Machine[]>()

  async function withMachine<T>(
    state: WorldState,
    block: BlockContext,
    message: Message,
    sstoreSetGas: bigint | undefined,
    watching: TracingLevel,
    use: (machine: Machine) => Promise<T>,
  ): Promise<T> {
    const { chainId: id = chainId } = message
    const sort = `${id}/${block.hardfork}/${watching}/${block.codeSizeLimit}/${sstoreSetGas}`
    const machine =
      idle.get(sort)?.pop() ??
      (await createMachine(id, { ...block, sstoreSetGas }, state, watching, hosted))
    machine.stateManager.state = state
    machine.blocks.blockHash = block.blockHash
    machine.block = block
    machine.precompileError = undefined
    machine.tape = undefined
    const mark = state.mark
    let result: T
    try {
      result = await use(machine)
    } catch (error) {
      // The EVM threw in the middle of a message, so its journal is invalid and it is not reused.
      state.revertTo(mark)
      throw error
    }
    machine.evm.journal.cleanJournal()
    machine.stateManager.clearCaches()
    const waiting = idle.get(sort)
    if (waiting === undefined) idle.set(sort, [machine])
    else waiting.push(machine)
    return result
  }

  /** Returns the price of SSTORE. It is not read for a plain transfer, as in the engine. */
  function priceFor(
    state: WorldState,
    block: BlockContext,
    message: Message,
    observer: Observer | undefined,
  ): bigint | undefined {
    const { mark } = state
    if (observer === undefined && transferWei(chainId, hosted, state, block, message)) {
      state.revertTo(mark)
      return undefined
    }
    return evmParamsOf(state).sstoreSetGas
  }

  return {
    name: 'reference',
    statefulPrecompiles: new Set(hosted.keys()),
    async execute(state, block, message, observer) {
      const recorder = recorderFor(state, message, observer)
      const watching = recorder === undefined ? observer : { ...observer, frames: recorder }
      const outcome = await withMachine(
        state,
        block,
        message,
        priceFor(state, block, message, observer),
        watchingOf(watching),
        (machine) =>
          watching === undefined
            ? run(machine, block, message)
            : watch(machine, block, message, watching),
      )
      const internalCalls = recorder?.internalCalls
      return internalCalls === undefined ? outcome : { ...outcome, internalCalls }
    },
    executeWithAccess: (state, block, message) =>
      withMachine(
        state,
        block,
        message,
        evmParamsOf(state).sstoreSetGas,
        'nothing',
        async (machine) => {
          const { evm, created } = machine
          evm.journal.startReportingAccessList()
          const outcome = await run(machine, block, message)
          const accessed = readAccessed(evm.journal.accessList)
          delete evm.journal.accessList
          return { outcome, accessed, created: new Set(created) }
        },
      ),
    precompiles: (hardfork) => precompileAddresses(chainId, hardfork),
  }
}

/** Records the internal calls of a message, if requested and possible. */
function recorderFor(
  state: WorldState,
  { to, includeInternalCalls }: Message,
  observer: Observer | undefined,
): InternalCallRecorder | undefined {
  if (includeInternalCalls !== true) return undefined
  const hasNoCode = to !== undefined && state.getCodeHash(to) === undefined
  return hasNoCode ? undefined : new InternalCallRecorder(observer?.frames)
}

function watchingOf(observer: Observer | undefined): TracingLevel {
  if (observer?.steps !== undefined) return 'steps'
  return observer?.frames === undefined ? 'nothing' : 'frames'
}

/** Runs a message with an observer. */
async function watch(
  machine: Machine,
  block: BlockContext,
  message: Message,
  observer: Observer,
): Promise<ExecutionResult> {
  const { common } = machine.evm
  const rules = {
    isFrontier: !isAtLeast(block.hardfork, 'homestead'),
    hasDelegations: common.isActivatedEIP(7702),
    callStipend: common.param('callStipendGas'),
    maxInitCodeSize: common.isActivatedEIP(3860) ? common.param('maxInitCodeSize') : 1n << 64n,
  }
  const { state } = machine.stateManager
  const watch = new ReferenceTracer(state, rules, observer)
  observer.begin?.(state)
  machine.tracer = watch
  try {
    const outcome = await run(machine, block, message)
    watch.end()
    return outcome
  } catch (error) {
    throw watch.failure === undefined ? error : watch.failure.error
  } finally {
    machine.tracer = undefined
  }
}

async function run(
  machine: Machine,
  block: BlockContext,
  message: Message,
): Promise<ExecutionResult> {
  machine.yielder.signal = message.signal
  machine.created.clear()
  const warm = [...machine.evm.precompiles.keys()]
  const restore = movePrecompiles(machine.evm, message)
  try {
    const outcome = await runMessage(machine, block, message, warm)
    return withConsole(outcome, machine.tape?.record)
  } finally {
    restore()
  }
}

/**
 * Moves or removes entries of the machine's table of precompiles, and returns a function that
 * restores them.
 */
function movePrecompiles(
  evm: EVM,
  { movedPrecompiles: moves = new Map(), replacedPrecompiles: replaced = new Set() }: Message,
): () => void {
  const { precompiles } = evm
  const isChanged = moves.size > 0 || replaced.size > 0
  const before = isChanged ? [...precompiles] : []
  const contracts = new Map(before)
  for (const from of moves.keys()) precompiles.delete(from.slice(2))
  for (const address of replaced) precompiles.delete(address.slice(2))
  for (const [from, to] of moves) {
    const contract = contracts.get(from.slice(2))
    if (contract !== undefined) precompiles.set(to.slice(2), contract)
  }
  return () => {
    if (!isChanged) return
    precompiles.clear()
    for (const [address, contract] of before) precompiles.set(address, contract)
  }
}

async function runMessage(
  machine: Machine,
  block: BlockContext,
  message: Message,
  precompiles: readonly string[],
): Promise<ExecutionResult> {
  const { evm, stateManager } = machine
  if (message.to === undefined && stateManager.state.getBalance(message.caller) < message.value) {
    // The library would throw in the middle of the message.
    return refuseCreation(machine, message)
  }
  warmUp(machine, block, message, precompiles)
  const caller = createAddressFromString(message.caller)
  const { createdAddress, execResult } = await evm.runCall({
    block: { header: headerOf(block) },
    caller,
    origin: caller,
    gasPrice: message.gasPrice,
    gasLimit: message.gasLimit,
    ...(message.to === undefined ? {} : { to: createAddressFromString(message.to) }),
    value: message.value,
    data: message.data,
    skipNonceIncrement: true,
  })
  const failure = frameFailure(execResult, !isAtLeast(block.hardfork, 'homestead'))
  if (failure === undefined) {
    return succeed(execResult, evm, createdAddress?.toString() as Address | undefined)
  }
  const { executionGasUsed: gasUsed, returnValue: output } = execResult
  const { precompileError: error } = machine
  const cause = error === undefined ? {} : { precompileError: error }
  return failure.isRevert
    ? { kind: 'revert', output, gasUsed, ...cause }
    : { kind: 'halt', reason: failure.reason, gasUsed, ...cause }
}

/** A creation whose sender cannot pay its value. */
function refuseCreation({ stateManager, tracer }: Machine, message: Message): ExecutionResult {
  const { caller, data, gasLimit, value } = message
  const reason = haltReason(EVMError.errorMessages.INSUFFICIENT_BALANCE)
  tracer?.refuse(
    {
      kind: 'CREATE',
      depth: 0,
      from: caller,
      to: createdBy(stateManager.state, caller),
      input: data.slice(),
      gas: gasLimit,
      value,
    },
    reason,
  )
  return { kind: 'halt', reason, gasUsed: 0n }
}

function headerOf(block: BlockContext) {
  return {
    number: block.number,
    coinbase: createAddressFromString(block.coinbase),
    timestamp: block.timestamp,
    difficulty: block.difficulty,
    prevRandao: block.prevRandao,
    gasLimit: block.gasLimit,
    baseFeePerGas: block.baseFeePerGas,
    slotNumber: 0n,
    getBlobGasPrice: () => block.blobBaseFee,
  }
}

/**
 * EIP-2929 and EIP-3651: accounts that are warm before the first opcode.
 *
 * @param precompiles addresses before any was moved or replaced, without prefix
 */
function warmUp(
  { evm, hosted }: Machine,
  block: BlockContext,
  message: Message,
  precompiles: readonly string[],
): void {
  if (!evm.common.isActivatedEIP(2929)) return
  const { journal } = evm
  for (const address of precompiles) {
    if (!hosted.has(`0x${address}` as Address)) journal.addAlwaysWarmAddress(address)
  }
  journal.addAlwaysWarmAddress(message.caller)
  if (message.to !== undefined) journal.addAlwaysWarmAddress(message.to)
  if (evm.common.isActivatedEIP(3651)) journal.addAlwaysWarmAddress(block.coinbase)
  for (const [address, slots] of message.warm) {
    journal.addAlwaysWarmAddress(address, true)
    for (const slot of slots) journal.addAlwaysWarmSlot(address, bytesToHash(slot), true)
  }
}

function succeed(
  result: ExecResult,
  evm: EVM,
  createdAddress: Address | undefined,
): ExecutionResult {
  const onlyCreated = evm.common.isActivatedEIP(6780)
  const destroyed = [...(result.selfdestruct?.keys() ?? [])].filter(
    (address) => !onlyCreated || result.createdAddresses?.has(address as never),
  )
  return {
    kind: 'success',
    output: result.returnValue,
    gasUsed: result.executionGasUsed,
    gasRefund: result.gasRefund ?? 0n,
    logs: (result.logs ?? []).map(toLog),
    ...(createdAddress === undefined ? {} : { createdAddress }),
    destroyed: destroyed as Address[],
  }
}

function toLog([address, topics, data]: [Uint8Array, Uint8Array[], Uint8Array]): Log {
  return { address: bytesToAddress(address), topics: topics.map(bytesToHash), data }
}

function readAccessed(list: EVM['journal']['accessList']): AccessedState {
  const accessed = new Map<Address, Uint8Array[]>()
  for (const [address, slots] of list ?? []) {
    accessed.set(`0x${address}` as Address, [...slots].map(hexToBytes))
  }
  return accessed
}
