import type { Block, Header, SealedBlock } from '../../chain/block/block.ts'
import type { NamedSnapshot } from '../../node/named/namedSnapshots.ts'
import { type Hex, toQuantity } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import { type Encoder, nullable } from '../codec/codec.ts'
import { describeFields, type JsonSchema } from '../codec/jsonSchema.ts'
import { address, bytes, hash, quantity, text, uint64 } from '../codec/scalar.ts'
import { snapshotId } from '../codec/snapshotName.ts'

import { transactionView } from './transaction.ts'

/** A block with its transactions as objects or hashes. */
export interface BlockBodyView {
  readonly block: Block
  readonly fullTransactions: boolean
}

/** Block object of execution-apis. The pending block has neither hash nor nonce, as in geth. */
export const blockView: Encoder<BlockBodyView> = {
  encode({ block, fullTransactions }) {
    const pending = block.hash === undefined
    const transactions = block.transactions.map((transaction, index) => {
      if (!fullTransactions) return transaction.hash
      return transactionView.encode(
        pending ? { transaction } : { transaction, place: { block, index } },
      )
    })
    return blockFields(block, transactions)
  },
  schema: blockSchema(),
}

/** Fields of {@link blockView} with given transactions. */
export function blockFields(
  block: Block,
  transactions: readonly Json[],
): Readonly<Record<string, Json>> {
  return {
    ...headerFields(block),
    size: toQuantity(block.sizeBytes),
    transactions,
    uncles: [],
    ...(block.header.withdrawalsRoot !== undefined && { withdrawals: [] }),
  }
}

/** Header of a block. The pending block has neither hash nor nonce. */
export const headerView: Encoder<Block> = {
  encode: headerFields,
  schema: headerSchema(),
}

function headerFields({ header, hash }: Block): Readonly<Record<string, Json>> {
  const nonce = hash === undefined ? null : bytes.encode(header.nonce)
  return { ...encodeHeader(header), hash: hash ?? null, nonce }
}

/** Header object of `newHeads`, as in geth. */
export function encodeHead(block: SealedBlock): Readonly<Record<string, Json>> {
  return headerFields(block)
}

function encodeHeader(header: Header): Readonly<Record<string, Json>> {
  return {
    number: toQuantity(header.number),
    parentHash: header.parentHash,
    sha3Uncles: header.sha3Uncles,
    miner: header.miner,
    stateRoot: header.stateRoot,
    transactionsRoot: header.transactionsRoot,
    receiptsRoot: header.receiptsRoot,
    logsBloom: bytes.encode(header.logsBloom),
    difficulty: toQuantity(header.difficulty),
    gasLimit: toQuantity(header.gasLimit),
    gasUsed: toQuantity(header.gasUsed),
    timestamp: toQuantity(header.timestamp),
    extraData: bytes.encode(header.extraData),
    mixHash: header.mixHash,
    ...present('baseFeePerGas', optionalQuantity(header.baseFeePerGas)),
    ...present('withdrawalsRoot', header.withdrawalsRoot),
    ...present('blobGasUsed', optionalQuantity(header.blobGasUsed)),
    ...present('excessBlobGas', optionalQuantity(header.excessBlobGas)),
    ...present('parentBeaconBlockRoot', header.parentBeaconBlockRoot),
    ...present('requestsHash', header.requestsHash),
  }
}

function optionalQuantity(value: bigint | undefined): Hex | undefined {
  return value === undefined ? undefined : toQuantity(value)
}

function present(name: string, value: Json | undefined): Readonly<Record<string, Json>> {
  return value === undefined ? {} : { [name]: value }
}

function blockSchema(): JsonSchema {
  const unlessPending = (schema: JsonSchema): JsonSchema => ({
    anyOf: [schema, { type: 'null', title: 'null in the pending block' }],
  })
  const always = {
    number: quantity.schema,
    hash: unlessPending(hash.schema),
    parentHash: hash.schema,
    sha3Uncles: hash.schema,
    miner: address.schema,
    stateRoot: hash.schema,
    transactionsRoot: hash.schema,
    receiptsRoot: hash.schema,
    logsBloom: bytes.schema,
    difficulty: quantity.schema,
    gasLimit: quantity.schema,
    gasUsed: quantity.schema,
    timestamp: quantity.schema,
    extraData: bytes.schema,
    mixHash: hash.schema,
    nonce: unlessPending(bytes.schema),
    size: quantity.schema,
    transactions: { type: 'array', items: { anyOf: [hash.schema, transactionView.schema] } },
    uncles: { type: 'array', items: hash.schema },
  }
  return {
    type: 'object',
    title: 'block',
    properties: describeFields(
      {
        ...always,
        baseFeePerGas: quantity.schema,
        withdrawals: { type: 'array', items: withdrawalSchema() },
        withdrawalsRoot: hash.schema,
        blobGasUsed: quantity.schema,
        excessBlobGas: quantity.schema,
        parentBeaconBlockRoot: hash.schema,
        requestsHash: hash.schema,
      },
      {
        miner: 'the fee collector',
        stateRoot: 'root hash of the IAVL state',
        timestamp: 'seconds since 1970',
        mixHash: 'result of PREVRANDAO',
        size: 'bytes',
        transactions: 'hashes, or full objects if requested',
        uncles: 'always empty',
        baseFeePerGas: 'in wei; since London',
        withdrawals: 'always empty; since Shanghai',
        withdrawalsRoot: 'since Shanghai',
        blobGasUsed: 'always zero; since Cancun',
        excessBlobGas: 'always zero; since Cancun',
        parentBeaconBlockRoot: 'always zero; since Cancun',
        requestsHash: 'from Prague on',
      },
    ),
    required: Object.keys(always),
    additionalProperties: false,
  }
}

function headerSchema(): JsonSchema {
  const { properties = {}, required = [], ...schema } = blockSchema()
  const ofBody = ['size', 'transactions', 'uncles', 'withdrawals']
  const ofHeader = Object.entries(properties).filter(([name]) => !ofBody.includes(name))
  return {
    ...schema,
    title: 'header',
    properties: Object.fromEntries(ofHeader),
    required: required.filter((name) => !ofBody.includes(name)),
  }
}

/** Always empty. */
function withdrawalSchema(): JsonSchema {
  const properties = {
    index: uint64.schema,
    validatorIndex: uint64.schema,
    address: address.schema,
    amount: uint64.schema,
  }
  return {
    type: 'object',
    title: 'withdrawal',
    description: 'Withdrawal from a beacon chain (EIP-4895). This chain has none.',
    properties: describeFields(properties, { amount: 'gwei' }),
    required: Object.keys(properties),
  }
}

/** Fields that identify a block. */
export const blockLocation = {
  encode: ({ header, hash: own }: SealedBlock) => ({
    blockNumber: uint64.encode(header.number),
    blockHash: hash.encode(own),
  }),
  properties: { blockNumber: uint64.schema, blockHash: hash.schema },
  required: ['blockNumber', 'blockHash'],
} as const

const name = nullable(text)

/** A snapshot with its name. */
export const snapshotView: Encoder<NamedSnapshot> = {
  encode: ({ id, name: given, block }) => ({
    id: snapshotId.encode(id),
    name: name.encode(given),
    ...blockLocation.encode(block),
    timestamp: uint64.encode(block.header.timestamp),
  }),
  schema: {
    type: 'object',
    title: 'snapshot',
    description: 'State of a snapshot. One without a name is removed like those of evm_snapshot.',
    properties: {
      id: snapshotId.schema,
      name: name.schema,
      ...blockLocation.properties,
      timestamp: { ...uint64.schema, description: "the block's" },
    },
    required: ['id', 'name', ...blockLocation.required, 'timestamp'],
  },
}
