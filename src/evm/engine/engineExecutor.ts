import { setImmediate } from 'node:timers/promises'
import type { WorldState } from '../../state/worldState.ts'
import { withConsole } from '../precompiles/console/consoleRecorder.ts'
import { precompileAddresses } from '../precompiles/precompiles.ts'
import {
  NO_STATEFUL_PRECOMPILES,
  type StatefulPrecompiles,
} from '../precompiles/statefulPrecompile.ts'
import type { BlockContext, ExecutionResult, Executor, Message } from '../run/executor.ts'
import type { Observer } from '../run/observer.ts'
import { ExecutionAborted } from '../run/yielder.ts'
import { EngineMachine, MemoryLimitError } from './engineMachine.ts'
import { loadInterpreter } from './interpreter.ts'

/** Slices of gas between two pauses, in which the node answers others. */
const SLICES_PER_PAUSE = 4

/** Machines of a fork that wait for more than this many messages at once are not worth keeping. */
const MAX_IDLE = 8

/** A machine that grew larger than this is not kept: linear memory never shrinks. */
const MAX_IDLE_SIZE = 16 * 1024 * 1024

/** Gas that fits into the interpreter's signed 64 bits with room to spare. */
const MAX_GAS = 1n << 62n

/**
 * The executor on our own interpreter in WebAssembly. A machine runs one message at a time, so idle
 * ones wait in a pool for the next message of their fork. A short message runs without a single
 * pause.
 */
export function createEngineExecutor(
  chainId: bigint,
  hosted: StatefulPrecompiles = NO_STATEFUL_PRECOMPILES,
): Executor {
  // Now rather than with the first message: what is missing is told at the start.
  loadInterpreter()
  const idle = new Map<string, EngineMachine[]>()

  async function withMachine<T>(
    state: WorldState,
    block: BlockContext,
    message: Message,
    observer: Observer | undefined,
    use: (machine: EngineMachine, outcome: ExecutionResult) => T,
  ): Promise<T> {
    const sort = `${block.hardfork}/${block.codeSizeLimit}`
    const machine = idle.get(sort)?.pop() ?? new EngineMachine(chainId, block, hosted)
    const mark = state.mark
    const throwIfAborted = (): void => {
      if (message.signal?.aborted) throw new ExecutionAborted('execution aborted')
    }
    try {
      throwIfAborted()
      machine.begin(state, block, message, observer)
      for (let slices = 1; !machine.run(); slices++) {
        if (observer?.pause !== undefined) await observer.pause()
        else if (observer !== undefined || slices % SLICES_PER_PAUSE === 0) await setImmediate()
        throwIfAborted()
      }
      return use(machine, withConsole(machine.finish(message), machine.console))
    } catch (error) {
      state.revertTo(mark)
      if (error instanceof MemoryLimitError) {
        return use(machine, withConsole(machine.giveUp(message), machine.console))
      }
      throw error
    } finally {
      machine.release()
      const waiting = idle.get(sort) ?? []
      if (waiting.length < MAX_IDLE && machine.size <= MAX_IDLE_SIZE) waiting.push(machine)
      idle.set(sort, waiting)
    }
  }

  return {
    name: 'engine',
    statefulPrecompiles: new Set(hosted.keys()),
    execute: (state, block, message, observer) =>
      withMachine(state, block, clamp(message), observer, (_machine, outcome) => outcome),
    executeWithAccess: (state, block, message) =>
      withMachine(state, block, clamp(message), undefined, (machine, outcome) => ({
        outcome,
        accessed: machine.accessed,
        created: machine.created,
      })),
    precompiles: (hardfork) => precompileAddresses(chainId, hardfork),
  }
}

/** Gas beyond all reason counts as 2^62. */
function clamp(message: Message): Message {
  return message.gasLimit > MAX_GAS ? { ...message, gasLimit: MAX_GAS } : message
}
