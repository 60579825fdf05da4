import { ChainError } from '../../../chain/errors.ts'
import { requireOrderedNumbers, requireThere } from '../../../chain/history/logQuery.ts'
import type { Hash } from '../../../primitives/encoding/hex.ts'
import { jsonKind } from '../../../primitives/encoding/json.ts'
import type { Codec } from '../../codec/codec.ts'
import { array, partial } from '../../codec/compound.ts'
import { logFilter } from '../../codec/logFilter.ts'
import { boolean, hash, text } from '../../codec/scalar.ts'
import { type Context, method, optional, param } from '../../core/method.ts'
import { invalidParams, RpcError, rpcCode, serverError } from '../../errors/rpcError.ts'
import { notificationsNotSupported, type SubscriptionKind } from '../../subscribe/subscription.ts'

/** Maximum number of transactions of a subscription to receipts, as in geth. */
const MAX_HASHES = 200

const receiptsQuery = partial({ transactionHashes: array(hash) }, { title: 'transactions' })

/** Decoded when the kind is known, which determines its type. */
const options: Codec<unknown> = {
  decode: (json) => json,
  encode: () => null,
  schema: { anyOf: [logFilter.schema, receiptsQuery.schema, boolean.schema] },
}

const OPTIONS = 'invalid argument 1'

/**
 * Returns the requested subscription.
 * @throws RpcError
 */
function readKind(name: string, given: unknown): SubscriptionKind {
  switch (name) {
    case 'logs':
      return { name, query: logFilter.decode(given ?? {}, OPTIONS) }
    case 'newPendingTransactions':
      return { name, isFull: boolean.decode(given ?? false, OPTIONS) }
    case 'transactionReceipts':
      return { name, hashes: new Set(readHashes(given)) }
    case 'newHeads':
    case 'syncing':
      if (given !== undefined) {
        throw invalidParams(`${OPTIONS}: ${name} takes no options, got ${jsonKind(given)}`)
      }
      return { name }
    default: {
      const shown = name.length > 200 ? `${name.slice(0, 200)}…` : name
      const message = `no "${shown}" subscription in eth namespace: want newHeads, logs, newPendingTransactions, transactionReceipts or syncing`
      throw new RpcError(rpcCode.methodNotFound, message)
    }
  }
}

/** @throws RpcError */
function readHashes(given: unknown): readonly Hash[] {
  const { transactionHashes = [] } = receiptsQuery.decode(given ?? {}, OPTIONS)
  if (transactionHashes.length <= MAX_HASHES) return transactionHashes
  throw invalidParams(
    `${OPTIONS}: transactionHashes: ${transactionHashes.length} hashes, want at most ${MAX_HASHES}`,
  )
}

/** @throws ChainError UNKNOWN_BLOCK */
async function requireBlock(blocks: Context['blocks'], hash: Hash): Promise<void> {
  if ((await blocks.getByHash(hash)) === undefined) {
    throw new ChainError({ code: 'UNKNOWN_BLOCK', hash })
  }
}

export const eth_subscribe = method({
  summary:
    'Subscribes over WebSocket or in process to `newHeads`, `logs` (by filter), `newPendingTransactions` (hashes, or full transactions with true), `transactionReceipts` (of some or all transactions, block by block) or `syncing`, and returns the subscription id.',
  params: [param('kind', text), optional('options', options)],
  result: text,
  run({ subscriptions, blocks }, name, given) {
    if (subscriptions === undefined) throw notificationsNotSupported()
    const kind = readKind(name, given)
    if (kind.name !== 'logs') return subscriptions.open(kind)
    const { fromBlock, blockHash } = kind.query
    requireOrderedNumbers(kind.query)
    if (fromBlock !== undefined && 'number' in fromBlock) {
      requireThere({ blocks }, fromBlock.number, 'fromBlock')
    }
    if (blockHash === undefined) return subscriptions.open(kind)
    return requireBlock(blocks, blockHash).then(() => subscriptions.open(kind))
  },
})

export const eth_unsubscribe = method({
  summary: 'Cancels a subscription. Returns whether it existed.',
  params: [param('id', text)],
  result: boolean,
  run({ subscriptions }, id) {
    if (subscriptions === undefined) throw notificationsNotSupported()
    if (!subscriptions.close(id)) throw serverError('subscription not found')
    return true
  },
})
