import { bytesToLatin1 } from '../../primitives/encoding/bytes.ts'
import type { KeyRange } from '../../store/versionedStore.ts'

/**
 * Keys of the rows of a table that came or went since they were last handed to the stores, in
 * order. A row is looked for in the order of all that moved, so that finding some of a range costs
 * nothing for those outside of it.
 */
export class PresenceChanges {
  /** One character a byte. */
  readonly #keys: string[] = []

  /** Notes whether the row with a key is there in another way than in the stores. */
  note(key: string, isMoved: boolean): void {
    const at = this.#firstFrom(key)
    const isKnown = this.#keys[at] === key
    if (isMoved && !isKnown) this.#keys.splice(at, 0, key)
    if (!isMoved && isKnown) this.#keys.splice(at, 1)
  }

  /** The keys of a range, in order. */
  *within({ start, end }: KeyRange): Generator<string, undefined> {
    const limit = end === undefined ? undefined : bytesToLatin1(end)
    let at = start === undefined ? 0 : this.#firstFrom(bytesToLatin1(start))
    for (let key = this.#keys[at]; key !== undefined; key = this.#keys[++at]) {
      if (limit !== undefined && key >= limit) return undefined
      yield key
    }
    return undefined
  }

  /** Where the first key stands that is not below another. */
  #firstFrom(key: string): number {
    let low = 0
    let high = this.#keys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#keys[middle] ?? '') < key) low = middle + 1
      else high = middle
    }
    return low
  }
}
