import type { Log } from '../run/log.ts'
import type { EngineAccounts } from './engineAccounts.ts'
import { HashTexts } from './hashTexts.ts'
import type { Layout, Pointer } from './interpreter.ts'
import type { LinearMemory } from './linearMemory.ts'

/** Reads the logs of a message from linear memory. */
export class LogReader {
  readonly #memory: LinearMemory
  readonly #layout: Layout
  readonly #accounts: EngineAccounts
  readonly #texts: HashTexts

  constructor(memory: LinearMemory, layout: Layout, accounts: EngineAccounts) {
    this.#memory = memory
    this.#layout = layout
    this.#accounts = accounts
    this.#texts = new HashTexts(memory)
  }

  /** Oldest first, from the chain that starts with the newest. */
  all(newest: Pointer): Log[] {
    const { logPrevious, logSize } = this.#layout
    const pointers: Pointer[] = []
    let size = 0
    for (let at = newest; at !== 0; at = this.#memory.get(at + logPrevious)) {
      pointers.push(at)
      size += this.#memory.get(at + logSize)
    }
    // One buffer for the data of all logs: an ArrayBuffer for each is expensive to allocate and free.
    const data = new Uint8Array(size)
    let end = 0
    return pointers.reverse().map((at) => {
      const start = end
      end += this.#memory.get(at + logSize)
      return this.#copy(at, data.subarray(start, end))
    })
  }

  one(at: Pointer): Log {
    return this.#copy(at, new Uint8Array(this.#memory.get(at + this.#layout.logSize)))
  }

  /** Reads a log and copies its data to `data`, which has its size. */
  #copy(at: Pointer, data: Uint8Array): Log {
    const { logHeader, logTopics, logAccount } = this.#layout
    const memory = this.#memory
    const first = at + logHeader
    const afterTopics = first + memory.get(at + logTopics) * 32
    const topics = []
    for (let topic = first; topic < afterTopics; topic += 32) topics.push(this.#texts.at(topic))
    if (data.length > 0) data.set(memory.u8.subarray(afterTopics, afterTopics + data.length))
    return { address: this.#accounts.addressOf(memory.get(at + logAccount)), topics, data }
  }
}
