import { ChainError } from '../../chain/errors.ts'
import { TxError } from '../../evm/errors.ts'
import { DomainError } from '../../primitives/domainError.ts'
import { decodeBech32 } from '../../primitives/encoding/bech32.ts'
import { bech32Fault } from '../../primitives/encoding/bech32Fault.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import { hexFault } from '../../primitives/encoding/hexFault.ts'
import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import { slotFault } from '../codec/storageKey.ts'
import { methodNotFound } from '../core/legacyGate.ts'
import type { Method } from '../core/method.ts'
import { ExecutionError } from '../errors/revertReason.ts'
import { RpcError, rpcCode, serverError } from '../errors/rpcError.ts'
import {
  debug_traceBlockByNumber,
  debug_traceStateAccess,
  debug_traceTransaction,
} from '../methods/debug/trace.ts'
import {
  eth_getUncleByBlockHashAndIndex,
  eth_getUncleByBlockNumberAndIndex,
  eth_getUncleCountByBlockHash,
  eth_getUncleCountByBlockNumber,
} from '../methods/eth/block.ts'
import { eth_call } from '../methods/eth/execute.ts'
import { eth_feeHistory } from '../methods/eth/feeMarket.ts'
import { eth_getProof } from '../methods/eth/proof.ts'
import { eth_sign } from '../methods/eth/sign.ts'
import { eth_sendRawTransaction, eth_sendTransaction } from '../methods/eth/submit.ts'
import {
  eth_getRawTransactionByBlockHashAndIndex,
  eth_getRawTransactionByBlockNumberAndIndex,
  eth_getRawTransactionByHash,
  eth_getTransactionByHash,
} from '../methods/eth/transaction.ts'
import { native_getEVMAddress, native_getNativeAddress } from '../methods/native/address.ts'
import {
  native_associate,
  native_getCosmosTx,
  native_getEvmTx,
} from '../methods/native/cosmosTransaction.ts'
import { findEntry } from '../methods/native/entries.ts'
import { net_listening, net_peerCount } from '../methods/net.ts'
import { web3_sha3 } from '../methods/web3.ts'
import { isChainError, mapFailure, mapResult, withPrecheck } from './dialect.ts'

type Replacement = readonly [Method, Method]

/** Methods of geth that Sei does not have. */
const absent: readonly Replacement[] = Object.entries({
  eth_getRawTransactionByHash,
  eth_getRawTransactionByBlockHashAndIndex,
  eth_getRawTransactionByBlockNumberAndIndex,
  eth_getUncleByBlockHashAndIndex,
  eth_getUncleByBlockNumberAndIndex,
  eth_getUncleCountByBlockHash,
  eth_getUncleCountByBlockNumber,
  net_listening,
  net_peerCount,
  web3_sha3,
}).map(([name, method]) =>
  withPrecheck(method, () => {
    throw methodNotFound(name)
  }),
)

const MAX_KEYS = 1024
const NOT_INDEXED = 'transaction indexing is in progress'
const NOT_EVM =
  'transaction is not an EVM transaction and thus cannot be represented in _getTransaction* endpoints'

/** What CheckTx says about a transaction; all that it has no code for is unknown. */
const checkTx: ReadonlyMap<string, string> = new Map([
  ['INSUFFICIENT_FUNDS', 'insufficient funds'],
  ['FEE_CAP_TOO_LOW', 'insufficient fee'],
  ['EXCEEDS_BLOCK_GAS_LIMIT', 'out of gas'],
  ['INTRINSIC_GAS_TOO_LOW', 'unknown'],
  ['FLOOR_GAS_TOO_LOW', 'unknown'],
  ['INIT_CODE_TOO_LARGE', 'unknown'],
  ['UNPROTECTED_TRANSACTION', 'unknown'],
  ['INVALID_SIGNATURE', 'unknown'],
])

/** Methods of Sei with other results or errors, v6.6 (evmrpc). */
export const seiMethods: readonly Replacement[] = [
  ...absent,
  mapFailure(eth_call, callFailure),
  mapFailure(eth_sign, signFailure),
  mapFailure(eth_sendRawTransaction, checkTxFailure),
  mapFailure(eth_sendTransaction, checkTxFailure),
  also(mapResult(eth_feeHistory, historyOfSei), (method) => mapFailure(method, historyFailure)),
  also(mapResult(eth_getProof, proofsOrNull), (method) => withPrecheck(method, checkSlots)),
  [eth_getTransactionByHash, withoutSynthetic(eth_getTransactionByHash)],
  mapFailure(debug_traceTransaction, (thrown) =>
    isChainError(thrown, 'TRANSACTION_NOT_FOUND')
      ? new RpcError(rpcCode.refused, NOT_INDEXED, NOT_INDEXED)
      : undefined,
  ),
  mapFailure(debug_traceStateAccess, (thrown) =>
    isChainError(thrown, 'TRANSACTION_NOT_FOUND') ? serverError('receipt not found') : undefined,
  ),
  withPrecheck(debug_traceBlockByNumber, (params) => {
    if (first(params) === '0x0') throw serverError('genesis is not traceable')
  }),
  mapFailure(native_getNativeAddress, (thrown) =>
    isRefusal(thrown) ? serverError(thrown.message.replace('native', 'Sei')) : undefined,
  ),
  withPrecheck(native_getEVMAddress, (params) => {
    const given = first(params)
    if (typeof given !== 'string' || decodeBech32(given) !== undefined) return
    throw serverError(`decoding bech32 failed: ${bech32Fault(given)}`)
  }),
  mapResult(native_associate, () => null),
  also(mapResult(native_getCosmosTx, hashOfCosmosTx), (method) =>
    mapFailure(method, (thrown) =>
      isRefusal(thrown) ? serverError('receipt not found') : undefined,
    ),
  ),
  withPrecheck(native_getEvmTx, (params) => {
    const given = first(params)
    const fault = typeof given === 'string' ? cosmosHashFault(given) : undefined
    if (fault !== undefined) throw serverError(fault)
  }),
]

/** Wraps the replacement of a method once more. */
function also([method, inner]: Replacement, wrap: (method: Method) => Replacement): Replacement {
  const [, outer] = wrap(inner)
  return [method, outer]
}

/** The response to a revert without data has no data. */
function callFailure(thrown: unknown): RpcError | undefined {
  if (thrown instanceof TxError && thrown.details.code === 'INTRINSIC_GAS_TOO_LOW') {
    const { have, want } = thrown.details
    return serverError(
      `err: intrinsic gas too low: have ${have}, want ${want} (supplied gas ${have})`,
    )
  }
  const isEmpty =
    thrown instanceof ExecutionError &&
    thrown.outcome.kind === 'revert' &&
    thrown.outcome.output.length === 0
  return isEmpty ? serverError(thrown.message) : undefined
}

/** Sei's message for signatures lacks the word of transactions, `from`. */
function signFailure(thrown: unknown): RpcError | undefined {
  const isUnknown = thrown instanceof DomainError && thrown.details.code === 'UNKNOWN_ACCOUNT'
  return isUnknown ? serverError('address does not have hosted key') : undefined
}

/** The mempool's log is empty, so nothing stands before the colon. */
function checkTxFailure(thrown: unknown): RpcError | undefined {
  if (isChainError(thrown, 'ALREADY_KNOWN')) return serverError('tx already exists in cache')
  const words = thrown instanceof TxError ? checkTx.get(thrown.details.code) : undefined
  return words === undefined ? undefined : serverError(`: ${words}`)
}

/** Ratios have four decimals. Without blocks only the fields that are never left out remain. */
function historyOfSei(history: Json, [count]: readonly unknown[]): Json {
  if (BigInt(String(count)) === 0n) return { oldestBlock: null, gasUsedRatio: null }
  if (!isJsonObject(history)) return history
  const ratios = history.gasUsedRatio as readonly number[]
  return { ...(history as { readonly [name: string]: Json }), gasUsedRatio: ratios.map(truncated) }
}

function truncated(ratio: number): number {
  // Products such as 0.57 * 10,000 may fall just short of the integer.
  return Math.floor(ratio * 10_000 + 1e-9) / 10_000
}

function historyFailure(thrown: unknown): RpcError | undefined {
  if (!(thrown instanceof ChainError) || thrown.details.code !== 'BLOCK_NOT_YET_AVAILABLE') {
    return undefined
  }
  const { number, latest } = thrown.details
  return serverError(
    `requested last block ${number} is not yet available; safe latest is ${latest}`,
  )
}

/** Go's empty lists are null. */
function proofsOrNull(proofs: Json, [, keys]: readonly unknown[]): Json {
  if (!isJsonObject(proofs) || !Array.isArray(keys) || keys.length > 0) return proofs
  return { address: proofs.address as Json, hexValues: null, storageProof: null }
}

function checkSlots(params: unknown): void {
  const [, keys]: readonly unknown[] = Array.isArray(params) ? params : []
  if (!Array.isArray(keys)) return
  if (keys.length > MAX_KEYS) {
    throw serverError(`too many storage keys: got ${keys.length}, max ${MAX_KEYS}`)
  }
  for (const key of keys) {
    const fault = typeof key === 'string' ? slotFault(key) : undefined
    if (fault === undefined) continue
    throw serverError(`invalid storage key ${JSON.stringify(key)}: ${fault}`)
  }
}

/** Synthetic transactions have a receipt, but no form of the EVM. */
function withoutSynthetic(method: Method): Method {
  return {
    ...method,
    async call(context, params) {
      const found = await method.call(context, params)
      const hash = first(params)
      const isSynthetic =
        found === null && findEntry(context.transactions, hash as Hash) !== undefined
      if (isSynthetic) throw serverError(NOT_EVM)
      return found
    },
  }
}

/** Hash of the transaction in its Cosmos form. */
function hashOfCosmosTx(transaction: Json): Json {
  if (!isJsonObject(transaction)) return transaction
  const { tx_response: response } = transaction
  return isJsonObject(response) ? (response.txhash as Json) : null
}

/** What is wrong with the hash of a transaction in its Cosmos form. */
function cosmosHashFault(text: string): string | undefined {
  const fault = hexFault(text)
  if (fault !== undefined) return `failed to decode cosmosHash: ${fault}`
  return text.length === 64 ? undefined : 'cosmosHash must decode to 32 bytes'
}

function isRefusal(thrown: unknown): thrown is RpcError {
  return thrown instanceof RpcError && thrown.code === rpcCode.refused
}

function first(params: unknown): unknown {
  return Array.isArray(params) ? params[0] : undefined
}
