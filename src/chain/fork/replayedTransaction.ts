import { decodeTransaction } from '../../evm/transaction/decodeTransaction.ts'
import { impersonate } from '../../evm/transaction/impersonation.ts'
import type {
  AccessList,
  Authorization,
  Transaction,
  UnsignedTransaction,
} from '../../evm/transaction/transaction.ts'
import { encodeSigned, isTransactionType } from '../../evm/transaction/transactionCodec.ts'
import type { Address } from '../../primitives/address.ts'
import { parseAddress } from '../../primitives/address.ts'
import { type Hash, hexToBytes, isHex } from '../../primitives/encoding/hex.ts'
import type { RemoteJson } from '../../remote/remoteChain.ts'

const BLOB_TYPE = 3n

/** Whether a transaction of a remote chain carries blobs. */
export function hasBlobs(json: RemoteJson): boolean {
  return integerOf(json, 'type') === BLOB_TYPE
}

/**
 * Returns a transaction of a remote chain for this one. One with blobs, or without a chain id, is
 * that of an impersonated sender, with another hash.
 *
 * @throws RangeError if the chain has no such transactions
 */
export function replayedTransaction(json: RemoteJson, chainId: bigint): Transaction {
  const from = parseAddress(textOf(json, 'from'))
  const given = Number(integerOf(json, 'type') ?? 0n)
  const type = hasBlobs(json) ? 2 : given
  if (!isTransactionType(type)) throw new RangeError(`transactions of type ${given}`)
  const gasPrice = integerOf(json, 'gasPrice')
  const unsigned: UnsignedTransaction = {
    type,
    chainId,
    nonce: requiredInteger(json, 'nonce'),
    gasLimit: requiredInteger(json, 'gas'),
    ...(isHex(json.to) && { to: parseAddress(json.to) }),
    value: requiredInteger(json, 'value'),
    data: hexToBytes(textOf(json, 'input')),
    maxFeePerGas: integerOf(json, 'maxFeePerGas') ?? gasPrice ?? 0n,
    maxPriorityFeePerGas: integerOf(json, 'maxPriorityFeePerGas') ?? gasPrice ?? 0n,
    accessList: accessListOf(json.accessList),
    authorizationList: listOf(json.authorizationList).map(authorizationOf),
  }
  const exact = hasBlobs(json) ? undefined : signedAs(json, unsigned, from)
  return exact ?? impersonate(unsigned, from)
}

/** Returns the signed transaction if its bytes are the remote chain's. */
function signedAs(
  json: RemoteJson,
  unsigned: UnsignedTransaction,
  from: Address,
): Transaction | undefined {
  const signature = signatureOf(json)
  try {
    const signed = decodeTransaction(encodeSigned(unsigned, signature), unsigned.chainId)
    return signed.hash === json.hash && signed.from === from ? signed : undefined
  } catch {
    return undefined
  }
}

function signatureOf(json: RemoteJson): Pick<Authorization, 'r' | 's' | 'yParity'> {
  const parity = integerOf(json, 'yParity')
  const v = integerOf(json, 'v') ?? 0n
  const isOdd = parity === undefined ? v > 1n && v % 2n === 0n : parity === 1n
  const yParity = isOdd || (parity === undefined && v === 1n) ? 1 : 0
  return { r: integerOf(json, 'r') ?? 0n, s: integerOf(json, 's') ?? 0n, yParity }
}

function authorizationOf(json: RemoteJson): Authorization {
  return {
    ...signatureOf(json),
    chainId: requiredInteger(json, 'chainId'),
    address: parseAddress(textOf(json, 'address')),
    nonce: requiredInteger(json, 'nonce'),
  }
}

function accessListOf(list: unknown): AccessList {
  return listOf(list).map((item) => ({
    address: parseAddress(textOf(item, 'address')),
    storageKeys: (Array.isArray(item.storageKeys) ? item.storageKeys : []) as readonly Hash[],
  }))
}

function listOf(list: unknown): readonly RemoteJson[] {
  return Array.isArray(list) ? (list as readonly RemoteJson[]) : []
}

function textOf(json: RemoteJson, name: string): string {
  const text = json[name]
  if (typeof text !== 'string') throw new RangeError(`transactions without ${name}`)
  return text
}

function integerOf(json: RemoteJson, name: string): bigint | undefined {
  const text = json[name]
  return isHex(text) && text.length > 2 ? BigInt(text) : undefined
}

function requiredInteger(json: RemoteJson, name: string): bigint {
  const value = integerOf(json, name)
  if (value === undefined) throw new RangeError(`transactions without ${name}`)
  return value
}
