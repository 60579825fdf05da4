/*
 * Runs inside the guest, and outside.
 */

/** What is recorded for a tracer. What it turns out to need beyond that makes the trace begin anew, with everything. */
export interface Wants {
  readonly stack: boolean
  readonly memory: boolean
  /** Who called whom: `log.contract`. */
  readonly contract: boolean
  /** Call data of frames. */
  readonly input: boolean
  /** One step at a time, so that the state is that of the step. */
  readonly state: boolean
}

/** Everything there is. */
export const wantsAll: Wants = {
  stack: true,
  memory: true,
  contract: true,
  input: true,
  state: true,
}
