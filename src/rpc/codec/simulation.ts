import type { BlockOverrides } from '../../chain/view/blockView.ts'
import type { StateOverrides } from '../../state/overrides.ts'
import { invalidParams } from '../errors/rpcError.ts'
import type { Codec } from './codec.ts'
import { array, partial } from './compound.ts'
import { blockOverrides, stateOverrides } from './overrides.ts'
import { boolean } from './scalar.ts'
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
        'defaults: number and time increase by one; fee recipient and gas limit are those of the previous block',
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
