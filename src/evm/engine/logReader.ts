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
    if (pointers.length === 1) return [this.one(newest)]
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
    const size = this.#memory.get(at + this.#layout.logSize)
    return this.#read(at, this.#memory.bytes(this.#dataOf(at), size))
  }

  /** Reads a log and copies its data to `data`, which has its size. */
  #copy(at: Pointer, data: Uint8Array): Log {
    const start = this.#dataOf(at)
    if (data.length > 0) data.set(this.#memory.u8.subarray(start, start + data.length))
    return this.#read(at, data)
  }

  #read(at: Pointer, data: Uint8Array): Log {
    const { logHeader, logAccount } = this.#layout
    const afterTopics = this.#dataOf(at)
    const topics = []
    for (let topic = at + logHeader; topic < afterTopics; topic += 32) {
      topics.push(this.#texts.at(topic))
    }
    const address = this.#accounts.addressOf(this.#memory.get(at + logAccount))
    return { address, topics, data }
  }

  /** The data follow the topics. */
  #dataOf(at: Pointer): Pointer {
    const { logHeader, logTopics } = this.#layout
    return at + logHeader + this.#memory.get(at + logTopics) * 32
  }
}
