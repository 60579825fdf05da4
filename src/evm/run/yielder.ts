import { setImmediate } from 'node:timers/promises'
import type { AbortFlag } from './executor.ts'

/** Ticks between two pauses: about 10 ms of a tight loop. */
const TICKS_PER_PAUSE = 5_000

/** Thrown by an execution whose signal is aborted. */
export class ExecutionAborted extends Error {}

/**
 * Yields to the event loop during a long execution, so that the node keeps serving other requests.
 * Promises alone never yield to sockets. The pauses do not affect the result of the execution.
 */
export interface Yielder {
  /**
   * Call and await at every jump target and message. Returns a promise if a pause is due, and
   * undefined otherwise.
   */
  tick(): Promise<void> | undefined
  /** @throws ExecutionAborted if the signal is aborted */
  throwIfAborted(): void
  /** Aborts the execution at a pause. Undefined if the execution cannot be aborted. */
  signal: AbortFlag | undefined
}

export function createYielder(): Yielder {
  let ticks = 0
  const yielder: Yielder = {
    signal: undefined,
    throwIfAborted() {
      if (yielder.signal?.aborted) throw new ExecutionAborted('execution aborted')
    },
    tick() {
      if (++ticks < TICKS_PER_PAUSE) return undefined
      ticks = 0
      return pause()
    },
  }
  async function pause(): Promise<void> {
    await setImmediate()
    yielder.throwIfAborted()
  }
  return yielder
}
