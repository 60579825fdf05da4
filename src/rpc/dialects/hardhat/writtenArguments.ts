import { isJsonObject } from '../../../primitives/encoding/json.ts'
import type { Method } from '../../core/method.ts'
import { hardhat_setNextBlockBaseFeePerGas } from '../../methods/dev/mining.ts'
import {
  hardhat_setBalance,
  hardhat_setNonce,
  hardhat_setStorageAt,
} from '../../methods/dev/state.ts'
import { eth_call, eth_estimateGas } from '../../methods/eth/execute.ts'
import { eth_sign } from '../../methods/eth/sign.ts'
import { eth_sendTransaction, eth_sendUnsignedTransaction } from '../../methods/eth/submit.ts'
import { web3_sha3 } from '../../methods/web3.ts'

type Reader = (value: unknown) => unknown

const DIGITS = /^([0-9a-f]{2})+$/i
const QUANTITIES = ['gas', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'value', 'nonce']
const DATA = ['data', 'input']

/**
 * Arguments that Hardhat reads in more forms than this node: bytes without `0x`, and `0x` as zero,
 * which `hexStripZeros` of ethers 5 makes. By method, with the index of the argument.
 */
export const writtenArguments: ReadonlyMap<Method, readonly [number, Reader]> = new Map([
  [hardhat_setBalance, [1, quantityOf]],
  [hardhat_setNonce, [1, quantityOf]],
  [hardhat_setStorageAt, [1, quantityOf]],
  [hardhat_setNextBlockBaseFeePerGas, [0, quantityOf]],
  [web3_sha3, [0, bytesOf]],
  [eth_sign, [1, bytesOf]],
  [eth_call, [0, callOf]],
  [eth_estimateGas, [0, callOf]],
  [eth_sendTransaction, [0, requestOf]],
  [eth_sendUnsignedTransaction, [0, requestOf]],
])

/** Reads one argument of a method before it. */
export function withWrittenArguments(method: Method, [place, read]: readonly [number, Reader]) {
  const call: Method['call'] = (context, params) =>
    method.call(
      context,
      Array.isArray(params) && params.length > place
        ? params.with(place, read(params[place]))
        : params,
    )
  return { ...method, call }
}

function quantityOf(value: unknown): unknown {
  return value === '0x' ? '0x0' : value
}

function bytesOf(value: unknown): unknown {
  return typeof value === 'string' && DIGITS.test(value) ? `0x${value}` : value
}

/** Calls may name any chain. */
function callOf(request: unknown): unknown {
  const read = requestOf(request)
  if (!isJsonObject(read)) return read
  const { chainId: _, ...rest } = read
  return rest
}

function requestOf(request: unknown): unknown {
  if (!isJsonObject(request)) return request
  const read = { ...request }
  for (const name of QUANTITIES) if (read[name] === '0x') read[name] = '0x0'
  for (const name of DATA) if (name in read) read[name] = bytesOf(read[name])
  return read
}
