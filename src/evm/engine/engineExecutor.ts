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
 * are pooled by fork. A short message runs without an await.
 */
export function createEngineExecutor(
  chainId: bigint,
  hosted: StatefulPrecompiles = NO_STATEFUL_PRECOMPILES,
): Executor {
  // Loaded at the start, so that a missing module is reported then.
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

/** Larger gas limits are treated as 2^62. */
function clamp(message: Message): Message {
  return message.gasLimit > MAX_GAS ? { ...message, gasLimit: MAX_GAS } : message
}
