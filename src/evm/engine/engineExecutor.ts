import { setImmediate } from 'node:timers/promises'
import { evmParamsOf } from '../../modules/evm/evmParams.ts'
import type { MaybePromise } from '../../primitives/maybePromise.ts'
import type { WorldState } from '../../state/worldState.ts'
import { withConsole } from '../precompiles/console/consoleRecorder.ts'
import { precompileAddresses } from '../precompiles/precompiles.ts'
import {
  NO_STATEFUL_PRECOMPILES,
  type StatefulPrecompiles,
} from '../precompiles/statefulPrecompile.ts'
import { isAtLeast } from '../rules/hardfork.ts'
import type {
  BlockContext,
  BlockSession,
  ExecutionResult,
  Executor,
  Message,
} from '../run/executor.ts'
import type { Observer } from '../run/observer.ts'
import { settleDrift } from '../run/runTransaction.ts'
import { ExecutionAborted } from '../run/yielder.ts'
import { BlockMachine } from './blockMachine.ts'
import { EngineMachine, MemoryLimitError } from './engineMachine.ts'
import { loadInterpreter } from './interpreter.ts'
import { transferWei } from './plainTransfer.ts'

/** Slices of gas between two yields to the event loop. */
const SLICES_PER_PAUSE = 4

/** Maximum number of idle machines per fork. */
const MAX_IDLE = 8

/** Machines that grew larger are dropped, because linear memory never shrinks. */
const MAX_IDLE_SIZE = 16 * 1024 * 1024

/** Maximum gas for the interpreter's signed 64-bit integers, with a margin. */
const MAX_GAS = 1n << 62n

/**
 * Executor with the WebAssembly interpreter. A machine runs one message at a time; idle machines
 * are pooled by fork. A message of one slice runs without a promise.
 */
export function createEngineExecutor(
  chainId: bigint,
  hosted: StatefulPrecompiles = NO_STATEFUL_PRECOMPILES,
): Executor {
  // Loaded at the start, so that a missing module is reported then.
  loadInterpreter()
  const idle = new Map<string, EngineMachine[]>()

  function withMachine<T>(
    state: WorldState,
    block: BlockContext,
    message: Message,
    observer: Observer | undefined,
    use: UseMachine<T>,
  ): MaybePromise<T> {
    let sstoreSetGas: bigint | undefined
    try {
      sstoreSetGas = evmParamsOf(state).sstoreSetGas
    } catch (error) {
      return Promise.reject(error)
    }
    const pool = poolOf(block, sstoreSetGas)
    const machine = pool.pop() ?? new EngineMachine(chainId, block, hosted, sstoreSetGas)
    const run = { state, mark: state.mark, machine, message, observer, use, pool }
    let isPaused = false
    try {
      throwIfAborted(message)
      machine.begin(state, block, message, observer)
      isPaused = !machine.run()
      return isPaused ? continueRun(run) : finish(run)
    } catch (error) {
      return fail(run, error)
    } finally {
      if (!isPaused) release(run)
    }
  }

  /** The pool that {@link poolOf} returned last: making the name of one takes longer. */
  let recent: (MachineSort & { readonly pool: EngineMachine[] }) | undefined

  function poolOf(
    { hardfork, codeSizeLimit }: BlockContext,
    sstoreSetGas: bigint | undefined,
  ): EngineMachine[] {
    const wanted = { hardfork, codeSizeLimit, sstoreSetGas }
    if (recent !== undefined && isSameSort(recent, wanted)) return recent.pool
    const sort = `${hardfork}/${codeSizeLimit}/${sstoreSetGas}`
    const pool = idle.get(sort) ?? []
    idle.set(sort, pool)
    recent = { ...wanted, pool }
    return pool
  }

  /** The machine of the last block, unless one runs on it. */
  let idleBlock: (MachineSort & { readonly machine: BlockMachine }) | undefined

  function startBlock(
    state: WorldState,
    block: BlockContext,
    includesInternalCalls: boolean,
  ): BlockSession | undefined {
    // Rows of a fork may be missing, and earlier forks of the rules keep empty accounts.
    if (state.remote !== undefined || !state.isStored) return undefined
    const { hardfork, codeSizeLimit, burnsFees = false } = block
    if (burnsFees || !isAtLeast(hardfork, 'spuriousDragon')) return undefined
    settleDrift(state, block)
    const sort = { hardfork, codeSizeLimit, sstoreSetGas: evmParamsOf(state).sstoreSetGas }
    const machine =
      idleBlock !== undefined && isSameSort(idleBlock, sort)
        ? idleBlock.machine
        : new BlockMachine(chainId, block, hosted, sort.sstoreSetGas)
    idleBlock = undefined
    machine.begin(state, block, includesInternalCalls)
    return {
      run: (transaction) => (machine.hasRoom ? machine.run(transaction) : undefined),
      end() {
        machine.end()
        if (machine.hasRoom) idleBlock = { ...sort, machine }
      },
    }
  }

  return {
    name: 'engine',
    statefulPrecompiles: new Set(hosted.keys()),
    execute(state, block, message, observer) {
      const transfer =
        observer === undefined ? transferWei(chainId, hosted, state, block, message) : undefined
      return transfer ?? withMachine(state, block, clamp(message), observer, outcomeOf)
    },
    executeWithAccess: (state, block, message) =>
      withMachine(state, block, clamp(message), undefined, (machine, outcome) => ({
        outcome,
        accessed: machine.accessed,
        created: machine.created,
      })),
    startBlock,
    precompiles: (hardfork) => precompileAddresses(chainId, hardfork),
  }
}

/** What the tables of a machine depend on. */
interface MachineSort {
  readonly hardfork: BlockContext['hardfork']
  readonly codeSizeLimit: number | undefined
  readonly sstoreSetGas: bigint | undefined
}

function isSameSort(a: MachineSort, b: MachineSort): boolean {
  return (
    a.hardfork === b.hardfork &&
    a.codeSizeLimit === b.codeSizeLimit &&
    a.sstoreSetGas === b.sstoreSetGas
  )
}

/** Larger gas limits are treated as 2^62. */
function clamp(message: Message): Message {
  return message.gasLimit > MAX_GAS ? { ...message, gasLimit: MAX_GAS } : message
}

function outcomeOf(_machine: EngineMachine, outcome: ExecutionResult): ExecutionResult {
  return outcome
}

/** Reads the result of a message from the machine that ran it. */
type UseMachine<T> = (machine: EngineMachine, outcome: ExecutionResult) => T

/** A message that runs on a machine. */
interface EngineRun<T> {
  readonly state: WorldState
  /** Mark of the state before the message. */
  readonly mark: number
  readonly machine: EngineMachine
  readonly message: Message
  readonly observer: Observer | undefined
  readonly use: UseMachine<T>
  /** Idle machines of the fork. */
  readonly pool: EngineMachine[]
}

/** Continues a run after its first slice of gas, with pauses. */
async function continueRun<T>(run: EngineRun<T>): Promise<T> {
  const { machine, message, observer } = run
  try {
    let slices = 1
    do {
      if (observer?.pause !== undefined) await observer.pause()
      else if (observer !== undefined || slices % SLICES_PER_PAUSE === 0) await setImmediate()
      throwIfAborted(message)
      slices++
    } while (!machine.run())
    return finish(run)
  } catch (error) {
    return await fail(run, error)
  } finally {
    release(run)
  }
}

function throwIfAborted({ signal }: Message): void {
  if (signal?.aborted) throw new ExecutionAborted('execution aborted')
}

function finish<T>({ machine, message, use }: EngineRun<T>): T {
  return use(machine, withConsole(machine.finish(message), machine.console))
}

/** Reverts the message. Rejects with the error, unless it is the message's own failure. */
function fail<T>(run: EngineRun<T>, error: unknown): MaybePromise<T> {
  const { state, mark, machine, message, use } = run
  state.revertTo(mark)
  if (!(error instanceof MemoryLimitError)) return Promise.reject(error)
  return use(machine, withConsole(machine.giveUp(message), machine.console))
}

function release({ machine, pool }: EngineRun<unknown>): void {
  machine.release()
  if (pool.length < MAX_IDLE && machine.size <= MAX_IDLE_SIZE) pool.push(machine)
}
