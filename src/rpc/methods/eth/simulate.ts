import type { Simulation } from '../../../chain/view/simulation.ts'
import { TxError } from '../../../evm/errors.ts'
import type { ExecutionResult } from '../../../evm/run/executor.ts'
import { DomainError } from '../../../primitives/domainError.ts'
import { blockRef } from '../../codec/blockRef.ts'
import { type Encoder, listOf } from '../../codec/codec.ts'
import { stateOverrides } from '../../codec/overrides.ts'
import { bytes, text } from '../../codec/scalar.ts'
import {
  callBundles,
  type SimulationRequest,
  simulationRequest,
  stateContext,
} from '../../codec/simulation.ts'
import { method, optional, param, streamingMethod } from '../../core/method.ts'
import { toRpcError } from '../../errors/errorTable.ts'
import { createExecutionError } from '../../errors/revertReason.ts'
import { RpcError } from '../../errors/rpcError.ts'
import { simulationCodes } from '../../errors/simulationErrors.ts'
import { JsonStream } from '../../stream/jsonStream.ts'
import { simulatedBlocksSchema, writeSimulatedBlocks } from '../../views/simulatedBlock.ts'
import { requireChainId, viewAfter } from '../callView.ts'

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

/** Output of a call, or why it failed, as in Reth. */
const callAnswer: Encoder<ExecutionResult | TxError> = {
  encode(result) {
    if (result instanceof TxError) {
      return { error: toRpcError(result.details)?.message ?? result.message }
    }
    if (result.kind !== 'success') return { error: createExecutionError(result).message }
    return { value: bytes.encode(result.output) }
  },
  schema: {
    type: 'object',
    title: 'result of a call',
    properties: { value: bytes.schema, error: text.schema },
  },
}

export const eth_callMany = method({
  summary:
    'Executes bundles of calls in sequence, each on the state after the previous one, without changing the chain.',
  params: [
    param('bundles', callBundles),
    param('context', stateContext, {}),
    optional('stateOverrides', stateOverrides),
  ],
  result: listOf(listOf(callAnswer)),
  async run({ state, chainId, simulate }, given, { block, transactionIndex }, stateFields) {
    const bundles = given.map(({ transactions: calls = [], blockOverride }) => {
      for (const call of calls) requireChainId(chainId, call)
      return { calls, ...(blockOverride !== undefined && { block: blockOverride }) }
    })
    const view = await viewAfter(state, await state.viewAt(block), transactionIndex)
    return simulate.callMany(view, bundles, stateFields)
  },
})
