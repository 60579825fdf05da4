import { type Hardfork, isAtLeast } from '../../../evm/rules/hardfork.ts'
import { toQuantity } from '../../../primitives/encoding/hex.ts'
import { isJsonObject } from '../../../primitives/encoding/json.ts'
import type { Context, Method } from '../../core/method.ts'
import { invalidParams, RpcError, rpcCode } from '../../errors/rpcError.ts'
import { debug_traceCall } from '../../methods/debug/trace.ts'
import { eth_call, eth_estimateGas } from '../../methods/eth/execute.ts'
import { eth_feeHistory } from '../../methods/eth/feeMarket.ts'
import { eth_sendTransaction } from '../../methods/eth/submit.ts'

type Check = (context: Context, params: readonly unknown[]) => void

/** Hardhat's price on forks without a base fee. */
export const PRICE_BEFORE_LONDON = 8_000_000_000n

const RAW_BLOBS =
  'An EIP-4844 (shard blob) transaction was received, but Hardhat only supports them via `eth_sendRawTransaction`. See https://github.com/NomicFoundation/hardhat/issues/5023'

const refused = (message: string) => new RpcError(rpcCode.refused, message)

/** Checks of what the fork does not have, by method. */
export const forkChecks: ReadonlyMap<Method, Check> = new Map<Method, Check>([
  [eth_call, checkRequest],
  [eth_estimateGas, checkRequest],
  [debug_traceCall, checkRequest],
  [
    eth_sendTransaction,
    (context, params) => {
      if (hasAny(params, 'blobs', 'blobVersionedHashes') || isOfBlobs(params)) {
        throw refused(RAW_BLOBS)
      }
      checkRequest(context, params)
    },
  ],
  [eth_feeHistory, checkFeeHistory],
])

function checkRequest({ mining }: Context, params: readonly unknown[]): void {
  const fork = mining.nextHardfork
  if (isAtLeast(fork, 'prague') || !hasAny(params, 'authorizationList')) return
  throw noAuthorizationsOn(fork)
}

/** The error of authorizations before Prague. */
export function noAuthorizationsOn(fork: Hardfork): RpcError {
  return invalidParams(
    `The transaction contains EIP-7702 parameters, but they are not supported by the current hardfork: ${upperSnake(fork)}. Use the Prague hardfork (or later).`,
  )
}

function checkFeeHistory({ mining }: Context): void {
  if (isAtLeast(mining.nextHardfork, 'london')) return
  throw refused(
    'eth_feeHistory is disabled. It only works with the London hardfork or a later one.',
  )
}

function isOfBlobs([request]: readonly unknown[]): boolean {
  return isJsonObject(request) && /^0x0?3$/.test(String(request.type))
}

function hasAny([request]: readonly unknown[], ...fields: readonly string[]): boolean {
  return (
    isJsonObject(request) && fields.some((field) => (request[field] ?? undefined) !== undefined)
  )
}

/** Hardhat's name of a fork. */
export function upperSnake(fork: Hardfork): string {
  return fork.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
}

/** Sends with Hardhat's default price, where there is no base fee. */
export function withPriceBeforeLondon(send: Method): Method {
  return {
    ...send,
    call(context, params) {
      const [request, ...rest] = Array.isArray(params) ? params : []
      const hasBaseFee = context.blocks.latest.header.baseFeePerGas !== undefined
      if (hasBaseFee || !isJsonObject(request) || hasAny([request], 'gasPrice')) {
        return send.call(context, params)
      }
      const gasPrice = toQuantity(context.gasPrice ?? PRICE_BEFORE_LONDON)
      return send.call(context, [{ ...request, gasPrice }, ...rest])
    },
  }
}
