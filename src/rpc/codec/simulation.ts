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
    description: 'Calls as the transactions of a block, and what is pretended before them.',
    meanings: {
      blockOverrides:
        'left out: number and time are one more, fee recipient and gas limit those of the block before',
      stateOverrides: 'stays for the blocks after it, but for moved precompiled contracts',
      calls: 'gas left out: what the block has left; nonce left out: the next one',
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
        'at least one block; empty ones fill gaps between their numbers; at most 256 in all',
      traceTransfers: 'whether transfers of wei appear as ERC-20 logs of 0xeeee…eeee',
      validation: 'whether nonces and fees are checked as they are of transactions',
      returnFullTransactions: 'whether blocks have their transactions as objects',
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
