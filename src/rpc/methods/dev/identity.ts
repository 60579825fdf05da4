import { toQuantity } from '../../../primitives/encoding/hex.ts'
import type { RemoteStats } from '../../../remote/remoteStats.ts'
import { type Encoder, nullable } from '../../codec/codec.ts'
import { describeFields } from '../../codec/jsonSchema.ts'
import { hash, countSchema as number, quantity, text } from '../../codec/scalar.ts'
import { type Context, method } from '../../core/method.ts'
import { suggestGasPrice } from '../suggestFees.ts'

const nothing = { type: 'null', title: 'null' } as const

/** Identity of a node in Hardhat's and Anvil's form. */
const metadataView: Encoder<
  Pick<Context, 'chain' | 'chainId' | 'blocks' | 'snapshots' | 'clientVersion' | 'remote'>
> = {
  encode: ({ chain, chainId, blocks, snapshots, clientVersion, remote }) => ({
    clientVersion,
    chainId: Number(chainId),
    instanceId: chain.instanceId,
    latestBlockNumber: blocks.latest.number,
    latestBlockHash: blocks.latest.hash,
    snapshots: Object.fromEntries(
      snapshots.list.map(({ id, block }) => [toQuantity(id), [block.number, block.hash]]),
    ),
    ...(remote !== undefined && {
      forkedNetwork: {
        chainId: Number(remote.chainId),
        forkBlockNumber: Number(remote.block.number),
        forkBlockHash: remote.block.hash,
      },
    }),
  }),
  schema: {
    type: 'object',
    title: 'metadata',
    properties: describeFields(
      {
        clientVersion: text.schema,
        chainId: number,
        instanceId: hash.schema,
        latestBlockNumber: number,
        latestBlockHash: hash.schema,
        snapshots: { type: 'object' },
        forkedNetwork: {
          type: 'object',
          title: 'forked network',
          properties: { chainId: number, forkBlockNumber: number, forkBlockHash: hash.schema },
          required: ['chainId', 'forkBlockNumber', 'forkBlockHash'],
        },
      },
      {
        instanceId: 'changes at each reset and for each new chain in memory',
        snapshots: 'number and hash of the latest block of each snapshot, by id',
        forkedNetwork: 'the remote chain of a fork',
      },
    ),
    required: [
      'clientVersion',
      'chainId',
      'instanceId',
      'latestBlockNumber',
      'latestBlockHash',
      'snapshots',
    ],
  },
}

/** The same in another form of Anvil. */
const nodeInfoView: Encoder<
  Pick<Context, 'chainId' | 'blocks' | 'mining' | 'gasPrice' | 'remote'>
> = {
  encode: ({ chainId, blocks, mining, gasPrice, remote }) => ({
    currentBlockNumber: toQuantity(blocks.latest.number),
    currentBlockTimestamp: Number(blocks.latest.header.timestamp),
    currentBlockHash: blocks.latest.hash,
    hardFork: mining.nextHardfork,
    transactionOrder: mining.config.order,
    environment: {
      baseFee: toQuantity(mining.nextBaseFee),
      chainId: Number(chainId),
      gasLimit: toQuantity(mining.config.gasLimit),
      gasPrice: toQuantity(suggestGasPrice({ blocks, mining, gasPrice })),
    },
    forkConfig: {
      forkUrl: remote?.url ?? null,
      forkBlockNumber: remote === undefined ? null : Number(remote.block.number),
      forkRetryBackoff: remote?.retryBackoffMs ?? null,
    },
    network: null,
  }),
  schema: nodeInfoSchema(),
}

function nodeInfoSchema(): Encoder<unknown>['schema'] {
  const environment = {
    type: 'object',
    title: 'environment',
    properties: describeFields(
      {
        baseFee: quantity.schema,
        chainId: number,
        gasLimit: quantity.schema,
        gasPrice: quantity.schema,
      },
      {
        baseFee: 'base fee of the next block',
        gasLimit: 'base fee of the next block',
        gasPrice: 'result of eth_gasPrice',
      },
    ),
    required: ['baseFee', 'chainId', 'gasLimit', 'gasPrice'],
  } as const
  const forkConfig = {
    type: 'object',
    title: 'fork of a node',
    description: 'Null without a fork.',
    properties: {
      forkUrl: { anyOf: [text.schema, nothing] },
      forkBlockNumber: { anyOf: [number, nothing] },
      forkRetryBackoff: { anyOf: [number, nothing] },
    },
    required: ['forkUrl', 'forkBlockNumber', 'forkRetryBackoff'],
  } as const
  const properties = {
    currentBlockNumber: quantity.schema,
    currentBlockTimestamp: number,
    currentBlockHash: hash.schema,
    hardFork: text.schema,
    transactionOrder: text.schema,
    environment,
    forkConfig,
    network: nothing,
  }
  return {
    type: 'object',
    title: 'node info',
    properties: describeFields(properties, {
      hardFork: 'hardfork of the next block',
      transactionOrder: 'fees or fifo',
    }),
    required: Object.keys(properties),
  }
}

export const hardhat_metadata = method({
  summary: 'Returns the identity of the node and the position of its chain.',
  params: [],
  result: metadataView,
  aliases: ['anvil_metadata', 'ganache_metadata'],
  run: ({ chain, chainId, blocks, snapshots, clientVersion, remote }) => ({
    chain,
    chainId,
    blocks,
    snapshots,
    clientVersion,
    remote,
  }),
})

export const anvil_nodeInfo = method({
  summary: 'Returns the position of the chain and the rules of the next block.',
  params: [],
  result: nodeInfoView,
  aliases: ['hardhat_nodeInfo', 'ganache_nodeInfo'],
  run: ({ chainId, blocks, mining, gasPrice, remote }) => ({
    chainId,
    blocks,
    mining,
    gasPrice,
    remote,
  }),
})

const statsView: Encoder<RemoteStats> = (() => {
  const meanings: Readonly<Record<keyof RemoteStats, string>> = {
    requests: 'HTTP requests, repetitions included',
    calls: 'JSON-RPC calls in them',
    retries: 'requests that were repetitions',
    bytesSent: 'bytes of request bodies',
    bytesReceived: 'bytes of answers as sent',
    cacheHits: 'reads of state that the cache answered',
    cacheMisses: 'reads of state that it did not',
  }
  const names = Object.keys(meanings)
  return {
    encode: (stats) => ({ ...stats }),
    schema: {
      type: 'object',
      title: 'traffic of a fork',
      properties: describeFields(Object.fromEntries(names.map((name) => [name, number])), meanings),
      required: names,
    },
  }
})()

export const rockpool_forkStats = method({
  summary: 'Returns counts of the traffic with the remote node of a fork, or null without a fork.',
  params: [],
  result: nullable(statsView),
  run: ({ remote }) => remote?.stats,
})
