import type { ParityFrame, ParityReplay } from '../../tracers/parityTrace.ts'
import type { Encoder } from '../codec/codec.ts'
import { describeFields, type JsonSchema } from '../codec/jsonSchema.ts'
import { address, bytes, hash, quantity } from '../codec/scalar.ts'

const count: JsonSchema = { type: 'integer', minimum: 0 }
const text: JsonSchema = { type: 'string' }

const action: JsonSchema = {
  type: 'object',
  title: 'action',
  description: 'Fields of the action. They depend on the type.',
  properties: describeFields(
    {
      callType: { enum: ['call', 'callcode', 'delegatecall', 'staticcall'] },
      creationMethod: { enum: ['create', 'create2'] },
      from: address.schema,
      to: address.schema,
      gas: quantity.schema,
      input: bytes.schema,
      init: bytes.schema,
      value: quantity.schema,
      address: address.schema,
      refundAddress: address.schema,
      balance: quantity.schema,
    },
    {
      gas: 'gas limit of the frame; excludes the intrinsic gas for the outermost frame',
      init: 'init code',
      value: 'wei',
      address: 'self-destructed contract',
      refundAddress: 'beneficiary of the balance',
      balance: 'wei',
    },
  ),
}

const outcome: JsonSchema = {
  anyOf: [
    {
      type: 'object',
      title: 'outcome',
      description: 'Result of the action. A revert has a result and an error.',
      properties: describeFields(
        {
          gasUsed: quantity.schema,
          output: bytes.schema,
          address: address.schema,
          code: bytes.schema,
        },
        {
          gasUsed: 'before refunds',
          address: 'address of the created contract',
          code: 'code of the created contract',
        },
      ),
    },
    { type: 'null' },
  ],
}

const frameFields = describeFields(
  {
    type: { enum: ['call', 'create', 'suicide'] },
    action,
    result: outcome,
    error: text,
    subtraces: count,
    traceAddress: { type: 'array', items: count },
  },
  {
    result: 'null for a failed frame, and for suicide',
    error: "reason of the failure, in Parity's wording",
    subtraces: 'number of direct child frames',
    traceAddress: 'indexes from the outermost frame to this one; empty for the outermost frame',
  },
)
const frameRequired = ['type', 'action', 'result', 'subtraces', 'traceAddress']

const frameSchema: JsonSchema = {
  type: 'object',
  title: 'trace',
  description: 'A call, creation or self-destruct.',
  properties: frameFields,
  required: frameRequired,
}

/** A frame of a mined transaction. */
export const localizedTrace: Encoder<ParityFrame> = {
  encode: (frame) => frame,
  schema: {
    type: 'object',
    title: 'localized trace',
    description: 'A call, creation or self-destruct, with its block and transaction.',
    properties: {
      ...frameFields,
      blockHash: { anyOf: [hash.schema, { type: 'null' }], description: 'null: pending' },
      blockNumber: count,
      transactionHash: hash.schema,
      transactionPosition: count,
    },
    required: [
      ...frameRequired,
      ...['blockHash', 'blockNumber', 'transactionHash', 'transactionPosition'],
    ],
  },
}

const replaySchema = {
  type: 'object',
  title: 'replay',
  description: 'Traces of a transaction. Parts that were not requested are null or empty.',
  properties: describeFields(
    {
      output: bytes.schema,
      stateDiff: { type: ['object', 'null'] },
      trace: { type: 'array', items: frameSchema },
      vmTrace: { type: ['object', 'null'] },
    },
    {
      output: 'return data, revert data, or the code of a created contract',
      stateDiff:
        'changed accounts by address: {balance, nonce, code, storage: {slot: …}}, each "=" (unchanged), {"+": new}, {"-": old} or {"*": {from, to}}',
      vmTrace:
        'the code and its opcodes: {code, ops: [{pc, op, cost, ex: {used, push, mem: {off, data}, store: {key, val}}, sub}]}; `used` is the gas left, `ex` null where the opcode failed, `sub` what ran in the frame that it opened',
    },
  ),
  required: ['output', 'stateDiff', 'trace', 'vmTrace'],
} satisfies JsonSchema

/** Replay of a transaction or call. */
export const replayView: Encoder<ParityReplay> = {
  encode: (replay) => replay,
  schema: replaySchema,
}

/** Replay of a block's transaction. */
export const minedReplayView: Encoder<ParityReplay & { readonly transactionHash: string }> = {
  encode: (replay) => replay,
  schema: {
    ...replaySchema,
    title: 'replay of a mined transaction',
    properties: { ...replaySchema.properties, transactionHash: hash.schema },
    required: [...replaySchema.required, 'transactionHash'],
  },
}
