import type {
  AccessListItem,
  Authorization,
  Transaction,
} from '../../evm/transaction/transaction.ts'
import { toChecksumAddress } from '../../primitives/address.ts'
import { sha256 } from '../../primitives/crypto/sha256.ts'
import { bytesToHash, type Hash } from '../../primitives/encoding/hex.ts'
import type { Association } from '../nativeTransaction.ts'
import { encodeEvmMessage, encodeMessage, minimalBytes } from './encodeMessage.ts'
import { encodeTxRaw } from './encodeNativeTransaction.ts'
import {
  accessListTx,
  accessTuple,
  authInfo,
  dynamicFeeTx,
  legacyTx,
  setCodeAuthorization,
  setCodeTx,
  txBody,
  txDataUrls,
} from './schemas.ts'

/** Encodes an EVM transaction in Cosmos form (TxRaw): one message, an empty fee, and no signers. */
export function encodeEvmTransaction(transaction: Transaction): Uint8Array {
  const [url, data] = encodeTxData(transaction)
  return encodeAlone(encodeEvmMessage(url, data))
}

/** Returns the Cosmos hash of an EVM transaction: SHA-256 of its Cosmos form. */
export function cosmosHash(transaction: Transaction): Hash {
  return bytesToHash(sha256(encodeEvmTransaction(transaction)))
}

/** Encodes a transaction (TxRaw) that associates the two addresses of a signer. */
export function encodeAssociate(association: Association): Uint8Array {
  return encodeAlone(encodeMessage({ kind: 'evmAssociate', ...association }))
}

function encodeAlone(message: Uint8Array): Uint8Array {
  return encodeTxRaw(
    txBody.encode({ messages: [message] }),
    authInfo.encode({ fee: new Uint8Array(0) }),
    [],
  )
}

/**
 * Type name and bytes of the contents of a MsgEVMTransaction. Numeric strings are written even if
 * 0.
 */
function encodeTxData(tx: Transaction): readonly [url: string, data: Uint8Array] {
  const common = {
    nonce: tx.nonce,
    gas_limit: tx.gasLimit,
    to: tx.to === undefined ? '' : toChecksumAddress(tx.to),
    value: tx.value.toString(),
    data: tx.data,
    v: minimalBytes(tx.v),
    r: minimalBytes(tx.signature.r),
    s: minimalBytes(tx.signature.s),
  }
  const price = { gas_price: tx.maxFeePerGas.toString() }
  const caps = {
    gas_tip_cap: tx.maxPriorityFeePerGas.toString(),
    gas_fee_cap: tx.maxFeePerGas.toString(),
  }
  const typed = {
    ...common,
    chain_id: tx.chainId.toString(),
    accesses: tx.accessList.map(encodeAccess),
  }
  switch (tx.type) {
    case 0:
      return [txDataUrls.legacy, legacyTx.encode({ ...common, ...price })]
    case 1:
      return [txDataUrls.accessList, accessListTx.encode({ ...typed, ...price })]
    case 2:
      return [txDataUrls.dynamicFee, dynamicFeeTx.encode({ ...typed, ...caps })]
    case 4: {
      const auth_list = tx.authorizationList.map(encodeAuthorization)
      return [txDataUrls.setCode, setCodeTx.encode({ ...typed, ...caps, auth_list })]
    }
  }
}

function encodeAccess({ address, storageKeys }: AccessListItem): Uint8Array {
  return accessTuple.encode({ address: toChecksumAddress(address), storage_keys: storageKeys })
}

function encodeAuthorization(authorization: Authorization): Uint8Array {
  const { chainId, address, nonce, yParity, r, s } = authorization
  return setCodeAuthorization.encode({
    chain_id: chainId.toString(),
    address: toChecksumAddress(address),
    nonce,
    v: minimalBytes(BigInt(yParity)),
    r: minimalBytes(r),
    s: minimalBytes(s),
  })
}
