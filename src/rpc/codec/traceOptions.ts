import { GO_DURATION, parseGoDuration } from '../../primitives/encoding/goDuration.ts'
import { isJsonObject, type Json, jsonKind } from '../../primitives/encoding/json.ts'
import { invalidParams } from '../errors/rpcError.ts'
import type { Codec, Decoded } from './codec.ts'
import { partial } from './compound.ts'
import type { JsonSchema } from './jsonSchema.ts'
import { blockOverrides, stateOverrides } from './overrides.ts'
import { boolean, index, text } from './scalar.ts'

/** A duration in Go's notation, `5s` or `1m30s`, in milliseconds; a negative one is 0. */
export const goDuration: Codec<number> = {
  decode(json, path) {
    const given = text.decode(json, path)
    const ms = parseGoDuration(given)
    if (ms !== undefined) return ms
    const shown = JSON.stringify(given.slice(0, 100))
    throw invalidParams(
      `${path}: time: invalid duration ${shown}: want one such as "5s" or "1m30s"`,
    )
  },
  encode: (ms) => `${ms}ms`,
  schema: { type: 'string', title: 'duration', pattern: GO_DURATION.source },
}

/** Maximum nesting of a tracer's settings. */
const MAX_DEPTH = 100

function isDeeper(json: unknown, levels: number): boolean {
  if (typeof json !== 'object' || json === null) return false
  return levels === 0 || Object.values(json).some((part) => isDeeper(part, levels - 1))
}

/** Settings of a tracer, which validates them. */
const tracerConfig: Codec<Json> = {
  decode(json, path) {
    if (!isJsonObject(json)) throw invalidParams(`${path}: want an object, got ${jsonKind(json)}`)
    if (isDeeper(json, MAX_DEPTH)) {
      throw invalidParams(`${path}: nested more than ${MAX_DEPTH} levels deep`)
    }
    return json as Json
  },
  encode: (value) => value,
  schema: { type: 'object', title: 'settings' },
}

const limit: Codec<number> = { ...index, schema: { ...index.schema, title: 'size in bytes' } }

const fields = {
  tracer: text,
  tracerConfig,
  timeout: goDuration,
  enableMemory: boolean,
  disableMemory: boolean,
  disableStack: boolean,
  disableStorage: boolean,
  enableReturnData: boolean,
  limit,
}

const meanings = {
  tracer:
    'name of a tracer, or the source of a JavaScript tracer object; default: opcodeTracer (struct logs)',
  tracerConfig: 'settings of the tracer',
  timeout: 'time limit per transaction, e.g. "5s"; default: 30s',
  enableMemory: 'struct logs: include memory',
  disableMemory: 'struct logs: deprecated; false means enableMemory',
  disableStack: 'struct logs: omit the stack',
  disableStorage: 'struct logs: omit the storage',
  enableReturnData: 'struct logs: include the return data of the last call',
  limit: 'struct logs: maximum size of the logs as JSON, in bytes',
}

/** Options of a trace. */
export const traceOptions = partial(fields, {
  title: 'tracing options',
  description: 'Tracer and its settings. Unknown fields are ignored.',
  meanings,
})
export type TraceOptions = Decoded<typeof traceOptions>

/** Options of a traced call, with overrides. */
export const traceCallOptions = partial(
  { ...fields, stateOverrides, blockOverrides, txIndex: index },
  {
    title: 'tracing options of a call',
    description: 'Tracer, its settings and overrides. Unknown fields are ignored.',
    meanings: {
      ...meanings,
      txIndex: 'run after this number of transactions of the block; default: after all',
    },
  },
)
export type TraceCallOptions = Decoded<typeof traceCallOptions>

/** Result of a tracer. */
export const traceSchema: JsonSchema = {
  title: 'tracer result',
  description: 'The format depends on the tracer.',
}
