import type { FilterChanges } from '../../../chain/filters/filterSpace.ts'
import type { Transaction } from '../../../evm/transaction/transaction.ts'
import type { Hash } from '../../../primitives/encoding/hex.ts'
import type { Json } from '../../../primitives/encoding/json.ts'
import { writeJson, writeList } from '../../../tracers/jsonSink.ts'
import { filterId, logFilter } from '../../codec/logFilter.ts'
import { boolean, hash } from '../../codec/scalar.ts'
import { method, param, streamingMethod } from '../../core/method.ts'
import { JsonStream } from '../../stream/jsonStream.ts'
import { logStream, logsSchema, writeBatches } from '../../stream/logStream.ts'
import { transactionView } from '../../views/transaction.ts'

export const eth_newFilter = method({
  summary:
    'Creates a filter for logs and returns its id. It begins at `fromBlock`, or after the latest block.',
  params: [param('filter', logFilter)],
  result: filterId,
  run: ({ filters }, query) => filters.addLogs(query),
})

export const eth_newBlockFilter = method({
  summary: 'Creates a filter for new blocks and returns its id.',
  params: [],
  result: filterId,
  run: ({ filters }) => filters.addBlocks(),
})

export const eth_newPendingTransactionFilter = method({
  summary: 'Creates a filter for pending transactions, full (true) or hashes, and returns its id.',
  params: [param('fullTransactions', boolean, false)],
  result: filterId,
  run: ({ filters }, isFull) => filters.addTransactions({ isFull }),
})

export const eth_getFilterChanges = streamingMethod({
  summary:
    'Returns the new logs, block hashes or transactions since the last poll. Logs of reverted blocks come first, with `removed`: true. Logs over `--max-logs` follow with the next poll.',
  params: [param('filterId', filterId)],
  result: {
    schema: {
      anyOf: [
        logsSchema,
        { type: 'array', items: hash.schema },
        { type: 'array', items: transactionView.schema },
      ],
    },
  },
  async run({ filters, logLimits }, id) {
    const changes = await filters.changes(id, logLimits)
    const { writeTo } = changesStream(changes)
    return new JsonStream(async (sink) => {
      try {
        await writeTo(sink)
      } catch (error) {
        // The response was not delivered, so the next one repeats the changes.
        changes.undo()
        throw error
      }
    })
  },
})

export const eth_getFilterLogs = streamingMethod({
  summary:
    'Returns all logs that match a log filter, including historical ones; from block 0 without `fromBlock`.',
  params: [param('filterId', filterId)],
  result: { schema: logsSchema },
  async run({ filters, logLimits }, id) {
    return logStream(await filters.logs(id, logLimits))
  },
})

export const eth_uninstallFilter = method({
  summary: 'Removes a filter. Returns whether it existed.',
  params: [param('filterId', filterId)],
  result: boolean,
  run: ({ filters }, id) => filters.remove(id),
})

function changesStream(changes: FilterChanges): JsonStream {
  if (changes.kind === 'logs') return logStream(changes.logs)
  if (changes.kind === 'blocks') {
    return new JsonStream((sink) =>
      writeBatches(sink, oneByOne(changes.hashes), (hash, separator) => `${separator}"${hash}"`),
    )
  }
  const encode = changes.isFull ? wholeTransaction : hashAlone
  return new JsonStream((sink) =>
    writeList(sink, changes.transactions, (transaction) => writeJson(sink, encode(transaction))),
  )
}

async function* oneByOne(hashes: AsyncIterable<Hash>): AsyncIterable<readonly Hash[]> {
  for await (const hash of hashes) yield [hash]
}

/** The transaction as it was accepted, without a block. */
function wholeTransaction(transaction: Transaction): Json {
  return transactionView.encode({ transaction })
}

function hashAlone({ hash }: Transaction): Json {
  return hash
}
