/*
 * Runs inside the sandbox, and outside.
 */

/**
 * What is recorded for a tracer. What it turns out to need beyond that makes the trace begin anew,
 * with everything.
 */
export interface TracerCapabilities {
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
export const allCapabilities: TracerCapabilities = {
  stack: true,
  memory: true,
  contract: true,
  input: true,
  state: true,
}

/** Notices when a tracer asks for what is not recorded. */
export class CapabilityGuard {
  /** Whether it ever did. It may have swallowed the error. */
  isViolated = false
  readonly capabilities: TracerCapabilities

  constructor(wants: TracerCapabilities) {
    this.capabilities = wants
  }

  /** Throws what nobody sees: the trace begins anew. */
  require(what: keyof TracerCapabilities): void {
    if (this.capabilities[what]) return
    this.isViolated = true
    throw new Error(`${what} is not recorded`)
  }
}

/**
 * What to record for a tracer, from what its source mentions. It need not be right: a tracer that
 * asks for more is run again, with everything.
 */
export function inferCapabilities(source: string): TracerCapabilities {
  const state = /getBalance|getNonce|getCode|getState|exists|\bdb\s*(?:\?\.)?\[/.test(source)
  return {
    stack: source.includes('stack'),
    memory: source.includes('memory'),
    contract: source.includes('contract'),
    input: source.includes('getInput'),
    state,
  }
}
