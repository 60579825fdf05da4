import type { Json } from '../../primitives/encoding/json.ts'
import { EncodedJson } from '../stream/encodedJson.ts'

/** What a notification that waits takes beside its result, which it may share, in bytes, about. */
const OVERHEAD = 100
/** Most that may wait where the client is not to blame, in limits. */
const MOST_LIMITS = 8

/** Something that happened. What is told of it is written once, however many are told. */
export class SubscriptionEvent {
  #size = 0

  /** What all that is told of it takes where one client is told each result once, in characters. */
  get size(): number {
    return this.#size
  }

  encode(json: Json): EncodedJson {
    const result = new EncodedJson(JSON.stringify(json))
    this.#size += sizeOf(result)
    return result
  }
}

/**
 * Counts the notifications that wait for one client, which may be so many as a limit says. The
 * limit is for those of a client that reads too slowly: what the largest event brought, be it many
 * megabytes, does not count, but only once, however many of the client's subscriptions are told of
 * it.
 */
export class Backlog {
  readonly #limit: number
  #waiting = 0
  /** What does not count since less than the limit waited: the largest event … */
  #largestEvent = 0
  /** … and what waited when the client was last to blame for nothing. */
  #excused = 0
  #isExcused = false

  /** @param limit characters of notifications that may wait */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Counts a notification; false where too much waits now. */
  add(result: EncodedJson, event: SubscriptionEvent): boolean {
    this.#waiting += sizeOf(result)
    if (this.#waiting <= this.#limit) return true
    this.#largestEvent = Math.max(this.#largestEvent, event.size)
    const most = this.#limit * MOST_LIMITS
    const allowed = this.#isExcused ? most : Math.min(this.#limit + this.#excused, most)
    return this.#waiting <= allowed + this.#largestEvent
  }

  /** Counts a notification no longer: it is on its way, or never will be. */
  remove(result: EncodedJson): void {
    this.#waiting -= sizeOf(result)
    if (this.#waiting > this.#limit) return
    this.#largestEvent = 0
    this.#excused = 0
  }

  /** From now on the client is not to blame for what waits, up to a bound. */
  excuse(): void {
    this.#isExcused = true
  }

  /** From now on the client is to blame for what comes on top. */
  blame(): void {
    this.#isExcused = false
    this.#excused = this.#waiting > this.#limit ? this.#waiting : 0
  }
}

function sizeOf({ text }: EncodedJson): number {
  return text.length + OVERHEAD
}
