import { toQuantity } from '../../../primitives/encoding/hex.ts'
import type { Encoder } from '../../codec/codec.ts'
import { describeFields } from '../../codec/jsonSchema.ts'
import { hash, countSchema as number, quantity, text } from '../../codec/scalar.ts'
import { type Context, method } from '../../core/method.ts'
import { suggestGasPrice } from '../suggestFees.ts'

const nothing = { type: 'null', title: 'null' } as const

/** Identity of a node in Hardhat's and Anvil's form. */
const metadataView: Encoder<
  Pick<Context, 'chain' | 'chainId' | 'blocks' | 'snapshots' | 'clientVersion'>
> = {
  encode: ({ chain, chainId, blocks, snapshots, clientVersion }) => ({
    clientVersion,
    chainId: Number(chainId),
    instanceId: chain.instanceId,
    latestBlockNumber: blocks.latest.number,
    latestBlockHash: blocks.latest.hash,
    snapshots: Object.fromEntries(
      snapshots.list.map(({ id, block }) => [toQuantity(id), [block.number, block.hash]]),
    ),
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
      },
      {
        instanceId: 'changes at each reset and for each new chain in memory',
        snapshots: 'number and hash of the latest block of each snapshot, by id',
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
const nodeInfoView: Encoder<Pick<Context, 'chainId' | 'blocks' | 'mining' | 'gasPrice'>> = {
  encode: ({ chainId, blocks, mining, gasPrice }) => ({
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
    forkConfig: { forkUrl: null, forkBlockNumber: null, forkRetryBackoff: null },
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
  run: ({ chain, chainId, blocks, snapshots, clientVersion }) => ({
    chain,
    chainId,
    blocks,
    snapshots,
    clientVersion,
  }),
})

export const anvil_nodeInfo = method({
  summary: 'Returns the position of the chain and the rules of the next block.',
  params: [],
  result: nodeInfoView,
  aliases: ['hardhat_nodeInfo', 'ganache_nodeInfo'],
  run: ({ chainId, blocks, mining, gasPrice }) => ({ chainId, blocks, mining, gasPrice }),
})
