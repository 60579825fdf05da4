import fc from 'fast-check'
import type { Header, NativeEntry, Receipt, SealedBlock } from '../../../src/chain/block/block.ts'
import type { Log } from '../../../src/evm/run/log.ts'
import { impersonate } from '../../../src/evm/transaction/impersonation.ts'
import { signTransaction } from '../../../src/evm/transaction/signTransaction.ts'
import {
  MAX_NONCE,
  type Transaction,
  type UnsignedTransaction,
} from '../../../src/evm/transaction/transaction.ts'
import { decodeNativeTransaction } from '../../../src/native/codec/decodeNativeTransaction.ts'
import { signNativeTransaction } from '../../../src/native/codec/signNativeTransaction.ts'
import type { NativeReceipt } from '../../../src/native/nativeReceipt.ts'
import { bytesToAddress } from '../../../src/primitives/address.ts'
import { bytesToBech32 } from '../../../src/primitives/encoding/bech32.ts'
import { bytesToHash } from '../../../src/primitives/encoding/hex.ts'
import { alice, bob, carol, pauper } from '../accounts.ts'
import { CHAIN_ID } from '../genesis.ts'

/** Objects with the usual prototype, as the code creates them. */
function record<T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> {
  return fc.record(fields, { noNullPrototype: true })
}

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const upTo = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n })
const hash = bytes(32).map(bytesToHash)
const address = bytes(20).map(bytesToAddress)
const data = fc.uint8Array({ maxLength: 100 })

const accessList = fc.array(record({ address, storageKeys: fc.array(hash, { maxLength: 3 }) }), {
  maxLength: 3,
})

const authorization = record({
  chainId: upTo(256),
  address,
  nonce: upTo(64),
  // A transaction may have any byte here; such an authorization is skipped.
  yParity: fc.nat(255).map((parity) => parity as 0 | 1),
  r: upTo(256),
  s: upTo(256),
})

/** Fields of transactions of all types, including creations. */
export const anyUnsigned: fc.Arbitrary<UnsignedTransaction> = record({
  type: fc.constantFrom(0 as const, 1 as const, 2 as const, 4 as const),
  chainId: fc.constantFrom(1n, CHAIN_ID, 2n ** 52n),
  nonce: fc.bigInt({ min: 0n, max: MAX_NONCE - 1n }),
  gasLimit: upTo(63),
  to: fc.option(address, { nil: undefined }),
  value: upTo(256),
  data,
  fees: fc.array(upTo(128), { minLength: 2, maxLength: 2 }),
  accessList,
  authorizationList: fc.array(authorization, { minLength: 1, maxLength: 3 }),
}).map(({ to, fees, ...fields }) => {
  const { type } = fields
  const [tip = 0n, cap = 0n] = fees.toSorted((a, b) => (a < b ? -1 : 1))
  const target = type === 4 ? (to ?? bob.address) : to
  return {
    ...fields,
    ...(target === undefined ? {} : { to: target }),
    maxFeePerGas: cap,
    maxPriorityFeePerGas: type < 2 ? cap : tip,
    accessList: type === 0 ? [] : fields.accessList,
    authorizationList: type === 4 ? fields.authorizationList : [],
  }
})

/** Transactions as a wallet would sign them. */
export const anySigned = fc
  .tuple(anyUnsigned, fc.constantFrom(alice, bob, carol, pauper))
  .map(([unsigned, { privateKey, publicKey }]) => ({
    ...signTransaction(unsigned, privateKey),
    publicKey,
  }))

/** The same, and impersonated transactions. */
export const anyTransaction: fc.Arbitrary<Transaction> = fc.oneof(
  { weight: 3, arbitrary: anySigned },
  fc.tuple(anyUnsigned, address).map(([unsigned, sender]) => impersonate(unsigned, sender)),
)

/**
 * Logs with few different addresses and topics, so that they repeat, also at different positions.
 */
export const anyLog: fc.Arbitrary<Log> = record({
  address: fc.nat(2).map((n) => bytesToAddress(new Uint8Array(20).fill(n))),
  topics: fc.array(
    fc.nat(2).map((n) => bytesToHash(new Uint8Array(32).fill(n))),
    { maxLength: 4 },
  ),
  data,
})

export const anyReceipt: fc.Arbitrary<Receipt> = fc.record(
  {
    status: fc.constantFrom(0 as const, 1 as const),
    gasUsed: upTo(64),
    cumulativeGasUsed: upTo(64),
    effectiveGasPrice: upTo(128),
    logs: fc.array(anyLog, { maxLength: 4 }),
    logsBloom: fc.oneof(bytes(256), fc.constant(new Uint8Array(256))),
    firstLogIndex: fc.constant(0),
    contractAddress: address,
    error: fc.string({ unit: 'binary' }),
    revertData: data,
    internalCalls: record({
      touched: fc.array(address, { maxLength: 3 }),
      creations: fc.array(record({ address, creator: address }), { maxLength: 2 }),
    }),
  },
  {
    noNullPrototype: true,
    requiredKeys: [
      'status',
      'gasUsed',
      'cumulativeGasUsed',
      'effectiveGasPrice',
      'logs',
      'logsBloom',
      'firstLogIndex',
    ],
  },
)

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const header: fc.Arbitrary<Header> = record({
  parentHash: hash,
  sha3Uncles: hash,
  miner: address,
  stateRoot: hash,
  transactionsRoot: hash,
  receiptsRoot: hash,
  logsBloom: fc.oneof(bytes(256), fc.constant(new Uint8Array(256))),
  difficulty: upTo(256),
  number: upTo(53),
  gasLimit: upTo(64),
  gasUsed: upTo(64),
  timestamp: upTo(64),
  extraData: fc.uint8Array({ maxLength: 32 }),
  mixHash: hash,
  nonce: bytes(8),
  baseFeePerGas: optional(upTo(128)),
  withdrawalsRoot: optional(hash),
  blobGasUsed: optional(upTo(64)),
  excessBlobGas: optional(upTo(64)),
  parentBeaconBlockRoot: optional(hash),
  requestsHash: optional(hash),
})

const event = record({
  type: fc.string(),
  attributes: fc.array(record({ key: fc.string(), value: fc.string() }), { maxLength: 3 }),
})

const nativeReceipt: fc.Arbitrary<NativeReceipt> = fc.record(
  {
    code: fc.nat(),
    codespace: fc.string(),
    log: fc.string(),
    gasUsed: upTo(64),
    events: fc.array(event, { maxLength: 2 }),
    sender: address,
    transfer: record({ from: address, to: address, value: upTo(256) }),
    logs: fc.array(anyLog, { maxLength: 2 }),
  },
  {
    noNullPrototype: true,
    requiredKeys: ['code', 'codespace', 'log', 'gasUsed', 'events', 'sender', 'logs'],
  },
)

/** Logs of one account at any position. */
const nativeEntry: fc.Arbitrary<NativeEntry> = record({
  transaction: fc.string({ maxLength: 20 }).map((memo) => {
    const raw = signNativeTransaction({
      messages: [
        { kind: 'associate', sender: bytesToBech32('sei', new Uint8Array(20)), customMessage: '' },
      ],
      memo,
      timeoutHeight: 0n,
      fee: { coins: [], gasLimit: 1n },
      privateKey: new Uint8Array(32).fill(1),
      sequence: 1n,
      accountNumber: 2n,
      chainId: 'test',
    })
    return decodeNativeTransaction(raw, 'sei')
  }),
  receipt: nativeReceipt,
  position: fc.nat(10),
})

/**
 * Blocks whose parts have any value that their type allows; only the logs are counted as in a
 * chain.
 */
export const anyBlock: fc.Arbitrary<SealedBlock> = record({
  hash,
  header,
  transactions: fc.array(anyTransaction, { maxLength: 3 }),
  receipts: fc.array(anyReceipt, { maxLength: 5 }),
  native: fc.array(nativeEntry, { maxLength: 2 }),
  sizeBytes: fc.nat(),
  version: fc.nat(),
}).map((block) => {
  let logCount = 0
  const receipts = block.receipts.map((receipt) => {
    const firstLogIndex = logCount
    logCount += receipt.logs.length
    return { ...receipt, firstLogIndex }
  })
  return { ...block, receipts, number: Number(block.header.number) }
})
