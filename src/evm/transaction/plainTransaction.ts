import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { HALF_ORDER } from '../../primitives/crypto/secp256k1.ts'
import { bytesToBigInt, concatBytes } from '../../primitives/encoding/bytes.ts'
import type { ReadTransaction } from './decodeTransaction.ts'
import { listHead, type RlpItem, readAddress, readBytes, writeRlp } from './rlpFields.ts'
import { MAX_NONCE, type TransactionType } from './transaction.ts'

const ACCESS_LIST = 8
const MAX_WORD = 2n ** 256n - 1n

/**
 * Reads a legacy (EIP-155) or dynamic-fee (EIP-1559) transaction without an access list: what nearly all are, in a fraction of the library’s
 * time. Of anything else, and of whatever may be wrong, it leaves the verdict to the library.
 *
 * @param fields what `raw` holds as canonical RLP, behind the type
 * @returns undefined where the library has to read it
 */
export function readPlainTransaction(
  raw: Uint8Array,
  type: TransactionType,
  fields: readonly RlpItem[],
): ReadTransaction | undefined {
  try {
    if (type === 0 && fields.length === 9) return readLegacy(raw, fields)
    if (type === 2 && fields.length === 12) return readDynamicFee(raw, fields)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return undefined
}

function readLegacy(raw: Uint8Array, fields: readonly RlpItem[]): ReadTransaction {
  const gasPrice = quantity(fields[1])
  const v = quantity(fields[6], 6)
  require(v >= 37n)
  const chainId = (v - 35n) / 2n
  const call = readCall([fields[0], ...fields.slice(2, 6)], gasPrice)
  const body = unsignedBody(raw, 0, fields.slice(6))
  const rest = concatBytes(writeRlp(chainId), Uint8Array.of(0x80, 0x80))
  return {
    ...{ type: 0, chainId, ...call, v },
    ...{ maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice },
    signature: readSignature(fields[7], fields[8], (v - 35n) % 2n),
    signingHash: keccak256(concatBytes(listHead(body.length + rest.length), body, rest)),
  }
}

function readDynamicFee(raw: Uint8Array, fields: readonly RlpItem[]): ReadTransaction {
  const list = fields[ACCESS_LIST]
  require(Array.isArray(list) && list.length === 0)
  const maxPriorityFeePerGas = quantity(fields[2])
  const maxFeePerGas = quantity(fields[3])
  require(maxPriorityFeePerGas <= maxFeePerGas)
  const call = readCall([fields[1], ...fields.slice(4, 8)], maxFeePerGas)
  const v = quantity(fields[9], 1)
  require(v <= 1n)
  const body = unsignedBody(raw, 1, fields.slice(9))
  return {
    ...{ type: 2, chainId: quantity(fields[0]), ...call, v },
    ...{ maxFeePerGas, maxPriorityFeePerGas },
    signature: readSignature(fields[10], fields[11], v),
    signingHash: keccak256(concatBytes(Uint8Array.of(2), listHead(body.length), body)),
  }
}

/** Nonce, gas limit, recipient, value and data. */
function readCall(fields: readonly (RlpItem | undefined)[], feePerGas: bigint) {
  const [nonce, gasLimit, to, value, data] = fields
  const call = {
    nonce: quantity(nonce, 8),
    gasLimit: quantity(gasLimit, 8),
    ...(readBytes(to).length === 0 ? {} : { to: readAddress(to) }),
    value: quantity(value),
    data: readBytes(data),
    accessList: [],
    authorizationList: [],
  }
  require(call.nonce < MAX_NONCE && call.gasLimit * feePerGas <= MAX_WORD)
  return call
}

function readSignature(rField: RlpItem | undefined, sField: RlpItem | undefined, parity: bigint) {
  const r = quantity(rField)
  const s = quantity(sField)
  require(r > 0n && s > 0n && s <= HALF_ORDER)
  return { r, s, yParity: parity === 1n ? (1 as const) : (0 as const) }
}

/** A number without leading zeros, of at most so many bytes. */
function quantity(field: RlpItem | undefined, most = 32): bigint {
  const bytes = readBytes(field)
  require(bytes.length <= most && bytes[0] !== 0)
  return bytesToBigInt(bytes)
}

/** What is signed, of the list at `start`: all but the fields of the signature, which are its last ones. */
function unsignedBody(
  raw: Uint8Array,
  start: number,
  signature: readonly (RlpItem | undefined)[],
): Uint8Array {
  const first = raw[start] ?? 0
  const head = first < 0xf8 ? 1 : 1 + first - 0xf7
  const tail = signature.reduce((length, field) => length + encodedLength(readBytes(field)), 0)
  return raw.subarray(start + head, raw.length - tail)
}

/** Of at most 55 bytes. */
function encodedLength(bytes: Uint8Array): number {
  return bytes.length === 1 && (bytes[0] ?? 0) < 0x80 ? 1 : 1 + bytes.length
}

function require(holds: boolean): void {
  if (!holds) throw new RangeError('not plain')
}
