import type { ReadableNode } from '../../../node/node.ts'
import { toQuantity } from '../../../primitives/encoding/hex.ts'
import type { Encoder } from '../../codec/codec.ts'
import { withMeanings } from '../../codec/meaning.ts'
import { countSchema as number } from '../../codec/plainNumber.ts'
import { hash, quantity, text } from '../../codec/scalar.ts'
import { exampleValues } from '../../core/exampleValues.ts'
import { method } from '../../core/method.ts'
import { suggestGasPrice } from '../suggestFees.ts'
import { dialects } from './dialects.ts'

const nothing = { type: 'null', title: 'null' } as const

/** Who a node is, as Hardhat and Anvil say it. */
const metadataView: Encoder<ReadableNode> = {
  encode: ({ clientVersion, chain }) => ({
    clientVersion,
    chainId: Number(chain.chainId),
    instanceId: chain.instanceId,
    latestBlockNumber: chain.latest.number,
    latestBlockHash: chain.latest.hash,
    snapshots: Object.fromEntries(
      chain.snapshots.map(({ id, block }) => [toQuantity(id), [block.number, block.hash]]),
    ),
  }),
  schema: {
    type: 'object',
    title: 'metadata',
    properties: withMeanings(
      {
        clientVersion: text.schema,
        chainId: number,
        instanceId: hash.schema,
        latestBlockNumber: number,
        latestBlockHash: hash.schema,
        snapshots: { type: 'object' },
      },
      {
        instanceId: 'another one after each reset, and for each chain that begins in memory',
        snapshots: 'number and hash of the newest block there, by id',
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

/** The same in Anvil's other words. */
const nodeInfoView: Encoder<ReadableNode> = {
  encode: ({ chain, gasPrice }) => ({
    currentBlockNumber: toQuantity(chain.latest.number),
    currentBlockTimestamp: Number(chain.latest.header.timestamp),
    currentBlockHash: chain.latest.hash,
    hardFork: chain.nextHardfork,
    transactionOrder: chain.controls.order,
    environment: {
      baseFee: toQuantity(chain.nextBaseFee),
      chainId: Number(chain.chainId),
      gasLimit: toQuantity(chain.controls.gasLimit),
      gasPrice: toQuantity(suggestGasPrice({ chain, gasPrice })),
    },
    forkConfig: { forkUrl: null, forkBlockNumber: null, forkRetryBackoff: null },
    network: null,
  }),
  schema: nodeInfoSchema(),
}

function nodeInfoSchema(): Encoder<unknown>['schema'] {
  const environment = {
    type: 'object',
    title: 'environment',
    properties: withMeanings(
      {
        baseFee: quantity.schema,
        chainId: number,
        gasLimit: quantity.schema,
        gasPrice: quantity.schema,
      },
      { baseFee: 'of the next block', gasLimit: 'of the next block', gasPrice: 'as eth_gasPrice' },
    ),
    required: ['baseFee', 'chainId', 'gasLimit', 'gasPrice'],
  } as const
  const forkConfig = {
    type: 'object',
    title: 'fork of a node',
    description: 'There is none.',
    properties: { forkUrl: nothing, forkBlockNumber: nothing, forkRetryBackoff: nothing },
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
    properties: withMeanings(properties, {
      hardFork: 'by whose rules the next block is made',
      transactionOrder: 'fees or fifo',
    }),
    required: Object.keys(properties),
  }
}

export const hardhat_metadata = method({
  summary: 'Which node this is, and where its chain is.',
  params: [],
  result: metadataView,
  example: {
    params: [],
    varies: true,
    result: {
      clientVersion: exampleValues.clientVersion,
      chainId: 713714,
      instanceId: `0x${'5d'.repeat(32)}`,
      latestBlockNumber: 4,
      latestBlockHash: exampleValues.block4Place.blockHash,
      snapshots: {},
    },
  },
  aliases: dialects('metadata'),
  run: ({ node }) => node,
})

export const anvil_nodeInfo = method({
  summary: 'Where the chain is, and by which rules the next block is made.',
  params: [],
  result: nodeInfoView,
  example: {
    params: [],
    result: {
      currentBlockNumber: '0x4',
      currentBlockTimestamp: 1735689604,
      currentBlockHash: exampleValues.block4Place.blockHash,
      hardFork: 'prague',
      transactionOrder: 'fees',
      environment: {
        baseFee: '0x3b9aca00',
        chainId: 713714,
        gasLimit: '0x5f5e100',
        gasPrice: '0x77359400',
      },
      forkConfig: { forkUrl: null, forkBlockNumber: null, forkRetryBackoff: null },
      network: null,
    },
  },
  aliases: ['hardhat_nodeInfo', 'ganache_nodeInfo'],
  run: ({ node }) => node,
})
