import type { AppendLog } from './appendLog.ts'

/** Limit of all kept answers, in characters of JSON. */
const MAX_SIZE = 64 << 20
/** Longer answers are not kept. */
const MAX_ANSWER = 1 << 20

/** Answers about blocks that do not change any more, in memory and in a log on disk. */
export class AnswerCache {
  readonly #log: AppendLog | undefined
  readonly #answers = new Map<string, { readonly answer: unknown; readonly size: number }>()
  #loading: Promise<void> | undefined
  #size = 0

  /** @param log undefined: in memory only. It is read at the first request. */
  constructor(log: AppendLog | undefined) {
    this.#log = log
  }

  /** Returns the answer in an object, or undefined if it is unknown. */
  async get(key: string): Promise<{ readonly answer: unknown } | undefined> {
    this.#loading ??= this.#load()
    await this.#loading
    return this.#answers.get(key)
  }

  put(key: string, answer: unknown): void {
    const size = JSON.stringify(answer)?.length ?? 0
    if (size > MAX_ANSWER || this.#answers.has(key)) return
    this.#keep(key, answer, size)
    this.#log?.append([key, answer])
  }

  /** Forgets an answer, so that the next one replaces it on disk, too. */
  forget(key: string): void {
    this.#size -= this.#answers.get(key)?.size ?? 0
    this.#answers.delete(key)
  }

  /** Waits until the disk has everything. */
  async flush(): Promise<void> {
    await this.#log?.flush()
  }

  async #load(): Promise<void> {
    for (const record of (await this.#log?.read()) ?? []) {
      if (!Array.isArray(record) || record.length !== 2) continue
      const [key, answer]: readonly unknown[] = record
      if (typeof key === 'string') this.#keep(key, answer, JSON.stringify(answer).length)
    }
  }

  /** Forgets the oldest answers beyond the limit. */
  #keep(key: string, answer: unknown, size: number): void {
    this.forget(key)
    this.#answers.set(key, { answer, size })
    this.#size += size
    for (const oldest of this.#answers.keys()) {
      if (this.#size <= MAX_SIZE) return
      this.forget(oldest)
    }
  }
}
