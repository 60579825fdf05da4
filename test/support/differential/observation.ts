import type { AccessedState, ExecutionResult, Executor } from '../../../src/evm/run/executor.ts'
import type { Address } from '../../../src/primitives/address.ts'
import { bytesToBareHex } from '../../../src/primitives/encoding/hex.ts'
import type { WorldState } from '../../../src/state/worldState.ts'
import { storeBytes } from '../store/storeBytes.ts'
import { everybody } from './programs/operands.ts'
import { createRecorder, type Told, type Watch } from './recorder.ts'
import { blockOf, type Scenario } from './scenario.ts'
import type { World } from './world.ts'

/** Mode of a run. */
export interface Mode {
  /** With `executeWithAccess` instead of `execute`. */
  readonly access?: boolean
  /** With an observer. */
  readonly watch?: Watch
  /** Reverts everything at the end and checks that the state is as before. */
  readonly undo?: boolean
}

/** Everything observable about one message. */
export interface Observation {
  readonly outcome: ExecutionResult | undefined
  /** Exception of the executor, which is always a bug. */
  readonly thrown: string | undefined
  readonly accessed: AccessedState | undefined
  readonly created: ReadonlySet<Address> | undefined
  readonly told: readonly Told[]
  /** Rows of the stores that the message changed, by key. */
  readonly rows: ReadonlyMap<string, string>
  /** Wei that appeared or disappeared. */
  readonly drift: bigint
  /** Existence of the known and created accounts. */
  readonly existing: string
  /** Violated invariants of the state, such as changes by a failed message. */
  readonly faults: readonly string[]
}

/** Runs all messages of a scenario on a fresh state, like transactions. */
export async function observe(
  executor: Executor,
  scenario: Scenario,
  world: World,
  mode: Mode,
): Promise<Observation[]> {
  const state = world.fresh()
  const observations: Observation[] = []
  for (const [i, message] of scenario.messages.entries()) {
    if (i > 0) countTransaction(state, message.caller)
    const seen = await observeMessage(executor, scenario, state, message, mode)
    observations.push(seen)
    if (seen.thrown !== undefined) break
  }
  return observations
}

/**
 * Changes by a transaction to its sender before its message runs. The initial state already has
 * those of the first one.
 */
function countTransaction(state: WorldState, caller: Address): void {
  const nonce = state.getNonce(caller) + 1n
  if (nonce < 2n ** 64n) state.setNonce(caller, nonce)
  rowsOf(state)
}

async function observeMessage(
  executor: Executor,
  { fork, accounts }: Scenario,
  state: WorldState,
  message: Scenario['messages'][number],
  mode: Mode,
): Promise<Observation> {
  const before = existingOf(state, accounts.keys())
  const mark = state.mark
  const { observer, told } = createRecorder(mode.watch ?? { frames: false })
  const faults: string[] = []
  let outcome: ExecutionResult | undefined
  let thrown: string | undefined
  let accessed: AccessedState | undefined
  let created: ReadonlySet<Address> | undefined
  try {
    if (mode.access) {
      const result = await executor.executeWithAccess(state, blockOf(fork), message)
      ;({ outcome, accessed, created } = result)
    } else {
      const watching = mode.watch === undefined ? undefined : observer
      const wanting = { ...message, includeInternalCalls: true }
      outcome = await executor.execute(state, blockOf(fork), wanting, watching)
    }
  } catch (error) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    thrown = stack.split('\n').slice(0, 8).join('\n')
  }
  const isKept = outcome?.kind === 'success'
  if (outcome?.kind === 'success') faults.push(...strayWei(outcome, state))
  if (mode.undo || !isKept) {
    if (isKept) state.revertTo(mark)
    faults.push(...tracesIn(state, before, existingOf(state, accounts.keys())))
  }
  if (outcome?.kind === 'success' && !mode.undo) {
    for (const gone of [...outcome.destroyed].sort()) state.deleteAccount(gone)
  }
  const drift = state.settle()
  const rows = rowsOf(state)
  const existing = existingOf(state, new Set([...accounts.keys(), ...(created ?? [])]))
  return { outcome, thrown, accessed, created, told, rows, drift, existing, faults }
}

/**
 * Whether the sum of all balances changed: wei disappears only with destroyed contracts, and never
 * appears.
 */
function strayWei(
  { destroyed }: Extract<ExecutionResult, { kind: 'success' }>,
  state: WorldState,
): string[] {
  const { mark } = state
  const wei = state.settle()
  state.revertTo(mark)
  const isRight = destroyed.length === 0 ? wei === 0n : wei <= 0n
  return isRight ? [] : [`changed the sum of all balances by ${wei} wei`]
}

function existingOf(state: WorldState, addresses: Iterable<Address>): string {
  const there = [...new Set([...everybody, ...addresses])].filter((each) => state.exists(each))
  return there.sort().join()
}

/** Changed rows, read from the state. */
function rowsOf(state: WorldState): Map<string, string> {
  const rows = new Map<string, string>()
  for (const { store, key, value } of state.drain()) {
    const text = value === undefined ? 'deleted' : bytesToBareHex(storeBytes(value))
    rows.set(`${store}/${bytesToBareHex(storeBytes(key))}`, text)
  }
  return rows
}

/** Changes that a reverted message left. */
function tracesIn(state: WorldState, before: string, after: string): string[] {
  const traces = [...rowsOf(state)].map(([key, value]) => `left behind: ${key} = ${value}`)
  const drift = state.settle()
  if (drift !== 0n) traces.push(`left behind: ${drift} wei too many`)
  if (before !== after) traces.push(`accounts before: ${before}; after: ${after}`)
  return traces
}
