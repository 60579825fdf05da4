import { isJsonObject } from '../../../primitives/encoding/json.ts'
import type { Method } from '../../core/method.ts'

const ADDRESS_DIGITS = 40
const HASH_DIGITS = 64

/** Methods whose first argument is an address. */
const OF_ADDRESSES =
  `eth_getBalance eth_getCode eth_getTransactionCount eth_getStorageAt eth_getProof
  eth_sign eth_signTypedData eth_signTypedData_v4 evm_setAccountBalance evm_setAccountCode
  evm_setAccountNonce evm_setAccountStorageAt miner_setEtherbase personal_lockAccount
  personal_unlockAccount evm_addAccount evm_removeAccount`.split(/\s+/)

/** Methods whose first argument is a hash. */
const OF_HASHES = `eth_getTransactionByHash eth_getTransactionReceipt eth_getBlockByHash
  eth_getBlockTransactionCountByHash eth_getUncleCountByBlockHash eth_getUncleByBlockHashAndIndex
  eth_getTransactionByBlockHashAndIndex debug_traceTransaction debug_storageRangeAt`.split(/\s+/)

/** Methods whose first argument is a criterion of logs. */
const OF_LOGS = ['eth_getLogs', 'eth_newFilter']

const changes: ReadonlyMap<string, (value: unknown) => unknown> = new Map([
  ...OF_ADDRESSES.map((name) => [name, paddedAddress] as const),
  ...OF_HASHES.map((name) => [name, paddedHash] as const),
  ...OF_LOGS.map((name) => [name, paddedCriterion] as const),
])

/** A method with a short address or hash as its first argument, which is a number. */
export function withPadding(name: string, method: Method): Method {
  const change = changes.get(name)
  if (change === undefined) return method
  const call: Method['call'] = (context, params) =>
    method.call(
      context,
      Array.isArray(params) && params.length > 0 ? params.with(0, change(params[0])) : params,
    )
  return { ...method, call }
}

/** An address in full. */
export function paddedAddress(value: unknown): unknown {
  return padded(value, ADDRESS_DIGITS)
}

function paddedHash(value: unknown): unknown {
  return padded(value, HASH_DIGITS)
}

/** Topics are compared as they are. */
function paddedCriterion(query: unknown): unknown {
  if (!isJsonObject(query)) return query
  const { address, blockHash } = query
  return {
    ...query,
    ...(address !== undefined && {
      address: Array.isArray(address) ? address.map(paddedAddress) : paddedAddress(address),
    }),
    ...(blockHash !== undefined && { blockHash: paddedHash(blockHash) }),
  }
}

function padded(value: unknown, digits: number): unknown {
  const isHex = typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value)
  return isHex ? `0x${value.slice(2).padStart(digits, '0')}` : value
}
