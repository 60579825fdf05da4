import { setTime as setChainTime } from '../../chain/mining/timeControls.ts'
import { OUT_OF_GAS, REENTRANCY_SENTRY } from '../../evm/rules/outOfGas.ts'
import { decodePanic } from '../../evm/run/revertReason.ts'
import { bytesToHex, toQuantity } from '../../primitives/encoding/hex.ts'
import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import { intervalInSeconds, numberOfSeconds, secondsOrMs } from '../codec/mining.ts'
import { address, boolean, quantity, uint32, uint64 } from '../codec/scalar.ts'
import {
  type Context,
  changingMethod,
  type Method,
  method,
  optional,
  param,
} from '../core/method.ts'
import type { FailedExecution } from '../errors/revertReason.ts'
import { invalidParams, RpcError, rpcCode } from '../errors/rpcError.ts'
import { hardhat_metadata } from '../methods/dev/identity.ts'
import {
  hardhat_autoImpersonateAccount,
  hardhat_impersonateAccount,
  hardhat_stopImpersonatingAccount,
} from '../methods/dev/impersonation.ts'
import { hardhat_setLoggingEnabled } from '../methods/dev/logging.ts'
import {
  anvil_setChainId,
  anvil_setIntervalMining,
  evm_mine,
  evm_setAutomine,
  evm_setIntervalMining,
  hardhat_mine,
  hardhat_setCoinbase,
  hardhat_setMinGasPrice,
  hardhat_setNextBlockBaseFeePerGas,
} from '../methods/dev/mining.ts'
import {
  anvil_dropAllTransactions,
  anvil_removePoolTransactions,
  hardhat_dropTransaction,
} from '../methods/dev/pool.ts'
import { hardhat_reset } from '../methods/dev/reset.ts'
import {
  hardhat_addBalance,
  hardhat_setBalance,
  hardhat_setCode,
  hardhat_setNonce,
} from '../methods/dev/state.ts'
import { anvil_setBlockTimestampInterval, evm_setTime } from '../methods/dev/time.ts'
import { eth_feeHistory, eth_gasPrice, eth_maxPriorityFeePerGas } from '../methods/eth/feeMarket.ts'
import { DEFAULT_TIP, tipsAt } from '../methods/suggestFees.ts'
import { web3_clientVersion } from '../methods/web3.ts'
import { refused, rejected, resourceNotFound } from './anvil/anvilErrors.ts'
import { anvilOtterscan } from './anvil/anvilOtterscan.ts'
import { anvilQueries, outOfRange } from './anvil/anvilQueries.ts'
import { readable } from './anvil/anvilRequests.ts'
import { anvilSends } from './anvil/anvilSends.ts'
import { anvilMetadata, snapshotsFromZero } from './anvil/anvilSnapshots.ts'
import { anvilViews } from './anvil/anvilViews.ts'
import {
  blobBaseFeeOfOne,
  checked,
  clientExactly,
  type Dialect,
  fixed,
  mapErrors,
  mapResult,
  metadataNamed,
  quietUnsubscribe,
} from './dialect.ts'
import { anvilCalls } from './lenientCalls.ts'

/** The measured release. */
const CLIENT = 'anvil/v1.7.1'
/** The price of a transaction where there is no base fee. */
const INITIAL_PRICE = 1_875_000_000n
const MAX_BALANCE = 2n ** 256n - 1n

interface FeeHistoryJson {
  readonly baseFeePerGas?: readonly Json[]
  readonly gasUsedRatio?: readonly Json[]
}

/** Solidity's panic codes in Anvil's words. */
const PANICS: ReadonlyMap<bigint, string> = new Map([
  [0x00n, 'generic/unspecified error (0x00)'],
  [0x01n, 'assertion failed (0x01)'],
  [0x11n, 'arithmetic underflow or overflow (0x11)'],
  [0x12n, 'division or modulo by zero (0x12)'],
  [0x21n, 'failed to convert value into enum type (0x21)'],
  [0x22n, 'storage byte array incorrectly encoded (0x22)'],
  [0x31n, 'called `.pop()` on an empty array (0x31)'],
  [0x32n, 'array out-of-bounds access (0x32)'],
  [0x41n, 'memory allocation error (0x41)'],
  [0x51n, 'called an invalid internal function (0x51)'],
])

/** Revm's names of failures, by the beginning of the reason. */
const HALTS: readonly (readonly [string, string])[] = [
  [REENTRANCY_SENTRY, 'ReentrancySentryOOG'],
  [OUT_OF_GAS, 'OutOfGas'],
  ['contract creation code storage out of gas', 'OutOfGas'],
  ['invalid opcode: INVALID', 'InvalidFEOpcode'],
  ['invalid opcode', 'OpcodeNotFound'],
  ['invalid jump destination', 'InvalidJump'],
  ['stack underflow', 'StackUnderflow'],
  ['stack limit reached', 'StackOverflow'],
  ['return data out of bounds', 'OutOfOffset'],
  ['max code size exceeded', 'CreateContractSizeLimit'],
  ['invalid code: must not begin with 0xef', 'CreateContractStartingWithEF'],
  ['contract address collision', 'CreateCollision'],
]

const nothingSaid: readonly Method[] = [
  hardhat_setBalance,
  hardhat_setCode,
  hardhat_setNonce,
  hardhat_impersonateAccount,
  hardhat_stopImpersonatingAccount,
  hardhat_autoImpersonateAccount,
  hardhat_setCoinbase,
  hardhat_setNextBlockBaseFeePerGas,
  hardhat_setLoggingEnabled,
  anvil_dropAllTransactions,
  anvil_removePoolTransactions,
  anvil_setBlockTimestampInterval,
  hardhat_reset,
  anvil_setChainId,
]

/** The interval also lies before the first block. An interval that was set is used instead. */
const mine = mapResult(
  changingMethod({
    ...hardhat_mine,
    params: [param('blocks', quantity, '0x1'), optional('interval', uint32)],
    result: boolean,
    async run({ blocks: { latest }, mining }, blocks, interval) {
      const isSet = mining.config.timestampInterval !== undefined
      const timestamp = latest.header.timestamp + (interval ?? 0n)
      await mining.mine(
        isSet || interval === undefined ? { blocks } : { blocks, interval, timestamp },
      )
      return true
    },
  }),
  () => null,
)[1]

/** A block for each transaction or blocks at an interval: switching one on ends the other. */
const setAutomine = mapResult(
  changingMethod({
    ...evm_setAutomine,
    params: [param('automine', boolean)],
    result: boolean,
    async run({ mining }, automine) {
      await mining.configure(automine ? { automine, intervalMs: undefined } : { automine })
      return true
    },
  }),
  () => null,
)[1]

/** In seconds; 0 stops all mining. */
const setInterval = mapResult(
  changingMethod({
    ...anvil_setIntervalMining,
    params: [param('interval', intervalInSeconds)],
    result: boolean,
    async run({ mining }, intervalMs) {
      await mining.configure({ intervalMs, automine: false })
      return true
    },
  }),
  () => null,
)[1]

/** 1 gwei, or the lowest tip of the newest block if that is more. */
function lowestTip({ blocks: { latest } }: Context): bigint {
  const [lowest = 0n] = tipsAt(latest, [0])
  return lowest > DEFAULT_TIP ? lowest : DEFAULT_TIP
}

const maxPriorityFeePerGas = method({
  ...eth_maxPriorityFeePerGas,
  params: [],
  result: quantity,
  run: lowestTip,
})

const gasPriceSuggestion = method({
  ...eth_gasPrice,
  params: [],
  result: quantity,
  run: suggestedPrice,
})

function suggestedPrice(context: Context): bigint {
  const { gasPrice, mining, blocks } = context
  if (gasPrice !== undefined) return gasPrice
  if (blocks.latest.header.baseFeePerGas === undefined) {
    return mining.config.minBaseFee ?? INITIAL_PRICE
  }
  return mining.nextBaseFee + (context.disableMinPriorityFee ? 0n : lowestTip(context))
}

const lowerTime = (timestamp: bigint) =>
  invalidParams(`Timestamp error: ${timestamp} is lower than previous block's timestamp`)

/** Refuses to mine before the latest block. */
function checkMineTime({ blocks }: Context, [given]: readonly unknown[]): void {
  const time = isJsonObject(given) ? given.timestamp : given
  if (typeof time !== 'number' && typeof time !== 'string') return
  const timestamp = uint64.decode(time, 'invalid argument 0')
  if (timestamp < blocks.latest.header.timestamp) throw lowerTime(timestamp)
}

/** The history of no blocks is that of one. */
const someHistory: Method = {
  ...eth_feeHistory,
  call: (context, params) =>
    eth_feeHistory.call(
      context,
      Array.isArray(params) && /^0(x0*)?$/.test(String(params[0])) ? params.with(0, '0x1') : params,
    ),
}

/** With the fields of blobs, and without rewards unless they are asked for. */
const [, feeHistory] = mapResult(someHistory, (result, params) => {
  const [, , percentiles] = Array.isArray(params) ? params : []
  const { baseFeePerGas = [], gasUsedRatio = [], ...rest } = Object(result) as FeeHistoryJson
  return {
    ...rest,
    ...{ baseFeePerGas, gasUsedRatio },
    baseFeePerBlobGas: baseFeePerGas.map(() => '0x1'),
    blobGasUsedRatio: gasUsedRatio.map(() => 0),
    ...(!Array.isArray(percentiles) || percentiles.length === 0 ? { reward: [] } : {}),
  }
})

/** The clock may go back behind the newest block. Returns by how much it moved forward. */
const setTime = changingMethod({
  ...evm_setTime,
  params: [param('time', secondsOrMs)],
  result: numberOfSeconds,
  async run({ mining }, time) {
    let moved = 0n
    await mining.configure((scene) => {
      moved = time - scene.now
      const isBack = time < scene.latest.timestamp
      return { ...setChainTime(time)(scene), nextTimestamp: isBack ? time : undefined }
    })
    return moved > 0n ? moved : 0n
  },
})

const genesisTime = method({
  summary: 'Returns the time of block 0 in seconds since 1970.',
  params: [],
  result: numberOfSeconds,
  async run({ blocks }) {
    const genesis = await blocks.find({ tag: 'earliest' })
    return genesis?.header.timestamp ?? 0n
  },
})

const named = metadataNamed(CLIENT, clientExactly)

/** Only where there is no base fee. */
const setMinGasPrice = mapResult(
  changingMethod({
    ...hardhat_setMinGasPrice,
    params: [param('price', quantity)],
    result: boolean,
    async run({ blocks, mining }, minBaseFee) {
      if (blocks.latest.header.baseFeePerGas !== undefined) {
        throw invalidParams('anvil_setMinGasPrice is not supported when EIP-1559 is active')
      }
      await mining.configure({ minBaseFee })
      return true
    },
  }),
  () => null,
)[1]

/** Up to the largest possible balance. */
const addBalance = mapResult(
  changingMethod({
    ...hardhat_addBalance,
    params: [param('address', address), param('amount', quantity)],
    result: boolean,
    async run({ state }, who, wei) {
      await state.edit((newest) => {
        const sum = newest.getBalance(who) + wei
        newest.setBalance(who, sum < MAX_BALANCE ? sum : MAX_BALANCE)
      })
      return true
    },
  }),
  () => null,
)[1]

/** Responses of Anvil 1.7.1. */
export const anvil: Dialect = {
  methods: new Map([
    mapResult(web3_clientVersion, clientExactly(CLIENT)),
    mapResult(hardhat_metadata, (metadata) => anvilMetadata(named(metadata))),
    ...snapshotsFromZero,
    ...nothingSaid.map((method) => mapResult(method, () => null)),
    [eth_gasPrice, gasPriceSuggestion],
    [eth_maxPriorityFeePerGas, maxPriorityFeePerGas],
    [eth_feeHistory, feeHistory],
    [evm_setTime, setTime],
    [hardhat_mine, mine],
    [evm_setAutomine, setAutomine],
    [evm_setIntervalMining, setInterval],
    [anvil_setIntervalMining, setInterval],
    mapResult(hardhat_dropTransaction, (isDropped, [hash]) =>
      isDropped === true ? String(hash).toLowerCase() : null,
    ),
    ...anvilSends(suggestedPrice),
    ...anvilViews(suggestedPrice),
    ...anvilOtterscan,
    [hardhat_setMinGasPrice, setMinGasPrice],
    [hardhat_addBalance, addBalance],
    checked(evm_mine, checkMineTime),
    ...anvilQueries,
    ...anvilCalls.map(([replaced, call]) => [replaced, readable(call)] as const),
    quietUnsubscribe,
    blobBaseFeeOfOne,
  ]),
  added: new Map([
    ['anvil_getGenesisTime', genesisTime],
    ['eth_protocolVersion', fixed(1)],
    // The chain has no blobs.
    ['anvil_getBlobByHash', fixed(null)],
    ['anvil_getBlobsByTransactionHash', fixed(null)],
  ]),
  unknownMethod: () => new RpcError(rpcCode.methodNotFound, 'Method not found'),
  error: mapErrors({
    failed,
    refusals: {
      ALREADY_KNOWN: () => rejected('transaction already imported'),
      REPLACEMENT_UNDERPRICED: () => rejected('replacement transaction underpriced'),
      NOT_A_LOG_FILTER: () => refused('filter not found'),
      ROLLBACK_TOO_DEEP: ({ depth, latest }) =>
        invalidParams(
          `Rollback depth must not exceed current chain height: current height ${latest}, depth ${depth}`,
        ),
      TIMESTAMP_NOT_LATER: ({ timestamp }) => lowerTime(timestamp),
      MALFORMED_TRANSACTION: () => invalidParams('Failed to decode transaction'),
      INIT_CODE_TOO_LARGE: () => rejected('max initcode size exceeded'),
      NONCE_TOO_LOW: () => rejected('nonce too low'),
      INSUFFICIENT_FUNDS: () => rejected('Insufficient funds for gas * price + value'),
      FEE_CAP_TOO_LOW: () => rejected('max fee per gas less than block base fee'),
      TIP_ABOVE_FEE_CAP: () => rejected('max priority fee per gas higher than max fee per gas'),
      GAS_ALLOWANCE_EXCEEDED: ({ allowance }) =>
        rejected(`Out of gas: gas required exceeds allowance: ${allowance}`),
      INTRINSIC_GAS_TOO_LOW: () => refused('intrinsic gas too low'),
      EXCEEDS_BLOCK_GAS_LIMIT: () =>
        refused('intrinsic gas too high -- tx.gas_limit > env.block.gas_limit'),
      BLOCK_HASH_UNKNOWN: resourceNotFound,
      BLOCK_NOT_FOUND: resourceNotFound,
      WRONG_CHAIN_ID: () => rejected('invalid chain id for signer'),
      BAD_STATE: () => invalidParams('Failed to decode state dump'),
      UNKNOWN_ACCOUNT: () => invalidParams('No Signer available'),
      BLOCK_NOT_YET_AVAILABLE: ({ number, latest }) => outOfRange(number, latest),
    },
  }),
}

function failed(outcome: FailedExecution, error: RpcError): RpcError {
  if (outcome.kind === 'halt') {
    const [, name] = HALTS.find(([start]) => outcome.reason.startsWith(start)) ?? []
    return new RpcError(rpcCode.internalError, `EVM error ${name ?? outcome.reason}`)
  }
  const code = decodePanic(outcome.output)
  if (code === undefined) return error
  const meaning = PANICS.get(code) ?? `unknown code (${toQuantity(code)})`
  const message = `execution reverted: panic: ${meaning}`
  return new RpcError(rpcCode.reverted, message, bytesToHex(outcome.output))
}
