import type { SealedBlock } from '../../chain/block/block.ts'
import type { CallInBlock, SimulatedBlock } from '../../chain/view/simulation.ts'
import { assert } from '../../primitives/assert.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { toQuantity } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import { type JsonSink, ObjectWriter, writeJson, writeList } from '../../tracers/jsonSink.ts'
import { describeFields, type JsonSchema } from '../codec/jsonSchema.ts'
import { bytes, quantity, text } from '../codec/scalar.ts'

import { createExecutionError } from '../errors/revertReason.ts'
import { vmError } from '../errors/simulationErrors.ts'
import { blockView } from './block.ts'
import { logView } from './log.ts'

/** Block objects with the results of calls. */
export const simulatedBlocksSchema: JsonSchema = { type: 'array', items: simulatedBlockSchema() }

/** Writes {@link simulatedBlocksSchema} call by call, because return data may be long. */
export async function writeSimulatedBlocks(
  sink: JsonSink,
  blocks: readonly SimulatedBlock[],
  fullTransactions: boolean,
): Promise<void> {
  await writeList(sink, blocks, async ({ block, calls }) => {
    const object = new ObjectWriter(sink)
    object.add(blockView.encode({ block, fullTransactions }) as Readonly<Record<string, Json>>)
    object.begin('calls')
    await writeList(sink, calls.entries(), ([index, call]) => {
      writeJson(sink, callResult(call, block, index))
    })
    object.end()
  })
}

function callResult(call: CallInBlock, block: SealedBlock, index: number): Json {
  const { outcome, gasUsed, maxGasUsed, logs, firstLogIndex } = call
  const transaction = block.transactions[index]
  assert(transaction !== undefined, 'a transaction for each call')
  const { hash: transactionHash } = transaction
  return {
    returnData: bytes.encode(outcome.kind === 'success' ? outcome.output : EMPTY_BYTES),
    logs: logs.map((log, i) =>
      logView.encode({ log, block, transactionHash, index, logIndex: firstLogIndex + i }),
    ),
    gasUsed: toQuantity(gasUsed),
    maxUsedGas: toQuantity(maxGasUsed),
    status: outcome.kind === 'success' ? '0x1' : '0x0',
    ...(outcome.kind !== 'success' && { error: errorOf(outcome) }),
  }
}

function errorOf(outcome: Parameters<typeof createExecutionError>[0]): Json {
  const { code, message, data } = createExecutionError(outcome)
  return data === undefined ? { code: vmError, message } : { code, message, data }
}

function simulatedBlockSchema(): JsonSchema {
  const { properties = {}, required = [], ...rest } = blockView.schema
  return {
    ...rest,
    title: 'simulated block',
    properties: { ...properties, calls: { type: 'array', items: callResultSchema() } },
    required: [...required, 'calls'],
  }
}

function callResultSchema(): JsonSchema {
  const always = {
    returnData: bytes.schema,
    logs: { type: 'array', items: logView.schema },
    gasUsed: quantity.schema,
    maxUsedGas: quantity.schema,
    status: quantity.schema,
  }
  const error: JsonSchema = {
    type: 'object',
    title: 'error of a call',
    properties: describeFields(
      { code: { type: 'integer' }, message: text.schema, data: bytes.schema },
      { code: '3 for a revert, -32015 for another failure', data: 'revert data' },
    ),
    required: ['code', 'message'],
  }
  return {
    type: 'object',
    title: 'result of a simulated call',
    properties: describeFields(
      { ...always, error },
      {
        returnData: 'empty if the call failed',
        logs: 'includes transfers of ether if traceTransfers is set',
        maxUsedGas: 'gas used before refunds',
        status: '0x1 for success, 0x0 for failure',
        error: 'only if the call failed',
      },
    ),
    required: Object.keys(always),
    additionalProperties: false,
  }
}
