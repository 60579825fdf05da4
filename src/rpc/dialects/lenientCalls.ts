import { TxError } from '../../evm/errors.ts'
import { ZERO_ADDRESS } from '../../primitives/address.ts'
import { toQuantity } from '../../primitives/encoding/hex.ts'
import { isJsonObject } from '../../primitives/encoding/json.ts'
import type { Method } from '../core/method.ts'
import { eth_call, eth_estimateGas } from '../methods/eth/execute.ts'

type Fields = Readonly<Record<string, unknown>>

/** More than a call can cost, and little enough to receive more. */
const ENOUGH = toQuantity(1n << 200n)

const FEES = ['gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas']

type Replacement = readonly [Method, Method]

/**
 * Estimates whose sender need not have the value and the gas, and whose fee cap may be below the
 * base fee, as in Hardhat. They run as given first: only refused ones run again.
 */
export const lenientEstimate: Replacement = [eth_estimateGas, lenient(eth_estimateGas, () => true)]

/**
 * The same as in Anvil, also for calls: a given sender of a call, and one of an estimate with data,
 * must pay.
 */
export const anvilCalls: readonly Replacement[] = [
  [eth_call, lenient(eth_call, ({ from }) => (from ?? undefined) === undefined)],
  [eth_estimateGas, lenient(eth_estimateGas, ({ data, input }) => isEmpty(data ?? input))],
]

function isEmpty(data: unknown): boolean {
  return data === undefined || data === null || data === '0x'
}

/**
 * A method whose calls may offer less than the base fee.
 *
 * @param isFunded whether a request gets the funds that it lacks
 */
export function lenient(method: Method, isFunded: (request: Fields) => boolean): Method {
  const offering = offeringLess(method)
  return {
    ...method,
    async call(context, params) {
      try {
        return await offering.call(context, params)
      } catch (thrown) {
        const [request, block, given, ...rest] = Array.isArray(params) ? params : []
        if (!(thrown instanceof TxError) || !isJsonObject(request)) throw thrown
        const lacksFunds =
          thrown.code === 'INSUFFICIENT_FUNDS' || thrown.code === 'GAS_ALLOWANCE_EXCEEDED'
        if (!lacksFunds || !isFunded(request)) throw thrown
        const funded = withFunds(isJsonObject(given) ? given : {}, request)
        return offering.call(context, [request, block, funded, ...rest])
      }
    },
  }
}

/** Runs a call whose fee cap is below the base fee again, without fees. */
function offeringLess(method: Method): Method {
  return {
    ...method,
    async call(context, params) {
      try {
        return await method.call(context, params)
      } catch (thrown) {
        const [request, ...rest] = Array.isArray(params) ? params : []
        if (!(thrown instanceof TxError) || thrown.code !== 'FEE_CAP_TOO_LOW') throw thrown
        if (!isJsonObject(request)) throw thrown
        const free = Object.entries(request).filter(([name]) => !FEES.includes(name))
        return method.call(context, [Object.fromEntries(free), ...rest])
      }
    },
  }
}

function withFunds(overrides: Fields, { from }: Fields): Fields {
  const sender = String(from ?? ZERO_ADDRESS)
  const known = Object.keys(overrides).find((each) => each.toLowerCase() === sender.toLowerCase())
  const account = overrides[known ?? sender]
  const own = isJsonObject(account) ? account : {}
  return { ...overrides, [known ?? sender]: { balance: ENOUGH, ...own } }
}
