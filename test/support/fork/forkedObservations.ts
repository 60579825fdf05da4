import type { Observation } from '../differential/observation.ts'
import type { StartAccount } from '../differential/scenario.ts'

/** Whether an account has storage, but neither nonce nor code: a fork reads none (ADR 30). */
export function hasOnlyStorage({ nonce, code, storage }: StartAccount): boolean {
  return nonce === 0n && code.length === 0 && [...storage].length > 0
}

/** What is to be equal on a fork, whose stores have other rows. */
export function withoutRows(observation: Observation): Observation {
  return { ...observation, rows: new Map() }
}
