import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Size from which on the young generation is held; V8 would let it grow to 32 MB or more. */
const HELD_BYTES = 8 * 1024 * 1024

/** Share of the time that collections may take while it is held. */
const SHARE = 0.1

/** Milliseconds of collections above this share that end the holding. */
const MOST_EXCESS_MS = 250

/** A collection that takes longer was interrupted by other processes. */
const LONGEST_MS = 20

/** V8's default factor. */
const DEFAULT_FACTOR = 2

/** Flags of Node.js that decide how many threads collect it. */
const THREADS = /parallel[-_]scavenge|single[-_]threaded/

/**
 * Holds the young generation of the heap at a small size until its collections take much time. V8
 * enlarges it after a fixed number of bytes has survived, so that every node would take its maximum
 * in the end, however little it does.
 */
export class YoungGeneration {
  readonly #load = new CollectionLoad()
  readonly #observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (isMinor(entry)) this.#noteCollection(entry.startTime, entry.duration)
    }
  })
  #isHeld = false
  #isOnOneThread = false
  /** Whether it may grow for the rest of the process. */
  #isReleased = false

  private constructor() {}

  /**
   * Starts to hold it, once it has its size.
   *
   * @param flags of Node.js. With one for this size, it does nothing
   */
  static hold(flags: readonly string[]): YoungGeneration {
    const young = new YoungGeneration()
    if (!flags.some((flag) => THREADS.test(flag))) young.#collectOnOneThread()
    // Underscores are valid in flags, too.
    if (flags.some((flag) => /semi[-_]space|young[-_]generation/.test(flag))) return young
    young.#observer.observe({ entryTypes: ['gc'] })
    young.#holdIfLarge()
    return young
  }

  get isHeld(): boolean {
    return this.#isHeld
  }

  /** Runs a function with V8's default flags, which are part of the tag of its saved code. */
  withDefaultFlags(run: () => void): void {
    if (this.#isHeld) setGrowth(DEFAULT_FACTOR)
    if (this.#isOnOneThread) setParallel(true)
    try {
      run()
    } finally {
      if (this.#isHeld) setGrowth(1)
      if (this.#isOnOneThread) setParallel(false)
    }
  }

  /**
   * A small generation is collected in about a millisecond. The wait for the other threads takes as
   * long, and where the processors are busy, many times as long.
   */
  #collectOnOneThread(): void {
    this.#isOnOneThread = true
    setParallel(false)
  }

  #noteCollection(startTime: number, duration: number): void {
    if (this.#isReleased) return
    if (!this.#isHeld) this.#holdIfLarge()
    else if (this.#load.add(startTime, duration) > MOST_EXCESS_MS) this.#release()
  }

  #holdIfLarge(): void {
    const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    if (space === undefined || space.space_size < HELD_BYTES) return
    this.#isHeld = true
    setGrowth(1)
  }

  #release(): void {
    this.#observer.disconnect()
    this.#isHeld = false
    this.#isReleased = true
    setGrowth(DEFAULT_FACTOR)
    if (!this.#isOnOneThread) return
    this.#isOnOneThread = false
    setParallel(true)
  }
}

/** Measures how much time collections take above their share. */
export class CollectionLoad {
  #excess = 0
  #last: number | undefined

  /** Adds a collection, in ms, and returns the excess: a pause makes up for earlier collections. */
  add(startTime: number, duration: number): number {
    const since = startTime - (this.#last ?? startTime)
    this.#last = startTime
    this.#excess = Math.max(this.#excess - SHARE * since, 0) + Math.min(duration, LONGEST_MS)
    return this.#excess
  }
}

function setGrowth(factor: number): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`)
}

function setParallel(isParallel: boolean): void {
  setFlagsFromString(isParallel ? '--parallel-scavenge' : '--no-parallel-scavenge')
}

/** The types of Node.js lack the detail of a collection. */
function isMinor(entry: PerformanceEntry): boolean {
  const { detail } = entry as { readonly detail?: { readonly kind: number } }
  return detail?.kind === constants.NODE_PERFORMANCE_GC_MINOR
}
