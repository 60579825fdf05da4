import type { ExecutionResult } from '../../evm/run/executor.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'
import { type Json, jsonKind } from '../../primitives/encoding/json.ts'
import { ObjectWriter } from '../jsonSink.ts'
import type { Tracer } from '../tracer.ts'
import { badConfig, readSwitches, readTracerConfig } from '../tracerConfig.ts'
import type { StructLogOptions } from './structLogModule.ts'
import { StructLogs } from './structLogs.ts'

const NAME = 'opcodeTracer'

/**
 * All opcodes in order: `{gas, failed, returnValue, structLogs: [{pc, op, gas, gasCost, depth,
 * error, stack, returnData, memory, storage, refund}]}` (execution-apis, debug_traceTransaction;
 * geth, eth/tracers/logger). Streamed while the transaction runs, so its length costs no memory.
 */
export const opcodeTracer: Tracer = {
  summary:
    'Struct logs: each executed opcode. Settings: enableMemory, disableStack, disableStorage, enableReturnData, limit.',
  start(_start, config, sink) {
    const options = readOptions(config)
    const object = new ObjectWriter(sink)
    object.begin('structLogs')
    const logs = new StructLogs(sink, options)
    let summary: Readonly<Record<string, Json>> = {}
    return {
      observer: {
        steps: {
          // Two are the slot and value of SSTORE.
          stackWords: options.stack ? 1024 : options.storage ? 2 : 0,
          memory: options.memory,
          returnData: options.returnData,
          steps: ({ bytes, start, end }) => logs.add(bytes.subarray(start, end)),
        },
        ...(options.storage && { frames: logs.owners }),
        pause: () => logs.writeAll(),
      },
      finish({ outcome, gasUsed }) {
        const gas = Number(gasUsed)
        const failed = outcome.kind !== 'success'
        summary = { gas, failed, returnValue: bytesToHex(returnValueOf(outcome)) }
      },
      async write() {
        await logs.end()
        object.add(summary)
        object.end()
      },
    }
  },
}

function returnValueOf(outcome: ExecutionResult): Uint8Array {
  return outcome.kind === 'halt' ? new Uint8Array(0) : outcome.output
}

function readOptions(config: Json | undefined): StructLogOptions {
  const names = ['enableMemory', 'disableStack', 'disableStorage', 'enableReturnData'] as const
  const { enableMemory, disableStack, disableStorage, enableReturnData } = readSwitches(
    NAME,
    config,
    ...names,
  )
  const { limit = null } = readTracerConfig(NAME, config)
  return {
    stack: !disableStack,
    storage: !disableStorage,
    memory: enableMemory,
    returnData: enableReturnData,
    limit: readLimit(limit),
  }
}

function readLimit(limit: Json): number {
  if (limit === null || limit === 0) return Number.POSITIVE_INFINITY
  if (typeof limit === 'number' && Number.isSafeInteger(limit) && limit > 0) return limit
  const given = typeof limit === 'number' ? String(limit) : jsonKind(limit)
  throw badConfig(NAME, `limit: want an integer number of bytes, got ${given}`)
}
