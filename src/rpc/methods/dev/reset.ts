import { ChainError } from '../../../chain/errors.ts'
import { decodeTransaction } from '../../../evm/transaction/decodeTransaction.ts'
import { impersonate } from '../../../evm/transaction/impersonation.ts'
import type { Transaction } from '../../../evm/transaction/transaction.ts'
import type { ForkTarget } from '../../../node/openFork.ts'
import type { Address } from '../../../primitives/address.ts'
import type { Codec } from '../../codec/codec.ts'
import { array, partial } from '../../codec/compound.ts'
import { nullResult } from '../../codec/mining.ts'
import { boolean, bytes, quantity, text, uint64 } from '../../codec/scalar.ts'
import { type TransactionRequest, transactionRequest } from '../../codec/transactionRequest.ts'
import { type ChangingContext, changingMethod, method, optional, param } from '../../core/method.ts'
import { invalidParams } from '../../errors/rpcError.ts'
import { fillTransaction } from '../fillTransaction.ts'
import { defaultSender } from '../sendTransaction.ts'

/** Unlike the option, without numbers that count back: a request names its block. */
const forkBlock: Codec<bigint> = {
  ...uint64,
  decode(json, path) {
    if (!/^-\d+$/.test(String(json))) return uint64.decode(json, path)
    throw invalidParams(`${path}: ${json} counts back from the newest block: name a block number`)
  },
}

const forking = partial(
  { jsonRpcUrl: text, blockNumber: forkBlock },
  {
    title: 'fork configuration',
    meanings: {
      jsonRpcUrl: 'the remote node; default: that of the present fork',
      blockNumber: 'default: the newest block',
    },
  },
)

/**
 * Parameter of `hardhat_reset`: Hardhat's object with a `forking` member, or Anvil's fork object.
 * Undefined without either.
 */
const resetOptions: Codec<ForkTarget | undefined> = (() => {
  const options = partial({ forking, jsonRpcUrl: text, blockNumber: forkBlock }, { title: 'reset' })
  return {
    decode(json, path) {
      const { forking: nested, jsonRpcUrl, blockNumber } = options.decode(json, path)
      if (nested === undefined && jsonRpcUrl === undefined && blockNumber === undefined) {
        return undefined
      }
      return {
        url: nested?.jsonRpcUrl ?? jsonRpcUrl,
        blockNumber: nested?.blockNumber ?? blockNumber,
      }
    },
    encode: ({ url, blockNumber } = {}) => ({
      ...(url !== undefined && { jsonRpcUrl: url }),
      ...(blockNumber !== undefined && { blockNumber: uint64.encode(blockNumber) }),
    }),
    schema: options.schema,
  }
})()

/** A transaction of a reorganization and the index of its block, 0 for the first new one. */
interface ReorgTransaction {
  readonly transaction: TransactionRequest | Uint8Array
  readonly index: bigint
}

/** A pair of a transaction and an index, as Anvil writes it. */
const reorgTransactions = array<ReorgTransaction>({
  decode(json, path) {
    if (!Array.isArray(json) || json.length !== 2) {
      throw invalidParams(`${path}: want a pair of a transaction and the index of its block`)
    }
    const [given, index] = json
    const decode = typeof given === 'string' ? bytes.decode : transactionRequest.decode
    return {
      transaction: decode(given, `${path}[0]`),
      index: uint64.decode(index, `${path}[1]`),
    }
  },
  encode: ({ transaction, index }) => [
    transaction instanceof Uint8Array
      ? bytes.encode(transaction)
      : transactionRequest.encode(transaction),
    uint64.encode(index),
  ],
  schema: {
    type: 'array',
    title: 'pair of a transaction and the index of its block',
    items: { anyOf: [bytes.schema, transactionRequest.schema, uint64.schema] },
  },
})

export const hardhat_reset = changingMethod({
  summary:
    'Resets the node to block 0: state, pool, mining configuration, impersonation and snapshots. With `forking`, it forks a remote chain; without, it leaves a fork.',
  params: [optional('options', resetOptions)],
  result: boolean,
  aliases: ['anvil_reset', 'ganache_reset'],
  async run({ node, remote }, target) {
    if (target?.blockNumber !== undefined && (target.url ?? remote?.url) === undefined) {
      throw invalidParams('invalid argument 0: forking: blockNumber needs jsonRpcUrl')
    }
    await node.reset(target)
    return true
  },
})

export const anvil_rollback = changingMethod({
  summary:
    'Reverts the latest blocks and the state changes after them. The pool and the mining configuration stay.',
  params: [param('depth', quantity, '0x1')],
  result: nullResult,
  aliases: ['hardhat_rollback', 'ganache_rollback'],
  run: ({ chain }, depth) => chain.rollback(depth),
})

export const anvil_reorg = changingMethod({
  summary:
    'Replaces the newest blocks by as many others. Each pair is a transaction, signed or as an object, and the index of its block; other blocks are empty.',
  params: [param('depth', quantity), param('transactions', reorgTransactions, [])],
  result: nullResult,
  aliases: ['hardhat_reorg', 'ganache_reorg'],
  async run(context, depth, pairs) {
    const { chain, blocks } = context
    const height = BigInt(blocks.latest.number)
    if (depth > height) {
      throw invalidParams(
        `Reorg depth must not exceed current chain height: current height ${height}, depth ${depth}`,
      )
    }
    const late = pairs.find(({ index }) => index >= depth)
    if (late !== undefined) {
      throw invalidParams(
        `Block number for reorg tx will exceed the reorged chain height. Block number ${late.index} must not exceed (depth-1) ${depth - 1n}`,
      )
    }
    await chain.reorg(depth, await signReorg(context, height - depth, pairs))
  },
})

/** Signs the transactions of a reorganization, with the nonces after its last common block. */
async function signReorg(
  context: ChangingContext,
  common: bigint,
  pairs: readonly ReorgTransaction[],
): Promise<ReadonlyMap<number, readonly Transaction[]>> {
  const { chainId, wallet, impersonations } = context
  const before = await context.state.viewAt({ number: common })
  const nonces = new Map<Address, bigint>()
  const blocks = new Map<number, Transaction[]>()
  for (const { transaction: given, index } of pairs.toSorted((a, b) => Number(a.index - b.index))) {
    const list = blocks.get(Number(index)) ?? []
    blocks.set(Number(index), list)
    if (given instanceof Uint8Array) {
      list.push(decodeTransaction(given, chainId))
      continue
    }
    const from = defaultSender(wallet, given)
    const hasKey = wallet.has(from)
    if (!hasKey && !impersonations.has(from)) {
      throw new ChainError({ code: 'UNKNOWN_ACCOUNT', address: from })
    }
    const known = given.nonce ?? nonces.get(from)
    const nonce = known ?? (await before.read((reader) => reader.getNonce(from)))
    nonces.set(from, nonce + 1n)
    const unsigned = await fillTransaction(context, from, { ...given, nonce })
    list.push(hasKey ? wallet.signTransaction(from, unsigned) : impersonate(unsigned, from))
  }
  return blocks
}

export const anvil_setRpcUrl = method({
  summary:
    'Sets the URL of the remote node of a fork, which must have the same chain. Without a fork it has no effect.',
  params: [param('url', text)],
  result: nullResult,
  aliases: ['hardhat_setRpcUrl', 'ganache_setRpcUrl'],
  run: ({ remote }, url) => remote?.setUrl(url),
})
