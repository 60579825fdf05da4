import { TxError } from '../../../evm/errors.ts'
import { toQuantity } from '../../../primitives/encoding/hex.ts'
import { isJsonObject } from '../../../primitives/encoding/json.ts'
import { quantity } from '../../codec/scalar.ts'
import { type Context, type Method, method } from '../../core/method.ts'
import { RpcError, rpcCode } from '../../errors/rpcError.ts'
import { evm_revert } from '../../methods/dev/snapshot.ts'
import { eth_call, eth_estimateGas } from '../../methods/eth/execute.ts'
import { eth_gasPrice } from '../../methods/eth/feeMarket.ts'
import { eth_newFilter } from '../../methods/eth/filter.ts'
import { eth_getStorageAt } from '../../methods/eth/state.ts'
import { checked, mapFailure, mapResult } from '../dialect.ts'
import { lenient } from '../lenientCalls.ts'
import { withFees } from './ganacheFees.ts'
import { readableOverrides, unreadable, wrappingFailure } from './overrideWords.ts'
import { paddedAddress } from './padding.ts'

type Replacement = readonly [Method, Method]

const DEFAULT_PRICE = 2_000_000_000n
/** Gas of a transaction that does not say it. */
const DEFAULT_GAS = toQuantity(90_000n)
const FAILED = 'VM Exception while processing transaction:'
const HASH_DIGITS = 64
const ZERO_WORD = /^0x0{64}$/

/** The price that was set, or 2 gwei: it does not follow the market. */
function priceOf({ gasPrice, mining }: Context): bigint {
  return gasPrice ?? mining.config.minBaseFee ?? DEFAULT_PRICE
}

/** A slot without a value is empty, and only the last 32 bytes of its number count. */
const storageAt: Replacement = [
  eth_getStorageAt,
  withArguments(
    mapResult(eth_getStorageAt, (word) => (ZERO_WORD.test(String(word)) ? '0x' : word))[1],
    ([account, slot, ...rest]) => [account, lastWord(slot), ...rest],
  ),
]

/** An id has words of its own for what it cannot be. */
const revert = checked(evm_revert, (_, [id]) => {
  const words = isGiven(id) ? wrappingFailure(id) : 'invalid snapshotId'
  if (words !== undefined) throw unreadable(words)
})

/** Logs of the newest block unless `fromBlock` says otherwise. */
export function fromLatest(getLogs: Method): Method {
  return withArguments(getLogs, ([query, ...rest]) => {
    const isOpen = isJsonObject(query) && !isGiven(query.blockHash) && !isGiven(query.fromBlock)
    return [isOpen ? { ...query, fromBlock: 'latest' } : query, ...rest]
  })
}

/** A call may offer less than the base fee; one that cannot pay or start fails like code. */
const [, payingCall] = mapFailure(
  lenient(eth_call, () => false),
  (thrown) => {
    if (!(thrown instanceof TxError)) return undefined
    if (thrown.code === 'INSUFFICIENT_FUNDS') return failure('insufficient balance')
    return thrown.code === 'INTRINSIC_GAS_TOO_LOW' ? failure('out of gas') : undefined
  },
)

const call: Method = {
  ...payingCall,
  call(context, params) {
    const [request, block, states, ...rest] = Array.isArray(params) ? params : []
    if (!isJsonObject(request)) return payingCall.call(context, params)
    checkFees(request)
    const read = readableOverrides(states)
    const from = paddedAddress(request.from)
    const to = paddedAddress(request.to)
    const asked = {
      ...withGas(request),
      ...(isGiven(from) && { from }),
      ...(isGiven(to) && { to }),
    }
    return payingCall.call(context, [asked, block, read, ...rest])
  },
}

/** @param estimate in Ganache's words */
export function ganacheRequests(estimate: Method): readonly Replacement[] {
  return [
    [eth_gasPrice, method({ ...eth_gasPrice, params: [], result: quantity, run: priceOf })],
    storageAt,
    revert,
    [eth_call, call],
    [eth_estimateGas, lenient(estimate, () => true)],
    [eth_newFilter, withQuery(eth_newFilter)],
  ]
}

/** Sends with Ganache's default gas and, where there is no base fee, its default price. */
export function withDefaults(send: Method): Method {
  return {
    ...send,
    call(context, params) {
      const [request, ...rest] = Array.isArray(params) ? params : []
      if (!isJsonObject(request)) return send.call(context, params)
      const hasBaseFee = context.blocks.latest.header.baseFeePerGas !== undefined
      const { gas = DEFAULT_GAS, gasPrice } = withGas(request)
      const { gasLimit: _, ...fields } = request
      const complete = hasBaseFee
        ? withFees(fields, context)
        : { ...withoutFeeMarket(fields), gasPrice: gasPrice ?? toQuantity(priceOf(context)) }
      return send.call(context, [{ ...complete, gas }, ...rest])
    },
  }
}

function withoutFeeMarket({
  maxFeePerGas: _cap,
  maxPriorityFeePerGas: _tip,
  ...fields
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return fields
}

/** `gasLimit` is another name of `gas`. */
function withGas({
  gasLimit,
  ...request
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return gasLimit === undefined ? request : { gas: gasLimit, ...request }
}

function checkFees(request: Readonly<Record<string, unknown>>): void {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = request
  if (!isGiven(gasPrice)) return
  if (!isGiven(maxFeePerGas) && !isGiven(maxPriorityFeePerGas)) return
  throw unreadable('both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified')
}

function failure(reason: string): RpcError {
  return new RpcError(rpcCode.refused, `${FAILED} ${reason}`, '0x')
}

/** Without a criterion, a filter has all logs. */
function withQuery(filter: Method): Method {
  return {
    ...filter,
    call: (context, params) =>
      filter.call(context, Array.isArray(params) && params.length === 0 ? [{}] : params),
  }
}

/** A method with other parameters. */
function withArguments(
  method: Method,
  change: (params: readonly unknown[]) => readonly unknown[],
): Method {
  const call: Method['call'] = (context, params) =>
    method.call(context, Array.isArray(params) && params.length > 0 ? change(params) : params)
  return { ...method, call }
}

function lastWord(slot: unknown): unknown {
  const isLong = typeof slot === 'string' && /^0x[0-9a-f]{65,}$/i.test(slot)
  return isLong ? `0x${slot.slice(-HASH_DIGITS)}` : slot
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}
