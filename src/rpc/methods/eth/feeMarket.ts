import type { Block } from '../../../chain/block/block.ts'
import type { BlockNumberRef } from '../../../chain/block/blockRef.ts'
import type { ChainBlocks } from '../../../chain/chain.ts'
import { ChainError } from '../../../chain/errors.ts'
import { jsonKind } from '../../../primitives/encoding/json.ts'
import { blockNumberRef } from '../../codec/blockRef.ts'
import { type Codec, type Encoder, listOf } from '../../codec/codec.ts'
import { array } from '../../codec/compound.ts'
import type { JsonSchema } from '../../codec/jsonSchema.ts'
import { quantity } from '../../codec/scalar.ts'
import { type Context, method, optional, param } from '../../core/method.ts'
import { invalidParams, serverError } from '../../errors/rpcError.ts'
import { suggestGasPrice, suggestTip, tipsAt } from '../suggestFees.ts'

/** Maximum number of blocks per response, as in geth. */
const MAX_BLOCKS = 1024n
const MAX_PERCENTILES = 100

export const eth_gasPrice = method({
  summary:
    'Returns a gas price for the next block: 1.1 times the base fee. If the latest block is over 80 per cent full: the base fee plus the median tip of that block.',
  params: [],
  result: quantity,
  run: ({ blocks, mining, gasPrice }) => suggestGasPrice({ blocks, mining, gasPrice }),
})

export const eth_baseFee = method({
  summary: 'Returns the base fee of the next block, in wei; 0 on forks without one.',
  params: [],
  result: quantity,
  run: ({ mining }) => mining.nextBaseFee,
})

export const eth_maxPriorityFeePerGas = method({
  summary:
    'Returns the suggested tip: 1 gwei. If the latest block is over 80 per cent full: its median tip.',
  params: [],
  result: quantity,
  run: ({ blocks }) => suggestTip({ blocks }),
})

const number: Codec<number> = {
  decode(json, path) {
    if (typeof json !== 'number')
      throw invalidParams(`${path}: want a number, got ${jsonKind(json)}`)
    return json
  },
  encode: (value) => value,
  schema: { type: 'number' },
}

/** Fees of consecutive blocks. */
interface FeeHistory {
  readonly oldestBlock: bigint
  /** One entry per block, and one for the next block. */
  readonly baseFeePerGas: readonly bigint[]
  /** One entry per block: gas used divided by gas limit. */
  readonly gasUsedRatio: readonly number[]
  /** One row per block, one entry per percentile; undefined without blocks. */
  readonly reward: readonly (readonly bigint[])[] | undefined
}

const quantities = listOf(quantity)
const rows = listOf(quantities)

const feeHistory: Encoder<FeeHistory> = {
  encode: ({ oldestBlock, baseFeePerGas, gasUsedRatio, reward }) => ({
    oldestBlock: quantity.encode(oldestBlock),
    baseFeePerGas: quantities.encode(baseFeePerGas),
    gasUsedRatio,
    ...(reward !== undefined && { reward: rows.encode(reward) }),
  }),
  schema: feeHistorySchema(),
}

export const eth_blobBaseFee = method({
  summary: 'Fails: this chain has no blobs (EIP-4844).',
  params: [],
  result: quantity,
  run() {
    throw serverError('blobs not supported on this chain')
  },
})

export const eth_feeHistory = method({
  summary:
    'Returns base fees, gas used ratios and tips at percentiles of gas, for up to 1024 blocks. `pending` means `latest`.',
  params: [
    param('blockCount', quantity),
    param('newestBlock', blockNumberRef),
    optional('rewardPercentiles', array(number)),
  ],
  result: feeHistory,
  run({ blocks, mining }, blockCount, newestBlock, percentiles = []) {
    checkPercentiles(percentiles)
    const newest = resolveNewest(blocks, newestBlock)
    const wanted = blockCount < MAX_BLOCKS ? blockCount : MAX_BLOCKS
    const range = blocksUpTo(blocks, newest, wanted)
    if (range.length === 0) {
      return { oldestBlock: 0n, baseFeePerGas: [], gasUsedRatio: [], reward: undefined }
    }
    return {
      oldestBlock: newest - BigInt(range.length) + 1n,
      baseFeePerGas: [...range.map(baseFee), baseFeeAfter({ blocks, mining }, newest)],
      gasUsedRatio: range.map(({ header }) => Number(header.gasUsed) / Number(header.gasLimit)),
      reward: range.map((block) => tipsAt(block, percentiles)),
    }
  },
})

function checkPercentiles(percentiles: readonly number[]): void {
  if (percentiles.length > MAX_PERCENTILES) {
    throw serverError(`rewardPercentiles length must be less than or equal to ${MAX_PERCENTILES}`)
  }
  const ascending = percentiles.every(
    (p, i) => p >= 0 && p <= 100 && p > (percentiles[i - 1] ?? -1),
  )
  if (ascending) return
  throw serverError('invalid reward percentiles: must be ascending and between 0 and 100')
}

function resolveNewest(blocks: ChainBlocks, ref: BlockNumberRef): bigint {
  const { latest, earliest } = blocks
  if ('tag' in ref) return ref.tag === 'earliest' ? earliest : BigInt(blocks.numberAt(ref.tag))
  if (ref.number <= BigInt(latest.number)) return ref.number
  throw new ChainError({
    code: 'BLOCK_NOT_YET_AVAILABLE',
    number: ref.number,
    latest: BigInt(latest.number),
  })
}

/** Fewer if older blocks are missing, as in an imported chain. */
function blocksUpTo(blocks: ChainBlocks, newest: bigint, count: bigint): readonly Block[] {
  const found: Block[] = []
  for (let number = newest; number > newest - count; number--) {
    const block = blocks.get(number)
    if (block === undefined) break
    found.push(block)
  }
  return found.reverse()
}

function baseFee({ header }: Block): bigint {
  return header.baseFeePerGas ?? 0n
}

function baseFeeAfter(
  { blocks, mining }: Pick<Context, 'blocks' | 'mining'>,
  number: bigint,
): bigint {
  const next = blocks.get(number + 1n)
  return next === undefined ? mining.nextBaseFee : baseFee(next)
}

function feeHistorySchema(): JsonSchema {
  return {
    type: 'object',
    title: 'fee history',
    properties: {
      oldestBlock: quantity.schema,
      baseFeePerGas: quantities.schema,
      gasUsedRatio: { type: 'array', items: { type: 'number' } },
      reward: rows.schema,
    },
    required: ['oldestBlock', 'baseFeePerGas', 'gasUsedRatio'],
    additionalProperties: false,
  }
}
