import type { MaybePromise } from '../../primitives/maybePromise.ts'
import type { RemoteCall } from '../../remote/remoteState.ts'
import type { WorldState } from '../worldState.ts'
import { ForkError } from './forkError.ts'

/** Most rounds of requests of one run: more than any chain of dependent reads needs in practice. */
const MAX_ROUNDS = 1000

/** What a run returned or threw. */
type Ending<T> = { readonly value: T } | { readonly error: unknown }

/**
 * Runs on a fresh state. On a fork, repeats the run until all rows that it reads are at hand: a run
 * continues with guesses to find more missing rows, which one request then fetches. Only the last
 * run counts; results and errors of the others are dropped. Results that need no request are
 * returned without a promise.
 *
 * @param overlay creates a private state for each run
 * @param calls what the run executes, which helps the remote node to tell its rows in advance
 * @throws errors of the run; RemoteError; ForkError TOO_MANY_ROUNDS
 */
export function completeReads<T>(
  overlay: () => WorldState,
  run: (state: WorldState) => MaybePromise<T>,
  calls?: () => readonly RemoteCall[],
): MaybePromise<T> {
  const state = overlay()
  if (state.remote === undefined) return run(state)
  const ending = endOf(state, run)
  if (ending instanceof Promise) return ending.then((first) => settle(first, state))
  return state.remote.isComplete ? unwrap(ending) : settle(ending, state)

  async function settle(first: Ending<T>, firstState: WorldState): Promise<T> {
    let last = first
    let { remote } = firstState
    for (let round = 1; remote?.isComplete === false; round++) {
      if (round > MAX_ROUNDS) throw new ForkError({ code: 'TOO_MANY_ROUNDS', rounds: MAX_ROUNDS })
      const hints = round === 1 ? (calls?.() ?? []) : []
      const { state: source, missed } = remote
      // In one turn of the event loop, so that they are one request.
      await Promise.all([source.fetch(missed), ...hints.map((call) => source.prefetch(call))])
      const next = overlay()
      last = await endOf(next, run)
      remote = next.remote
    }
    return unwrap(last)
  }
}

function endOf<T>(
  state: WorldState,
  run: (state: WorldState) => MaybePromise<T>,
): MaybePromise<Ending<T>> {
  try {
    const running = run(state)
    if (!(running instanceof Promise)) return { value: running }
    return running.then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
  } catch (error) {
    return { error }
  }
}

/** @throws the error of the run */
function unwrap<T>(ending: Ending<T>): T {
  if ('error' in ending) throw ending.error
  return ending.value
}
