import { type Refusal, refusalOf } from '../../abci/app/resultCodes.ts'
import { type AnyTransaction, isNative } from '../../chain/block/blockEntries.ts'
import { isReadable, TransactionReader } from '../../chain/consensus/transactionReader.ts'
import { ChainError } from '../../chain/errors.ts'
import { encodeSigned } from '../../evm/transaction/transactionCodec.ts'
import { cosmosHash } from '../../native/codec/evmTransactionBytes.ts'
import { recordedCalls } from '../../node/journal/processCalls.ts'
import { sha256 } from '../../primitives/crypto/sha256.ts'
import { DomainError } from '../../primitives/domainError.ts'
import { bytesToHex, hexToBytes } from '../../primitives/encoding/hex.ts'
import { RemoteError } from '../../remote/remoteError.ts'
import { ForkError } from '../../state/fork/forkError.ts'
import { failed } from './cometError.ts'
import type { CometScene } from './cometScene.ts'
import { findTransaction } from './transactionMethods.ts'

/** A transaction that was offered, and why it was refused. */
export interface Offer {
  /** SHA-256 of its Cosmos form, by which it is found. */
  readonly hash: Uint8Array
  readonly transaction: AnyTransaction | undefined
  readonly refusal: Refusal | undefined
}

/**
 * Submits a transaction: native, or EVM, raw or in Cosmos form. In auto mode it is then mined.
 *
 * @throws CometError if it is known
 */
export async function offer(scene: CometScene, raw: Uint8Array): Promise<Offer> {
  const { hash, transaction, refusal } = read(scene, raw)
  if (transaction === undefined || refusal !== undefined) return { hash, transaction, refusal }
  if ((await findTransaction(scene, hash)) !== undefined || isWaiting(scene, transaction)) {
    throw known()
  }
  try {
    await submit(scene, transaction)
    return { hash, transaction, refusal: undefined }
  } catch (error) {
    if (error instanceof ChainError && error.code === 'ALREADY_KNOWN') throw known()
    return { hash, transaction, refusal: refusalIn(error) }
  }
}

/** Whether the pool has a native transaction; it refuses a known EVM transaction itself. */
function isWaiting({ chain }: CometScene, transaction: AnyTransaction): boolean {
  if (!isNative(transaction)) return false
  return chain.pool.contents.natives.some(({ hash }) => hash === transaction.hash)
}

/** Checks a transaction as CheckTx does, without submitting it. */
export async function check(scene: CometScene, raw: Uint8Array): Promise<Offer> {
  const offered = read(scene, raw)
  const { transaction } = offered
  if (transaction === undefined) return offered
  try {
    await scene.chain.pool.check(transaction)
    return offered
  } catch (error) {
    return { ...offered, refusal: refusalIn(error) }
  }
}

/** Reads the bytes of a transaction. */
export function read({ chain }: CometScene, raw: Uint8Array): Offer {
  const reader = new TransactionReader(chain.chainId, chain.names.bech32Prefix)
  const found = reader.read(raw)
  if (!isReadable(found)) {
    return { hash: sha256(raw), transaction: undefined, refusal: refusalOf(found) }
  }
  const hash = isNative(found) ? sha256(found.raw) : hexToBytes(cosmosHash(found))
  return { hash, transaction: found, refusal: undefined }
}

/** As the method does that the journal names. */
async function submit({ node, chain }: CometScene, transaction: AnyTransaction): Promise<void> {
  if (isNative(transaction)) {
    await recordedCalls(node).native.broadcast(transaction.raw)
    return
  }
  const { recorder } = node
  const make = () => chain.pool.submit(transaction)
  if (recorder === undefined) await make()
  else {
    const params = [bytesToHex(encodeSigned(transaction, transaction.signature))]
    await recorder.run(node, { method: 'eth_sendRawTransaction', params }, make)
  }
}

/** @throws errors that are none of the transaction */
function refusalIn(error: unknown): Refusal {
  const isOfRemote = error instanceof RemoteError || error instanceof ForkError
  if (error instanceof DomainError && !isOfRemote) return refusalOf(error)
  throw error
}

function known() {
  return failed('tx already exists in cache')
}
