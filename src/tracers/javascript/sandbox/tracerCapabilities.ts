/*
 * Runs inside and outside the sandbox.
 */

/** Data to record for a tracer. If it uses more, the trace restarts with everything. */
export interface TracerCapabilities {
  readonly stack: boolean
  readonly memory: boolean
  /** Caller and callee: `log.contract`. */
  readonly contract: boolean
  /** Call data of frames. */
  readonly input: boolean
  /** One step at a time, so that the state is that of the step. */
  readonly state: boolean
}

/** All capabilities. */
export const allCapabilities: TracerCapabilities = {
  stack: true,
  memory: true,
  contract: true,
  input: true,
  state: true,
}

/** Detects the use of data that is not recorded. */
export class CapabilityGuard {
  /** Whether it happened. The tracer may have caught the error. */
  isViolated = false
  readonly capabilities: TracerCapabilities

  constructor(wants: TracerCapabilities) {
    this.capabilities = wants
  }

  /** Throws an error that is not visible, because the trace restarts. */
  require(what: keyof TracerCapabilities): void {
    if (this.capabilities[what]) return
    this.isViolated = true
    throw new Error(`${what} is not recorded`)
  }
}

/**
 * Infers the capabilities from the tracer's source. It may be wrong: a tracer that uses more runs
 * again with everything.
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
