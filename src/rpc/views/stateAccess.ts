import { storeNames } from '../../state/rows/layout.ts'
import type { StateAccess } from '../../state/rows/recordingSource.ts'
import type { Encoder } from '../codec/codec.ts'
import type { JsonSchema } from '../codec/jsonSchema.ts'
import { type ReceiptView, receiptFields, receiptView } from './receipt.ts'

/** Reads of a transaction, and its location. */
export interface StateAccessView extends ReceiptView {
  readonly access: StateAccess
}

/** Included fields of the receipt. */
const RECEIPT_FIELDS = [
  'blockNumber',
  'contractAddress',
  'cumulativeGasUsed',
  'effectiveGasPrice',
  'from',
  'to',
  'gasUsed',
  'status',
  'type',
  'transactionHash',
  'transactionIndex',
] as const

/** State access of a transaction in the form of the real chain (sei-chain, evmrpc/tracers.go). */
export const stateAccessView: Encoder<StateAccessView> = {
  encode({ access, block, index }) {
    const receipt = receiptFields({ block, index })
    const modules = Object.entries(access).map(([name, { reads, has }]) => [name, { reads, has }])
    return {
      app: { modules: Object.fromEntries(modules) },
      tendermint: { traces: [] },
      receipt: {
        traces: [Object.fromEntries(RECEIPT_FIELDS.map((name) => [name, receipt[name] ?? null]))],
      },
    }
  },
  schema: stateAccessSchema(),
}

function stateAccessSchema(): JsonSchema {
  const bareHex: JsonSchema = {
    type: 'string',
    title: 'bytes without 0x',
    pattern: '^([0-9a-f]{2})*$',
  }
  const access = object('store access', {
    reads: {
      type: 'object',
      title: 'rows of a store',
      description: 'Values by key, both without `0x`; empty text for a missing row.',
      additionalProperties: bareHex,
    },
    has: {
      type: 'array',
      items: bareHex,
      description: 'keys found while slots or denominations were listed',
    },
  })
  const { properties = {} } = receiptView.schema
  const receipt = RECEIPT_FIELDS.map((name) => [name, properties[name] ?? {}] as const)
  return object('state access', {
    app: object('accessed stores', {
      modules: object(
        'stores by name',
        Object.fromEntries(storeNames.map((name) => [name, access])),
      ),
    }),
    tendermint: {
      ...object('consensus access', { traces: { type: 'array', items: {} } }),
      description: 'Always empty.',
    },
    receipt: object('receipts of a state access', {
      traces: { type: 'array', items: object('short receipt', Object.fromEntries(receipt)) },
    }),
  })
}

function object(title: string, properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return {
    type: 'object',
    title,
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }
}
