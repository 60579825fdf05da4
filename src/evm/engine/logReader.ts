import type { Log } from '../run/log.ts'
import type { EngineAccounts } from './engineAccounts.ts'
import type { HashTexts } from './hashTexts.ts'
import type { Layout, Pointer } from './interpreter.ts'
import type { LinearMemory } from './linearMemory.ts'

/** Reads the logs of a message, oldest first, from the chain that starts with the newest. */
export function readLogs(
  memory: LinearMemory,
  layout: Layout,
  accounts: EngineAccounts,
  texts: HashTexts,
  newest: Pointer,
): Log[] {
  const pointers: Pointer[] = []
  let size = 0
  for (let at = newest; at !== 0; at = memory.get(at + layout.logPrevious)) {
    pointers.push(at)
    size += memory.get(at + layout.logSize)
  }
  // One buffer for the data of all logs: an ArrayBuffer for each is expensive to allocate and free.
  const data = new Uint8Array(size)
  let end = 0
  return pointers.reverse().map((at) => {
    const start = end
    end += memory.get(at + layout.logSize)
    return copyLog(memory, layout, accounts, texts, at, data.subarray(start, end))
  })
}

export function readLog(
  memory: LinearMemory,
  layout: Layout,
  accounts: EngineAccounts,
  texts: HashTexts,
  at: Pointer,
): Log {
  const data = new Uint8Array(memory.get(at + layout.logSize))
  return copyLog(memory, layout, accounts, texts, at, data)
}

/** Reads a log and copies its data to `data`, which has its size. */
function copyLog(
  memory: LinearMemory,
  layout: Layout,
  accounts: EngineAccounts,
  texts: HashTexts,
  at: Pointer,
  data: Uint8Array,
): Log {
  const first = at + layout.logHeader
  const afterTopics = first + memory.get(at + layout.logTopics) * 32
  const topics = []
  for (let topic = first; topic < afterTopics; topic += 32) topics.push(texts.at(topic))
  if (data.length > 0) data.set(memory.u8.subarray(afterTopics, afterTopics + data.length))
  return { address: accounts.addressOf(memory.get(at + layout.logAccount)), topics, data }
}
