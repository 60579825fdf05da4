import { Turn } from '../../primitives/time/turn.ts'
import { HeaderTemplate, type SteadyHeader } from './headerTemplate.ts'
import { awaitIfPatient } from './missingHashes.ts'

/** Headers that are hashed at a time, and from the first of which any of them is found again. */
const SEGMENT = 256
const HASH_BYTES = 32

/** Headers that follow each other, with what is the same in all of them. */
export interface HeaderRow {
  readonly steady: SteadyHeader
  /** Of the header before the first one: 32 bytes. */
  readonly parentHash: Uint8Array
  /** Number and time of the first one, and seconds from each to the next: exact integers. */
  readonly number: number
  readonly timestamp: number
  readonly step: number
  readonly count: number
}

/** What is kept of the hashes: it leads to all of them. */
export interface HashDigest {
  /** The first four bytes of each, as a number. */
  readonly heads: Uint32Array
  /** The hash before each segment, one after the other. */
  readonly parents: Uint8Array
}

/**
 * The hashes of a row of headers. Each depends on the one before, so that the last one costs as much as all: they are made when the
 * first of them is asked for, and 4 bytes of each are kept.
 */
export class HeaderHashes {
  readonly #row: HeaderRow
  /** What is kept of the hashes that are made. */
  readonly digest: HashDigest
  /** Segments that were hashed. */
  #known = 0
  /** The segment that was hashed last. */
  #recent: { readonly segment: number; readonly hashes: Uint8Array } | undefined
  #template: HeaderTemplate | undefined

  /** @param digest of a row whose hashes were made before */
  constructor(row: HeaderRow, digest?: HashDigest) {
    const segments = Math.ceil(row.count / SEGMENT)
    this.#row = row
    this.digest = digest ?? {
      heads: new Uint32Array(row.count),
      parents: new Uint8Array((segments + 1) * HASH_BYTES),
    }
    if (digest === undefined) this.digest.parents.set(row.parentHash)
    else this.#known = segments
  }

  /** Whether all are made. */
  get isComplete(): boolean {
    return this.#known * SEGMENT >= this.#row.count
  }

  /** What would be kept of the first headers alone; undefined where their hashes are not made. */
  digestOfFirst(count: number): HashDigest | undefined {
    if (this.#known * SEGMENT < count) return undefined
    const end = Math.ceil(count / SEGMENT) * HASH_BYTES
    const parents = this.digest.parents.slice(0, end + HASH_BYTES)
    parents.set(this.at(count - 1), end)
    return { heads: this.digest.heads.slice(0, count), parents }
  }

  /** The hash of a header by its place in the row. */
  at(index: number): Uint8Array {
    const segment = Math.floor(index / SEGMENT)
    if (this.#known <= segment) awaitIfPatient(this)
    while (this.#known <= segment) this.#hashNext()
    const start = (index % SEGMENT) * HASH_BYTES
    return this.#hashesOf(segment).slice(start, start + HASH_BYTES)
  }

  /** The place of the header with this hash. */
  indexOf(hash: Uint8Array): number | undefined {
    if (!this.isComplete) awaitIfPatient(this)
    while (!this.isComplete) this.#hashNext()
    const head = headOf(hash)
    const { heads } = this.digest
    for (let at = heads.indexOf(head); at >= 0; at = heads.indexOf(head, at + 1)) {
      if (Buffer.compare(this.at(at), hash) === 0) return at
    }
    return undefined
  }

  /** Makes those that are not made yet, while others have their turns. */
  async complete(): Promise<void> {
    const turn = new Turn()
    while (!this.isComplete) {
      this.#hashNext()
      if (turn.isOver) await turn.pass()
    }
  }

  #hashNext(): void {
    const segment = this.#known
    const hashes = this.#hashesOf(segment)
    const { heads, parents } = this.digest
    for (let at = 0; at < hashes.length; at += HASH_BYTES) {
      heads[segment * SEGMENT + at / HASH_BYTES] = headOf(hashes.subarray(at))
    }
    parents.set(hashes.subarray(-HASH_BYTES), (segment + 1) * HASH_BYTES)
    this.#known++
  }

  /** The hashes of a segment whose first parent is known, one after the other. */
  #hashesOf(segment: number): Uint8Array {
    if (this.#recent?.segment === segment) return this.#recent.hashes
    const { number, timestamp, step, count, steady } = this.#row
    const first = segment * SEGMENT
    const end = Math.min(first + SEGMENT, count)
    const hashes = new Uint8Array((end - first) * HASH_BYTES)
    const start = segment * HASH_BYTES
    let hash = this.digest.parents.subarray(start, start + HASH_BYTES)
    // What fitted a later segment need not fit an earlier one.
    let template = segment === this.#known ? this.#template : undefined
    for (let index = first; index < end; index++) {
      const time = timestamp + index * step
      if (!template?.fits(number + index, time)) {
        template = new HeaderTemplate(steady, number + index, time)
      }
      hash = template.hash(hash, number + index, time)
      hashes.set(hash, (index - first) * HASH_BYTES)
    }
    if (segment === this.#known) this.#template = template
    this.#recent = { segment, hashes }
    return hashes
  }
}

function headOf(hash: Uint8Array): number {
  const [a = 0, b = 0, c = 0, d = 0] = hash
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
}
