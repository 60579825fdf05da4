import { setImmediate } from 'node:timers/promises'

/** Beats between two pauses: about 10 ms of a tight loop. */
const BEATS_PER_PAUSE = 5_000

/** Thrown out of an execution whose signal says to stop. */
export class ExecutionAborted extends Error {}

/**
 * Lets a long execution pause now and then, so that the node answers others meanwhile: an interpreter made of promises
 * alone never gives way to a socket. What the execution computes does not depend on it.
 */
export interface Yielder {
  /** To be awaited at every beat of the execution: a jump target, a message. Nearly always there is nothing to wait for. */
  tick(): Promise<void> | undefined
  /** @throws ExecutionAborted where the signal says so */
  throwIfAborted(): void
  /** What may stop the execution at a pause; undefined: nothing. */
  signal: AbortSignal | undefined
}

export function createYielder(): Yielder {
  let beats = 0
  const breather: Yielder = {
    signal: undefined,
    throwIfAborted() {
      if (breather.signal?.aborted) throw new ExecutionAborted('execution aborted')
    },
    tick() {
      if (++beats < BEATS_PER_PAUSE) return undefined
      beats = 0
      return pause()
    },
  }
  async function pause(): Promise<void> {
    await setImmediate()
    breather.throwIfAborted()
  }
  return breather
}
