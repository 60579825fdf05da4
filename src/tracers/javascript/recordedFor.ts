import type { Wants } from './guest/wants.ts'

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
