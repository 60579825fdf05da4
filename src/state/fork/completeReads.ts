import { andThen, type MaybePromise } from '../../primitives/maybePromise.ts'
import type { RemoteCall, RemoteRead, RemoteState } from '../../remote/remoteState.ts'
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
  const again = () => {
    const next = overlay()
    return attempt([next], () => run(next))
  }
  return settle(
    attempt([state], () => run(state)),
    again,
    calls,
  )
}

/** The same for a run on two states. @throws as {@link completeReads} */
export function completeReadsOfPair<T>(
  overlays: () => readonly [WorldState, WorldState],
  run: (a: WorldState, b: WorldState) => MaybePromise<T>,
): MaybePromise<T> {
  const again = () => {
    const [a, b] = overlays()
    return attempt([a, b], () => run(a, b))
  }
  return settle(again(), again)
}

/** A run that ended, and the reads of its states. */
interface Attempt<T> {
  readonly ending: Ending<T>
  readonly missed: readonly RemoteRead[]
  readonly source: RemoteState | undefined
}

function attempt<T>(
  states: readonly WorldState[],
  run: () => MaybePromise<T>,
): MaybePromise<Attempt<T>> {
  return andThen(endOf(run), (ending) => ({
    ending,
    missed: states.flatMap(({ remote }) => remote?.missed ?? []),
    source: states[0]?.remote?.state,
  }))
}

function settle<T>(
  first: MaybePromise<Attempt<T>>,
  again: () => MaybePromise<Attempt<T>>,
  calls?: () => readonly RemoteCall[],
): MaybePromise<T> {
  return andThen(first, (made) => {
    return made.missed.length === 0 ? unwrap(made.ending) : repeat(made, again, calls)
  })
}

async function repeat<T>(
  first: Attempt<T>,
  again: () => MaybePromise<Attempt<T>>,
  calls: () => readonly RemoteCall[] = () => [],
): Promise<T> {
  let last = first
  for (let round = 1; last.missed.length > 0; round++) {
    const { source, missed } = last
    if (round > MAX_ROUNDS || source === undefined) {
      throw new ForkError({ code: 'TOO_MANY_ROUNDS', rounds: MAX_ROUNDS })
    }
    const hints = round === 1 ? calls() : []
    // In one turn of the event loop, so that they are one request.
    await Promise.all([source.fetch(missed), ...hints.map((call) => source.prefetch(call))])
    last = await again()
  }
  return unwrap(last.ending)
}

function endOf<T>(run: () => MaybePromise<T>): MaybePromise<Ending<T>> {
  try {
    const running = run()
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
