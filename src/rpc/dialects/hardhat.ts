import { isOutOfGas } from '../../evm/rules/outOfGas.ts'
import { decodeError, decodePanic } from '../../evm/run/revertReason.ts'
import { toChecksumAddress } from '../../primitives/address.ts'
import { bytesToHex, toQuantity } from '../../primitives/encoding/hex.ts'
import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import { intervalInMs } from '../codec/mining.ts'
import { quantity, uint64 } from '../codec/scalar.ts'
import { truncateName } from '../core/legacyGate.ts'
import { changingMethod, method, param } from '../core/method.ts'
import { ExecutionError, type FailedExecution } from '../errors/revertReason.ts'
import { invalidParams, RpcError, rpcCode } from '../errors/rpcError.ts'
import { debug_traceCall } from '../methods/debug/trace.ts'
import { hardhat_metadata } from '../methods/dev/identity.ts'
import { evm_mine, evm_setIntervalMining } from '../methods/dev/mining.ts'
import { hardhat_reset } from '../methods/dev/reset.ts'
import { evm_increaseTime, evm_setNextBlockTimestamp } from '../methods/dev/time.ts'
import { eth_call, eth_estimateGas } from '../methods/eth/execute.ts'
import { eth_gasPrice, eth_maxPriorityFeePerGas } from '../methods/eth/feeMarket.ts'
import { eth_newBlockFilter, eth_newFilter } from '../methods/eth/filter.ts'
import { eth_sendTransaction, eth_sendUnsignedTransaction } from '../methods/eth/submit.ts'
import { DEFAULT_TIP } from '../methods/suggestFees.ts'
import { web3_clientVersion } from '../methods/web3.ts'
import {
  blobBaseFeeOfOne,
  checked,
  clientNamed,
  type Dialect,
  type DialectErrors,
  mapErrors,
  mapResult,
  metadataNamed,
  withPrecheck,
} from './dialect.ts'
import { argumentWords } from './hardhat/argumentWords.ts'
import { forkChecks, PRICE_BEFORE_LONDON, withPriceBeforeLondon } from './hardhat/forkChecks.ts'
import { hardhatCall } from './hardhat/hardhatCall.ts'
import { hardhatViews, metadataWithoutSnapshots } from './hardhat/hardhatViews.ts'
import { checkReset } from './hardhat/resetWords.ts'
import { fromFirstAccount, ownAccounts, pendingCount, requireSender } from './hardhat/senders.ts'
import { tracedCall } from './hardhat/tracedCall.ts'
import { withWrittenArguments, writtenArguments } from './hardhat/writtenArguments.ts'
import { checkMineTime, earlierThan, hardhatChecks } from './hardhatChecks.ts'
import {
  checkBlocks,
  checkingTransactions,
  filterFromLatest,
  fromLatestBlock,
  NO_AUTHORIZATIONS,
  subscriptionsAsFilters,
} from './hardhatRequests.ts'
import { hardhat2Traces } from './hardhatTraces.ts'
import { lenientEstimate } from './lenientCalls.ts'
import { failingSends, failingSendsWithoutEstimate } from './sends.ts'

/** The measured releases. */
const CLIENT = 'HardhatNetwork/3.18.0'
const CLIENT_2 = 'HardhatNetwork/2.29.1'
const METHOD_NOT_SUPPORTED = -32004
const FAILED = 'VM Exception while processing transaction:'
const CODE_OUT_OF_GAS = 'contract creation code storage out of gas'
const CODE_TOO_LARGE = 'max code size exceeded'
const WITHOUT_REASON = 'Transaction reverted without a reason string'
const TOO_SHORT = /too short$|larger than the data$/
const NO_QUEUE = "Note that transactions can't be queued when automining."

/** Hardhat's names of filters without logs. */
const SUBSCRIPTIONS = { blocks: 'NewHeads', transactions: 'NewPendingTransactions' } as const

/** Solidity's panic codes in Hardhat's words. */
const PANICS: ReadonlyMap<bigint, string> = new Map([
  [0x01n, 'Assertion error'],
  [0x11n, 'Arithmetic operation overflowed outside of an unchecked block'],
  [0x12n, 'Division or modulo division by zero'],
  [0x21n, 'Tried to convert a value into an enum, but the value was too big or negative'],
  [0x22n, 'Incorrectly encoded storage byte array'],
  [0x31n, '.pop() was called on an empty array'],
  [0x32n, 'Array accessed at an out-of-bounds or negative index'],
  [0x41n, 'Too much memory was allocated, or an array was created that is too large'],
  [0x51n, 'Called a zero-initialized variable of internal function type'],
])

const refused = (message: string) => new RpcError(rpcCode.refused, message)

/** @param txHash of the transaction; Hardhat 2 has null for a call */
function outOfGas(txHash?: Json): RpcError {
  const message = 'Transaction ran out of gas'
  const data = { message, ...(txHash !== undefined && { txHash }), data: '0x' }
  return new RpcError(rpcCode.refused, message, data)
}

const setIntervalInMs = changingMethod({
  ...evm_setIntervalMining,
  params: [param('interval', intervalInMs)],
  result: { encode: (value: Json) => value, schema: evm_setIntervalMining.result.schema },
  async run({ mining }, intervalMs) {
    await mining.configure({ intervalMs })
    return true
  },
})

const words: DialectErrors = {
  failed,
  refusals: {
    ALREADY_KNOWN: ({ hash }) => refused(`Known transaction: ${hash}`),
    TIMESTAMP_NOT_LATER: ({ timestamp, latest }) => refused(earlierThan(timestamp, latest)),
    WRONG_CHAIN_ID: ({ have, want }) =>
      invalidParams(`Invalid chainId ${have} provided, expected ${want} instead.`),
    NONCE_TOO_LOW: ({ tx, state }) =>
      refused(`Nonce too low. Expected nonce to be ${state} but got ${tx}. ${NO_QUEUE}`),
    NONCE_TOO_HIGH: ({ tx, state }) =>
      refused(`Nonce too high. Expected nonce to be ${state} but got ${tx}. ${NO_QUEUE}`),
    INSUFFICIENT_FUNDS: ({ have, want }) =>
      refused(
        `Sender doesn't have enough funds to send tx. The max upfront cost is: ${want} and the sender's balance is: ${have}.`,
      ),
    INTRINSIC_GAS_TOO_LOW: ({ have, want }) =>
      refused(`Transaction requires at least ${want} gas but got ${have}`),
    FLOOR_GAS_TOO_LOW: ({ have, want }) =>
      refused(`Transaction requires gas floor of ${want} but got limit of ${have}`),
    INIT_CODE_TOO_LARGE: ({ size, limit }) =>
      invalidParams(
        `\nTrying to send a deployment transaction whose init code length is ${size}. The max length allowed by EIP-3860 is ${limit}.\n\nEnable the 'allowUnlimitedContractSize' option to allow init codes of any length.`,
      ),
    EMPTY_AUTHORIZATION_LIST: () => refused(NO_AUTHORIZATIONS),
    SET_CODE_WITHOUT_DESTINATION: () =>
      refused('Invalid EIP-7702 transaction: to (receiver) parameter is missing.'),
    BAD_TYPED_DATA: ({ field, reason }) => {
      const [, type] = /^unknown type (.+)$/.exec(reason) ?? []
      return refused(
        type === undefined ? `${field}: ${reason}` : `missing type in type resolution: ${type}`,
      )
    },
    NOT_A_LOG_FILTER: ({ id, kind }) =>
      invalidParams(
        `Subscription ${BigInt(id)} is not a Logs subscription, but a ${SUBSCRIPTIONS[kind]} subscription`,
      ),
    EXCEEDS_TX_GAS_CAP: ({ gas, limit }) =>
      refused(`Transaction gas limit is ${gas} and exceeds transaction gas cap of ${limit}`),
    EXCEEDS_BLOCK_GAS_LIMIT: ({ gas, limit }) =>
      refused(`Transaction gas limit is ${gas} and exceeds block gas limit of ${limit}`),
    FEE_CAP_TOO_LOW: ({ feeCap, baseFee }) =>
      refused(
        `Transaction maxFeePerGas (${feeCap}) is too low for the next block, which has a baseFeePerGas of ${baseFee}`,
      ),
    TIP_ABOVE_FEE_CAP: ({ tip, feeCap }) =>
      refused(`maxPriorityFeePerGas (${tip}) is bigger than maxFeePerGas (${feeCap})`),
    TX_TYPE_NOT_SUPPORTED: ({ type }) => invalidParams(`Invalid transaction type ${type}.`),
    MALFORMED_TRANSACTION: ({ reason }) =>
      invalidParams(isTooShort(reason) ? 'input too short' : reason),
    INVALID_SIGNATURE: () => invalidParams('Invalid Signature'),
    UNKNOWN_BLOCK: () => invalidParams('blockHash cannot be found'),
    BLOCK_HASH_UNKNOWN: ({ hash, latest }) =>
      refused(`Received invalid block tag ${hash}. Latest block number is ${latest}`),
    GAS_ALLOWANCE_EXCEEDED: () => outOfGas(),
    UNKNOWN_ACCOUNT: ({ address }) => refused(`Unknown account ${toChecksumAddress(address)}`),
    BLOCK_NOT_YET_AVAILABLE: ({ number, latest }) =>
      refused(`Received invalid block tag ${number}. Latest block number is ${latest}`),
    TRANSACTION_NOT_FOUND: ({ hash }) =>
      refused(`Unable to find a block containing transaction ${hash}`),
  },
}
const inWords = mapErrors(words)

function isTooShort(reason: string): boolean {
  const [, wanted, found] = /^expected (\d+) items, found (\d+)$/.exec(reason) ?? []
  return TOO_SHORT.test(reason) || Number(found) < Number(wanted)
}

/** A gwei above the base fee, and a fixed price on forks without one. */
const gasPrice = method({
  ...eth_gasPrice,
  params: [],
  result: quantity,
  run: ({ blocks, mining, gasPrice: given }) =>
    given ??
    (blocks.latest.header.baseFeePerGas === undefined
      ? PRICE_BEFORE_LONDON
      : mining.nextBaseFee + DEFAULT_TIP),
})

/** Methods of this node that Hardhat's tests expect not to exist. */
const MISSING = [
  'eth_getUncleByBlockHashAndIndex',
  'eth_getUncleByBlockNumberAndIndex',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_hashrate',
  'eth_signTransaction',
  'eth_signTypedData',
]

/** This node makes no stack traces of Solidity, so that none fails. */
const stackTraceFailures = method({
  summary: 'Returns 0, the number of stack traces that could not be made.',
  params: [],
  result: { encode: (count: number) => count, schema: { type: 'integer' } },
  run: () => 0,
})

/** @param sends of a release, which differ in what they mine */
function methodsNamed(client: string, sends: typeof failingSends): Dialect['methods'] {
  const methods = new Map([
    mapResult(web3_clientVersion, clientNamed(client)),
    [hardhat_metadata, mapResult(metadataWithoutSnapshots, metadataNamed(client))[1]],
    ownAccounts,
    pendingCount,
    [evm_mine, checked(mapResult(evm_mine, () => '0')[1], checkMineTime)[1]],
    [eth_newBlockFilter, fromLatestBlock],
    mapResult(evm_increaseTime, String),
    mapResult(evm_setNextBlockTimestamp, (_, [timestamp]) => decimal(timestamp)),
    [evm_setIntervalMining, setIntervalInMs],
    ...hardhatChecks,
    ...checkingTransactions([...sends, hardhatCall, tracedCall, lenientEstimate]),
    ...hardhatViews,
    ...subscriptionsAsFilters,
    [eth_gasPrice, gasPrice],
    [
      eth_maxPriorityFeePerGas,
      { ...eth_maxPriorityFeePerGas, call: () => toQuantity(DEFAULT_TIP) },
    ],
    [eth_newFilter, withPrecheck(filterFromLatest, checkBlocks)[1]],
    blobBaseFeeOfOne,
  ])
  for (const method of [eth_call, eth_estimateGas, debug_traceCall]) {
    methods.set(method, fromFirstAccount(methods.get(method) ?? method))
  }
  for (const [method, readers] of writtenArguments) {
    methods.set(method, withWrittenArguments(methods.get(method) ?? method, readers))
  }
  for (const [method, check] of argumentWords) {
    methods.set(method, checked(methods.get(method) ?? method, (_, params) => check(params))[1])
  }
  for (const method of [eth_sendTransaction, eth_sendUnsignedTransaction]) {
    methods.set(method, withPriceBeforeLondon(methods.get(method) ?? method))
  }
  for (const [method, check] of forkChecks) {
    methods.set(method, checked(methods.get(method) ?? method, check)[1])
  }
  return methods
}

/** Responses of Hardhat 3.18. */
export const hardhat3: Dialect = {
  methods: methodsNamed(CLIENT, failingSends),
  missing: new Set([...MISSING, 'eth_mining']),
  unknownMethod: notSupported,
  error: (error, cause) => withMessage(inWords(error, cause)),
}

/** Responses of Hardhat 2.29. */
export const hardhat2: Dialect = {
  methods: hardhat2Methods(),
  added: new Map([['hardhat_getStackTraceFailuresCount', stackTraceFailures]]),
  missing: new Set(MISSING),
  forName: (name, method) => (name === 'eth_mining' ? { ...method, call: () => false } : method),
  unknownMethod: notSupported,
  error: (error, cause) => inShapeOf2(inWords(error, cause), error),
}

/** Hardhat 3 completes requests before they reach its node. */
function hardhat2Methods(): Dialect['methods'] {
  const shared = methodsNamed(CLIENT_2, failingSendsWithoutEstimate)
  const sends = [eth_sendTransaction, eth_sendUnsignedTransaction].map((method) => {
    const [, send] = checked(shared.get(method) ?? method, (_, params) => requireSender(params))
    return [method, send] as const
  })
  return new Map([
    ...shared,
    ...sends,
    ...hardhat2Traces(shared.get(debug_traceCall) ?? debug_traceCall),
    // Hardhat 3 has no such method; viem resets with an object that Hardhat 2 refuses.
    checked(hardhat_reset, (_, params) => checkReset(params)),
  ])
}

function notSupported(name: string): RpcError {
  return new RpcError(METHOD_NOT_SUPPORTED, `Method ${truncateName(name)} is not supported`)
}

/** @param failure the original error, which has the transaction */
function inShapeOf2({ code, message, data }: RpcError, failure: RpcError | undefined): RpcError {
  const hash = failure instanceof ExecutionError ? failure.transactionHash : undefined
  if (code !== rpcCode.reverted) {
    if (isJsonObject(data) && 'data' in data) {
      return new RpcError(code, message, { message, txHash: hash ?? null, data: '0x' })
    }
    return new RpcError(code, message, { message, data: data ?? null })
  }
  // Hardhat 2 reports a failed execution as an internal error, with the name of its class.
  const text = `Error: ${message}`
  const details = { message: text, ...(hash !== undefined && { txHash: hash }), data: data ?? '0x' }
  return new RpcError(rpcCode.internalError, text, details)
}

/** The timestamp, which was validated as a whole number. */
function decimal(timestamp: unknown): string {
  return String(uint64.decode(timestamp, 'timestamp'))
}

/** Errors without data repeat the message there. */
function withMessage(error: RpcError): RpcError {
  const { code, message, data } = error
  return data === undefined ? new RpcError(code, message, { message }) : error
}

function failed(outcome: FailedExecution, { message, transactionHash }: ExecutionError): RpcError {
  if (outcome.kind === 'revert') {
    const data = bytesToHex(outcome.output)
    return new RpcError(rpcCode.reverted, revertMessage(outcome.output, message), data)
  }
  const { reason } = outcome
  if (isOutOfGas(reason) || reason === CODE_OUT_OF_GAS) return outOfGas(transactionHash)
  return new RpcError(rpcCode.reverted, haltMessage(reason), '0x')
}

/** Hardhat names few of the ways in which code fails. */
function haltMessage(reason: string): string {
  if (reason.startsWith('invalid opcode')) return `${FAILED} invalid opcode`
  if (reason === CODE_TOO_LARGE) {
    return 'Transaction reverted: trying to deploy a contract whose code is too large'
  }
  return WITHOUT_REASON
}

/** @param own error of the node, which has the reasons of its precompiles */
function revertMessage(data: Uint8Array, own: string): string {
  if (data.length === 0) {
    const [, reason] = /^execution reverted: (.+)$/s.exec(own) ?? []
    if (reason === undefined) return WITHOUT_REASON
    return `${FAILED} reverted with reason string '${reason}'`
  }
  const text = decodeError(data)
  if (text !== undefined) return `${FAILED} reverted with reason string '${text}'`
  const code = decodePanic(data)
  if (code === undefined) {
    return `${FAILED} reverted with an unrecognized custom error (return data: ${bytesToHex(data)})`
  }
  const meaning = PANICS.get(code)
  if (meaning === undefined) return `${FAILED} reverted with unknown panic code ${toQuantity(code)}`
  return `${FAILED} reverted with panic code ${toQuantity(code)} (${meaning})`
}
