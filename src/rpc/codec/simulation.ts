import type { BlockRef } from '../../chain/block/blockRef.ts'
import type { BlockOverrides } from '../../chain/view/blockView.ts'
import type { StateOverrides } from '../../state/overrides.ts'
import { invalidParams } from '../errors/rpcError.ts'
import { blockRef } from './blockRef.ts'
import type { Codec } from './codec.ts'
import { array, partial } from './compound.ts'
import { blockOverrides, stateOverrides } from './overrides.ts'
import { boolean, readInteger, uint32 } from './scalar.ts'
import { type TransactionRequest, transactionRequest } from './transactionRequest.ts'

/** Parameters of a simulation. */
export interface SimulationRequest {
  readonly blockStateCalls: readonly {
    readonly blockOverrides?: BlockOverrides
    readonly stateOverrides?: StateOverrides
    readonly calls?: readonly TransactionRequest[]
  }[]
  readonly traceTransfers?: boolean
  readonly validation?: boolean
  readonly returnFullTransactions?: boolean
}

const blockStateCall = partial(
  { blockOverrides, stateOverrides, calls: array(transactionRequest) },
  {
    title: 'block to simulate',
    description: 'Calls that form the transactions of a block, and overrides before them.',
    meanings: {
      blockOverrides:
        'defaults: the number increases by one, the time by 12 seconds; fee recipient and gas limit are those of the previous block',
      stateOverrides: 'persist in later blocks, except moved precompiled contracts',
      calls: 'default gas: the remaining gas of the block; default nonce: the next one',
    },
  },
)

const fields = partial(
  {
    blockStateCalls: array(blockStateCall),
    traceTransfers: boolean,
    validation: boolean,
    returnFullTransactions: boolean,
  },
  {
    title: 'simulation',
    meanings: {
      blockStateCalls:
        'at least one block; empty blocks fill gaps between the numbers; at most 256 in total',
      traceTransfers: 'whether transfers of ether appear as ERC-20 logs of 0xeeee…eeee',
      validation: 'whether to check nonces and fees as for transactions',
      returnFullTransactions: 'whether blocks contain full transaction objects',
    },
  },
)

/** The first parameter of `eth_simulateV1`. */
export const simulationRequest: Codec<SimulationRequest> = {
  decode(json, path) {
    const { blockStateCalls = [], ...options } = fields.decode(json, path)
    if (blockStateCalls.length === 0) {
      throw invalidParams(`${path}: blockStateCalls: empty input, want at least one block`)
    }
    return { blockStateCalls, ...options }
  },
  encode: (request) => fields.encode(request),
  schema: { ...fields.schema, required: ['blockStateCalls'] },
}

const bundleFields = partial(
  { transactions: array(transactionRequest), blockOverride: blockOverrides },
  {
    title: 'bundle',
    description: 'Calls that run one after another in the same block.',
    meanings: { blockOverride: 'fields of the block of these calls' },
  },
)

/** Calls of `eth_callMany`, in bundles. */
export const callBundles = array(bundleFields)

/** The state on which `eth_callMany` runs. */
export interface StateContext {
  readonly block: BlockRef
  /** Number of the block's transactions that ran before. Undefined if all of them did. */
  readonly transactionIndex: number | undefined
}

/** Index of a transaction; -1 means after all of them. */
const transactionIndex: Codec<number | undefined> = {
  decode(json, path) {
    if (json === -1) return undefined
    const index = readInteger(json, path)
    if (index < 2n ** 32n) return Number(index)
    throw invalidParams(`${path}: want -1 or the index of a transaction`)
  },
  encode: (index) => index ?? -1,
  schema: { anyOf: [{ title: 'after all transactions', const: -1 }, uint32.schema] },
}

const contextFields = partial(
  { blockNumber: blockRef, transactionIndex },
  {
    title: 'state context',
    meanings: {
      blockNumber: 'default: latest',
      transactionIndex: 'run before this transaction of the block; default: after all of them',
    },
  },
)

export const stateContext: Codec<StateContext> = {
  decode(json, path) {
    const { blockNumber: block = { tag: 'latest' }, ...rest } = contextFields.decode(json, path)
    return { block, transactionIndex: rest.transactionIndex }
  },
  encode: ({ block, transactionIndex: index }) =>
    contextFields.encode({
      blockNumber: block,
      ...(index !== undefined && { transactionIndex: index }),
    }),
  schema: contextFields.schema,
}
