/*
 * Runs inside the guest.
 */
import type { Wants } from './wants.ts'

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
