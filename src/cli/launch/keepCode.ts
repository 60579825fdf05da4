import type { LoadedBundle } from './loadBundle.ts'

/** Times from the ready line until the code may be saved. Saving takes 30 ms. */
const REVIEWS_MS = [1000, 5000]

/** Factor of work by which a node replaces saved code. */
const GROWTH = 4

/** Lower limit of saved work in this comparison, in ms. */
const LEAST_WORK = 100

/**
 * Saves the code of a node that listens: soon, so that even a short run helps the next one, and
 * again when a node has done much more, because then it includes the code of transactions.
 */
export function keepCode({ savedWork, save }: LoadedBundle<object>): void {
  const atStart = process.cpuUsage()
  let saved = savedWork

  function review(): void {
    const { user, system } = process.cpuUsage(atStart)
    const work = Math.round((user + system) / 1000)
    if (!isWorthSaving(work, saved)) return
    saved = work
    save(work)
  }

  for (const ms of REVIEWS_MS) setTimeout(review, ms).unref()
  if (saved === undefined) {
    process.once('exit', () => {
      if (saved === undefined) review()
    })
  }
}

/**
 * Whether the code of a node replaces the saved one.
 *
 * @param work of the node
 * @param saved work of the saved code. Undefined if none is saved
 */
export function isWorthSaving(work: number, saved: number | undefined): boolean {
  return saved === undefined || work > GROWTH * Math.max(saved, LEAST_WORK)
}
