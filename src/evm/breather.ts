import { setImmediate } from 'node:timers/promises'

/** Beats between two pauses: about 10 ms of a tight loop. */
const BEATS_PER_PAUSE = 5_000

/**
 * Lets a long execution pause now and then, so that the node answers others meanwhile: an interpreter made of promises
 * alone never gives way to a socket. What the execution computes does not depend on it.
 */
export interface Breather {
  /** To be awaited at every beat of the execution: a jump target, a message. Nearly always there is nothing to wait for. */
  beat(): Promise<void> | undefined
}

export function createBreather(): Breather {
  let beats = 0
  return {
    beat() {
      if (++beats < BEATS_PER_PAUSE) return undefined
      beats = 0
      return setImmediate()
    },
  }
}
