/** What one check found. */
export interface Finding {
  /** What was looked at: `port`. */
  readonly check: string
  /** A node starts with a warning, and does not with a problem. */
  readonly status: 'ok' | 'warning' | 'problem'
  readonly message: string
  /** What to do about it. */
  readonly advice?: string
}

export function ok(check: string, message: string): Finding {
  return { check, status: 'ok', message }
}

export function warning(check: string, message: string, advice?: string): Finding {
  return { check, status: 'warning', message, ...(advice !== undefined && { advice }) }
}

export function problem(check: string, message: string, advice?: string): Finding {
  return { check, status: 'problem', message, ...(advice !== undefined && { advice }) }
}
