import { TxError } from '../../evm/errors.ts'
import type { CallRequest } from '../../evm/transaction/callRequest.ts'
import type { TransactionType } from '../../evm/transaction/transaction.ts'
import { equalBytes } from '../../primitives/encoding/bytes.ts'
import { invalidParams } from '../errors/rpcError.ts'
import type { Codec, Decoded } from './codec.ts'
import { array, partial, record } from './compound.ts'
import type { JsonSchema } from './jsonSchema.ts'
import { address, bytes, hash, quantity, uint64 } from './scalar.ts'

/** A call object, as in `eth_call` and `eth_sendTransaction`. */
export interface TransactionRequest extends CallRequest {
  /** Undefined: derived from the given fields. */
  readonly type?: TransactionType
  readonly chainId?: bigint
}

/** EIP-2930: addresses with their slots. */
export const accessList = array(
  record(
    { address, storageKeys: array(hash) },
    {
      title: 'access list item',
      description: 'Address and storage slots that a transaction accesses (EIP-2930).',
      meanings: { storageKeys: 'storage slots of the account' },
    },
  ),
)

export const authorizationFields = record(
  {
    chainId: quantity,
    address,
    nonce: uint64,
    yParity: quantity,
    r: quantity,
    s: quantity,
  },
  {
    title: 'authorization',
    description: "Delegates the signer's account to the code of another account (EIP-7702).",
    meanings: {
      chainId: 'zero: any chain',
      address: 'delegate; the zero address clears the delegation',
      nonce: 'nonce of the signer when the authorization is applied',
      yParity: '0x0 or 0x1',
    },
  },
)

const requestFields = {
  type: uint64,
  chainId: quantity,
  from: address,
  to: address,
  nonce: uint64,
  gas: uint64,
  gasPrice: quantity,
  maxFeePerGas: quantity,
  maxPriorityFeePerGas: quantity,
  value: quantity,
  input: bytes,
  data: bytes,
  accessList,
  authorizationList: array(authorizationFields),
  blobVersionedHashes: array(hash),
}

const fields = partial(requestFields, {
  title: 'transaction object',
  description:
    'A call, or a transaction to complete. Null means absent. Unknown fields are ignored.',
  meanings: {
    type: '0, 1, 2 or 4; default: derived from the other fields',
    chainId: 'must match the chain if present',
    from: 'sender; default: the first development account for methods that sign, else the zero address',
    to: 'absent: contract creation',
    gas: 'gas limit',
    gasPrice: 'in wei; not allowed with the two fields below',
    maxFeePerGas: 'in wei, including base fee and tip',
    maxPriorityFeePerGas: 'wei, the tip',
    value: 'wei',
    input: 'call data or init code',
    data: 'alias of input; both must be equal if present',
  },
})
type RequestFields = Decoded<typeof fields>

/** A transaction as clients describe it; every field is optional. */
export const transactionRequest: Codec<TransactionRequest> = {
  decode(json, path) {
    const { type, input, data, authorizationList, blobVersionedHashes, ...rest } = fields.decode(
      json,
      path,
    )
    checkFees(rest, path)
    const bytes = pickData(input, data, path)
    return {
      ...rest,
      ...(bytes !== undefined && { data: bytes }),
      ...(type !== undefined && { type: readType(type) }),
      ...(blobVersionedHashes !== undefined && { type: readType(3n) }),
      ...(authorizationList !== undefined && {
        authorizationList: authorizationList.map(({ yParity, ...signed }) => ({
          ...signed,
          yParity: readParity(yParity, path),
        })),
      }),
    }
  },
  encode: ({ data, type, authorizationList, ...rest }) =>
    fields.encode({
      ...rest,
      ...(data !== undefined && { input: data }),
      ...(type !== undefined && { type: BigInt(type) }),
      ...(authorizationList !== undefined && {
        authorizationList: authorizationList.map((signed) => ({
          ...signed,
          yParity: BigInt(signed.yParity),
        })),
      }),
    }),
  schema: withoutBlobs(fields.schema),
}

function withoutBlobs({ properties = {}, ...schema }: JsonSchema): JsonSchema {
  const { blobVersionedHashes: _unsupported, ...shown } = properties
  return { ...schema, properties: shown }
}

function pickData(
  input: Uint8Array | undefined,
  data: Uint8Array | undefined,
  path: string,
): Uint8Array | undefined {
  if (input !== undefined && data !== undefined && !equalBytes(input, data)) {
    throw invalidParams(
      `${path}: both "data" and "input" are set and not equal. Please use "input" to pass transaction call data`,
    )
  }
  return input ?? data
}

function checkFees(request: RequestFields, path: string): void {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = request
  if (gasPrice === undefined) return
  if (maxFeePerGas === undefined && maxPriorityFeePerGas === undefined) return
  throw invalidParams(`${path}: both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified`)
}

function readType(type: bigint): TransactionType {
  if (type === 0n || type === 1n || type === 2n || type === 4n)
    return Number(type) as TransactionType
  const reason = type === 3n ? 'this chain has no blobs (EIP-4844)' : 'unknown type'
  throw new TxError({ code: 'TX_TYPE_NOT_SUPPORTED', type: Number(type), reason })
}

function readParity(yParity: bigint, path: string): 0 | 1 {
  if (yParity === 0n) return 0
  if (yParity === 1n) return 1
  throw invalidParams(`${path}: authorizationList: yParity: want 0x0 or 0x1`)
}
