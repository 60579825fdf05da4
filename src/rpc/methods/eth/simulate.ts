import type { Simulation } from '../../../chain/view/simulation.ts'
import { blockRef } from '../../codec/blockRef.ts'
import { type SimulationRequest, simulationRequest } from '../../codec/simulation.ts'
import { exampleValues } from '../../core/exampleValues.ts'
import { param, streamingMethod } from '../../core/method.ts'
import { simulationError } from '../../errors/simulationError.ts'
import { JsonStream } from '../../stream/jsonStream.ts'
import { simulatedBlocksSchema, writeSimulatedBlocks } from '../../views/simulatedBlock.ts'
import { requireChainId } from '../callView.ts'

const { alice, bob, block1 } = exampleValues

/** Alice pays Bob one wei, right after block 1. */
const hash = '0x3375e5986a68c02af0032ed68faf0f32a857dc50199a447eb93a7415295ed0dc'
const paymentHash = '0xc3450b91312bc167cd0caa8916f68877caeda0d88f214e33d32318a89ea2d669'
const simulated = {
  ...block1,
  number: '0x2',
  parentHash: block1.hash,
  stateRoot: `0x${'0'.repeat(64)}`,
  transactionsRoot: '0xb158217ca276ea839b674846806b450c39742f124830078413f7f39e62297dde',
  receiptsRoot: '0xf78dfb743fbd92ade140711c8bbc542b5e307f0ab7984eff35d751969fe57efa',
  timestamp: '0x67748582',
  mixHash: '0x1ff883be7d1104afcd1c14e2437d997084a175b4397e1e719679f60cab1a921a',
  baseFeePerGas: '0x0',
  hash,
  size: '0x290',
  transactions: [paymentHash],
  calls: [
    {
      returnData: '0x',
      logs: [
        {
          address: `0x${'e'.repeat(40)}`,
          topics: [
            '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
            `0x${alice.slice(2).padStart(64, '0')}`,
            `0x${bob.slice(2).padStart(64, '0')}`,
          ],
          data: `0x${'1'.padStart(64, '0')}`,
          blockNumber: '0x2',
          transactionHash: paymentHash,
          transactionIndex: '0x0',
          blockHash: hash,
          blockTimestamp: '0x67748582',
          logIndex: '0x0',
          removed: false,
        },
      ],
      gasUsed: '0x5208',
      maxUsedGas: '0x5208',
      status: '0x1',
    },
  ],
} as const

export const eth_simulateV1 = streamingMethod({
  summary:
    'Blocks of calls on top of a block, with what is pretended before each; nothing of it is kept.',
  params: [param('simulation', simulationRequest), param('block', blockRef, 'latest')],
  result: { schema: simulatedBlocksSchema },
  example: {
    params: [
      {
        blockStateCalls: [{ calls: [{ from: alice, to: bob, value: '0x1' }] }],
        traceTransfers: true,
      },
      '0x1',
    ],
    result: [simulated],
  },
  async run({ node: { chain } }, request, ref) {
    try {
      for (const { calls = [] } of request.blockStateCalls) {
        for (const call of calls) requireChainId(chain, call)
      }
      const { returnFullTransactions = false } = request
      const made = await chain.simulate.blocks(await chain.state.viewAt(ref), toSimulation(request))
      return new JsonStream((sink) => writeSimulatedBlocks(sink, made, returnFullTransactions))
    } catch (error) {
      throw simulationError(error)
    }
  },
})

function toSimulation(request: SimulationRequest): Simulation {
  const { blockStateCalls, traceTransfers = false, validation = false } = request
  return {
    blocks: blockStateCalls.map(({ blockOverrides, stateOverrides, calls = [] }) => ({
      ...(blockOverrides !== undefined && { block: blockOverrides }),
      ...(stateOverrides !== undefined && { state: stateOverrides }),
      calls,
    })),
    tracesTransfers: traceTransfers,
    isValidated: validation,
  }
}
