import type { Transaction } from '../../evm/transaction/transaction.ts'
import type { Header, Receipt } from './block.ts'
import { BLOOM_BYTES, EMPTY_BLOOM } from './bloom.ts'
import { EMPTY_TRIE_ROOT } from './orderedTrie.ts'
import { ENTRY_BYTES, hashTrie, reserveTrie, type TrieMemory, trieModule } from './trieMemory.ts'

/** Bytes of the records of a receipt and of a log; see `assembly/hashing/receipts.ts`. */
const RECEIPT_BYTES = 24
const LOG_BYTES = 8
/** Characters of an address and of a topic. */
const ADDRESS_TEXT = 42
const TOPIC_TEXT = 66

/** How much the receipts of a block have of everything. */
interface Sizes {
  logs: number
  topics: number
  blooms: number
  /** Bytes of the data of all logs. */
  data: number
}

/**
 * Returns the root of the trie of the receipts in consensus form, and their filters combined. The
 * receipts are encoded, merged and hashed in WebAssembly.
 */
export function receiptsTrie(
  receipts: readonly Receipt[],
  transactions: readonly Pick<Transaction, 'type'>[],
): Pick<Header, 'receiptsRoot' | 'logsBloom'> {
  const count = receipts.length
  if (count === 0) return { receiptsRoot: EMPTY_TRIE_ROOT, logsBloom: EMPTY_BLOOM }
  const module = trieModule()
  const sizes = sizesOf(receipts)
  const records = module.entries.value + ENTRY_BYTES * count
  const texts = records + RECEIPT_BYTES * count + LOG_BYTES * sizes.logs
  const blobs = texts + ADDRESS_TEXT * sizes.logs + TOPIC_TEXT * sizes.topics
  const room = blobs + BLOOM_BYTES * sizes.blooms + sizes.data
  const receiptRoom = module.receiptRoom.value * count
  const logRoom = module.logRoom.value * sizes.logs + module.topicRoom.value * sizes.topics
  const memory = reserveTrie(room + receiptRoom + logRoom + sizes.data)
  writeRecords(memory, records, receipts, transactions)
  memory.bytes.write(textsOf(receipts), texts, 'latin1')
  writeBlobs(memory, blobs, receipts)
  module.encodeReceipts(count, records, texts, blobs, room)
  const merged = module.mergedBloom.value
  const logsBloom =
    sizes.blooms === 0
      ? EMPTY_BLOOM
      : new Uint8Array(memory.bytes.subarray(merged, merged + BLOOM_BYTES))
  return { receiptsRoot: hashTrie(memory, count), logsBloom }
}

function sizesOf(receipts: readonly Receipt[]): Sizes {
  const sizes = { logs: 0, topics: 0, blooms: 0, data: 0 }
  for (const { logs, logsBloom } of receipts) {
    if (logsBloom !== EMPTY_BLOOM) sizes.blooms++
    sizes.logs += logs.length
    for (const { topics, data } of logs) {
      sizes.topics += topics.length
      sizes.data += data.length
    }
  }
  return sizes
}

function writeRecords(
  { words, longs }: TrieMemory,
  records: number,
  receipts: readonly Receipt[],
  transactions: readonly Pick<Transaction, 'type'>[],
): void {
  let at = records / 4
  for (let i = 0; i < receipts.length; i++) {
    const { cumulativeGasUsed, status, logsBloom, logs } = receipts[i] as Receipt
    longs[at / 2] = cumulativeGasUsed
    words[at + 2] = transactions[i]?.type ?? 0
    words[at + 3] = status
    words[at + 4] = logsBloom === EMPTY_BLOOM ? 0 : 1
    words[at + 5] = logs.length
    at += RECEIPT_BYTES / 4
    for (const { topics, data } of logs) {
      words[at] = topics.length
      words[at + 1] = data.length
      at += LOG_BYTES / 4
    }
  }
}

/** Addresses and topics in order, one text for all: writing each would take longer. */
function textsOf(receipts: readonly Receipt[]): string {
  let text = ''
  for (const { logs } of receipts) {
    for (const { address, topics } of logs) {
      text += address
      for (const topic of topics) text += topic
    }
  }
  return text
}

function writeBlobs({ bytes }: TrieMemory, blobs: number, receipts: readonly Receipt[]): void {
  let at = blobs
  for (const { logs, logsBloom } of receipts) {
    if (logsBloom !== EMPTY_BLOOM) {
      bytes.set(logsBloom, at)
      at += BLOOM_BYTES
    }
    for (const { data } of logs) {
      bytes.set(data, at)
      at += data.length
    }
  }
}
