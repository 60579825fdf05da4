import type { Json } from '../../primitives/encoding/json.ts'
import { EncodedJson } from '../stream/encodedJson.ts'

/** Approximate size of an unsent notification besides its shared result, in bytes. */
const OVERHEAD = 100
/** Maximum size while the client is not responsible, as a multiple of the limit. */
const MOST_LIMITS = 8

/** An event, encoded once for all subscriptions. */
export class SubscriptionEvent {
  #size = 0

  /** Size of the notifications if a client receives each result once, in characters. */
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
 * Counts the unsent notifications of one client up to a limit for clients that read too slowly. The
 * largest event does not count, and counts once for all of the client's subscriptions.
 */
export class Backlog {
  readonly #limit: number
  #waiting = 0
  /** Not counted since less than the limit was unsent: the largest event … */
  #largestEvent = 0
  /** … and the size when the client was last not responsible. */
  #excused = 0
  #isExcused = false

  /** @param limit characters of unsent notifications */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Adds a notification; false if too much is unsent. */
  add(result: EncodedJson, event: SubscriptionEvent): boolean {
    this.#waiting += sizeOf(result)
    if (this.#waiting <= this.#limit) return true
    this.#largestEvent = Math.max(this.#largestEvent, event.size)
    const most = this.#limit * MOST_LIMITS
    const allowed = this.#isExcused ? most : Math.min(this.#limit + this.#excused, most)
    return this.#waiting <= allowed + this.#largestEvent
  }

  /** Removes a notification that was sent or dropped. */
  remove(result: EncodedJson): void {
    this.#waiting -= sizeOf(result)
    if (this.#waiting > this.#limit) return
    this.#largestEvent = 0
    this.#excused = 0
  }

  /** Starts a period in which unsent notifications are excused, up to a bound. */
  excuse(): void {
    this.#isExcused = true
  }

  /** Ends that period: the client is responsible for further notifications. */
  blame(): void {
    this.#isExcused = false
    this.#excused = this.#waiting > this.#limit ? this.#waiting : 0
  }
}

function sizeOf({ text }: EncodedJson): number {
  return text.length + OVERHEAD
}
