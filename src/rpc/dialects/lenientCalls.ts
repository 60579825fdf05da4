import { TxError } from '../../evm/errors.ts'
import { ZERO_ADDRESS } from '../../primitives/address.ts'
import { toQuantity } from '../../primitives/encoding/hex.ts'
import { isJsonObject } from '../../primitives/encoding/json.ts'
import type { Method } from '../core/method.ts'
import { eth_call, eth_estimateGas } from '../methods/eth/execute.ts'
import { retried } from './dialect.ts'

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

/** The same as in Anvil: senders must pay, except for an estimate without data. */
export const anvilCalls: readonly Replacement[] = [
  [eth_call, lenient(eth_call, () => false)],
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
  return retried(offeringLess(method), (thrown, request, [block, given, ...rest]) => {
    if (!(thrown instanceof TxError)) return undefined
    const lacksFunds =
      thrown.code === 'INSUFFICIENT_FUNDS' || thrown.code === 'GAS_ALLOWANCE_EXCEEDED'
    if (!lacksFunds || !isFunded(request)) return undefined
    return [request, block, withFunds(isJsonObject(given) ? given : {}, request), ...rest]
  })
}

/** Runs a call whose fee cap is below the base fee again, without fees. */
function offeringLess(method: Method): Method {
  return retried(method, (thrown, request, rest) => {
    if (!(thrown instanceof TxError) || thrown.code !== 'FEE_CAP_TOO_LOW') return undefined
    const free = Object.entries(request).filter(([name]) => !FEES.includes(name))
    return [Object.fromEntries(free), ...rest]
  })
}

/** Overrides that give the sender of a request enough, unless they have its balance. */
export function withFunds(overrides: Fields, { from }: Fields): Fields {
  const sender = String(from ?? ZERO_ADDRESS)
  const known = Object.keys(overrides).find((each) => each.toLowerCase() === sender.toLowerCase())
  const account = overrides[known ?? sender]
  const own = isJsonObject(account) ? account : {}
  return { ...overrides, [known ?? sender]: { balance: ENOUGH, ...own } }
}
