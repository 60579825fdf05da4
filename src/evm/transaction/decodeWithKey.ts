import type { Address } from '../../primitives/address.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { publicKeyToAddress } from '../../primitives/crypto/secp256k1.ts'
import { bytesToHash } from '../../primitives/encoding/hex.ts'
import {
  type RlpItem,
  readAddress,
  readBigInt,
  readBytes,
  readHash,
  readList,
  readRlp,
} from './rlpFields.ts'
import type { AccessListItem, Authorization, Transaction, TransactionType } from './transaction.ts'

/**
 * Reads a transaction that `decodeTransaction` accepted once, and whose sender's public key (64 bytes) was kept. Neither is
 * checked again: that takes a tenth of the time.
 *
 * @throws RangeError, Error where the bytes are no transaction
 */
export function decodeWithKey(raw: Uint8Array, publicKey: Uint8Array): Transaction {
  return decodeFrom(raw, publicKeyToAddress(publicKey), publicKey)
}

/** Reads an impersonated transaction, whose sender was kept, in the same way. @throws RangeError, Error */
export function decodeImpersonated(raw: Uint8Array, sender: Address): Transaction {
  return decodeFrom(raw, sender, undefined)
}

function decodeFrom(
  raw: Uint8Array,
  from: Address,
  publicKey: Uint8Array | undefined,
): Transaction {
  const type = typeOf(raw)
  const fields = readList(readRlp(type === 0 ? raw : raw.subarray(1)), FIELD_COUNTS[type])
  let at = 0
  const next = (): RlpItem | undefined => fields[at++]

  const chainId = type === 0 ? undefined : readBigInt(next())
  const nonce = readBigInt(next())
  const maxPriorityFeePerGas = readBigInt(next())
  const maxFeePerGas = type < 2 ? maxPriorityFeePerGas : readBigInt(next())
  const gasLimit = readBigInt(next())
  const to = readBytes(next())
  const value = readBigInt(next())
  const data = readBytes(next())
  const accessList = type === 0 ? [] : readList(next()).map(readAccessListItem)
  const authorizationList = type === 4 ? readList(next()).map(readAuthorization) : []
  const v = readBigInt(next())
  const signature = {
    r: readBigInt(next()),
    s: readBigInt(next()),
    yParity: parityOf(type === 0 ? v - 35n : v),
  }
  return {
    type,
    chainId: chainId ?? (v - 35n) / 2n,
    nonce,
    gasLimit,
    ...(to.length === 0 ? {} : { to: readAddress(to) }),
    value,
    data,
    maxFeePerGas,
    maxPriorityFeePerGas,
    accessList,
    authorizationList,
    hash: bytesToHash(keccak256(raw)),
    from,
    publicKey,
    signature,
    v,
    raw,
  }
}

const FIELD_COUNTS: Readonly<Record<TransactionType, number>> = { 0: 9, 1: 11, 2: 12, 4: 13 }

function typeOf(raw: Uint8Array): TransactionType {
  const first = raw[0] ?? 0
  if (first >= 0xc0) return 0
  if (first === 1 || first === 2 || first === 4) return first
  throw new RangeError(`no transaction has type ${first}`)
}

function parityOf(number: bigint): 0 | 1 {
  return number % 2n === 0n ? 0 : 1
}

/** An address and its slots (EIP-2930). @throws RangeError */
export function readAccessListItem(item: RlpItem): AccessListItem {
  const [address, storageKeys] = readList(item, 2)
  return { address: readAddress(address), storageKeys: readList(storageKeys).map(readHash) }
}

/** Six fields (EIP-7702). @throws RangeError */
export function readAuthorization(item: RlpItem): Authorization {
  const [chainId, address, nonce, yParity, r, s] = readList(item, 6)
  return {
    chainId: readBigInt(chainId),
    address: readAddress(address),
    nonce: readBigInt(nonce),
    // Out of range is no error of the transaction: such an authorization is skipped when it runs.
    yParity: Number(readBigInt(yParity)) as 0 | 1,
    r: readBigInt(r),
    s: readBigInt(s),
  }
}
