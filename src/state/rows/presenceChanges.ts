import { bytesToLatin1 } from '../../primitives/encoding/bytes.ts'
import type { KeyRange } from '../../store/versionedStore.ts'

/**
 * Sorted keys of the rows that were added to or removed from a table since the last drain. Finding
 * the keys of a range costs nothing for keys outside of it.
 */
export class PresenceChanges {
  /** One character per byte. */
  readonly #keys: string[] = []

  /** Records whether the presence of a row differs from the stores. */
  note(key: string, isMoved: boolean): void {
    const at = this.#firstFrom(key)
    const isKnown = this.#keys[at] === key
    if (isMoved && !isKnown) this.#keys.splice(at, 0, key)
    if (!isMoved && isKnown) this.#keys.splice(at, 1)
  }

  /** Yields the keys of a range in order. */
  *within({ start, end }: KeyRange): Generator<string, undefined> {
    const limit = end === undefined ? undefined : bytesToLatin1(end)
    let at = start === undefined ? 0 : this.#firstFrom(bytesToLatin1(start))
    for (let key = this.#keys[at]; key !== undefined; key = this.#keys[++at]) {
      if (limit !== undefined && key >= limit) return undefined
      yield key
    }
    return undefined
  }

  /** Returns the index of the first key that is not below `key`. */
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
