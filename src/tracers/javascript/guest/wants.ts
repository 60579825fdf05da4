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

/** Notices when a tracer asks for what is not recorded. */
export class Need {
  /** Whether it ever did. It may have swallowed the error. */
  isFelt = false
  readonly wants: Wants

  constructor(wants: Wants) {
    this.wants = wants
  }

  /** Throws what nobody sees: the trace begins anew. */
  require(what: keyof Wants): void {
    if (this.wants[what]) return
    this.isFelt = true
    throw new Error(`${what} is not recorded`)
  }
}

/**
 * What to record for a tracer, from what its source mentions. It need not be right: a tracer that asks for more is
 * run again, with everything.
 */
export function recordedFor(source: string): Wants {
  const state = /getBalance|getNonce|getCode|getState|exists|\bdb\s*(?:\?\.)?\[/.test(source)
  return {
    stack: source.includes('stack'),
    memory: source.includes('memory'),
    contract: source.includes('contract'),
    input: source.includes('getInput'),
    state,
  }
}
