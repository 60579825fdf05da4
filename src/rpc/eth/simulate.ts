import type { Simulation } from '../../chain/simulation.ts'
import { requireChainId } from '../callView.ts'
import { blockRef } from '../codec/blockRef.ts'
import { listOf } from '../codec/codec.ts'
import { type SimulationRequest, simulationRequest } from '../codec/simulation.ts'
import { exampleValues } from '../exampleValues.ts'
import { method, param } from '../method.ts'
import { simulationError } from '../simulationError.ts'
import { simulatedBlockView } from '../view/simulatedBlock.ts'

export const eth_simulateV1 = method({
  summary:
    'Blocks of calls on top of a block, with what is pretended before each; nothing of it is kept.',
  params: [param('simulation', simulationRequest), param('block', blockRef, 'latest')],
  result: listOf(simulatedBlockView),
  example: {
    params: [
      {
        blockStateCalls: [
          { calls: [{ from: exampleValues.alice, to: exampleValues.bob, value: '0x1' }] },
        ],
        traceTransfers: true,
      },
      '0x1',
    ],
    result: [],
  },
  async run({ node: { chain } }, request, ref) {
    try {
      for (const { calls = [] } of request.blockStateCalls) {
        for (const call of calls) requireChainId(chain, call)
      }
      const simulated = await chain.simulateBlocks(await chain.viewAt(ref), toSimulation(request))
      const { returnFullTransactions: fullTransactions = false } = request
      return simulated.map((one) => ({ ...one, fullTransactions }))
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
