import {
  type InternalOperation,
  type ListedCall,
  operationTypes,
} from '../../tracers/calls/otterscanTrace.ts'
import type { Encoder } from '../codec/codec.ts'
import { describeFields } from '../codec/jsonSchema.ts'
import { address, bytes, quantity } from '../codec/scalar.ts'

/** A frame in Otterscan's list of calls. */
export const listedCallView: Encoder<ListedCall> = {
  encode: ({ kind, depth, from, to, value, input, output }) => ({
    type: kind,
    depth,
    from,
    to,
    value: value === undefined ? null : quantity.encode(value),
    input: bytes.encode(input),
    output: bytes.encode(output),
  }),
  schema: {
    type: 'object',
    title: 'listed call',
    description: 'A call, creation or self-destruct.',
    properties: describeFields(
      {
        type: { type: 'string' },
        depth: { type: 'integer', minimum: 0 },
        from: address.schema,
        to: address.schema,
        value: { anyOf: [quantity.schema, { type: 'null' }] },
        input: bytes.schema,
        output: bytes.schema,
      },
      {
        type: 'opcode; CALL or CREATE for the transaction itself',
        depth: '0 for the transaction itself',
        value: 'in wei; null for DELEGATECALL and STATICCALL',
        output: 'return data, revert data, or the code of a created contract',
      },
    ),
    required: ['type', 'depth', 'from', 'to', 'value', 'input', 'output'],
  },
}

/** A transfer, creation or self-destruct by code. */
export const internalOperationView: Encoder<InternalOperation> = {
  encode: ({ type, from, to, value }) => ({ type, from, to, value: quantity.encode(value) }),
  schema: {
    type: 'object',
    title: 'internal operation',
    properties: describeFields(
      {
        type: { enum: Object.values(operationTypes) },
        from: address.schema,
        to: address.schema,
        value: quantity.schema,
      },
      {
        type: '0: call with value, 1: self-destruct, 2: CREATE, 3: CREATE2',
        to: 'recipient, created contract, or beneficiary of a self-destruct',
        value: 'wei',
      },
    ),
    required: ['type', 'from', 'to', 'value'],
  },
}
