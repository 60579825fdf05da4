import type { Simulation } from '../../../chain/view/simulation.ts'
import { DomainError } from '../../../primitives/domainError.ts'
import { blockRef } from '../../codec/blockRef.ts'
import { type SimulationRequest, simulationRequest } from '../../codec/simulation.ts'
import { param, streamingMethod } from '../../core/method.ts'
import { toRpcError } from '../../errors/errorTable.ts'
import { RpcError } from '../../errors/rpcError.ts'
import { simulationCodes } from '../../errors/simulationErrors.ts'
import { JsonStream } from '../../stream/jsonStream.ts'
import { simulatedBlocksSchema, writeSimulatedBlocks } from '../../views/simulatedBlock.ts'
import { requireChainId } from '../callView.ts'

export const eth_simulateV1 = streamingMethod({
  summary:
    'Simulates blocks of calls on top of a block, with overrides for each. The chain does not change.',
  params: [param('simulation', simulationRequest), param('block', blockRef, 'latest')],
  result: { schema: simulatedBlocksSchema },
  async run({ state, chainId, simulate }, request, ref) {
    try {
      for (const { calls = [] } of request.blockStateCalls) {
        for (const call of calls) requireChainId(chainId, call)
      }
      const { returnFullTransactions = false } = request
      const made = await simulate.blocks(await state.viewAt(ref), toSimulation(request))
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

const codes: ReadonlyMap<string, number> = new Map(Object.entries(simulationCodes))

/** Converts an error of `eth_simulateV1`: the usual message with the method's own code. */
function simulationError(thrown: unknown): unknown {
  if (!(thrown instanceof DomainError)) return thrown
  const known = toRpcError(thrown.details)
  const code = codes.get(thrown.code)
  return known === undefined || code === undefined
    ? thrown
    : new RpcError(code, known.message, known.data)
}
