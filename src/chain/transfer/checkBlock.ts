import { decodeTransaction } from '../../evm/transaction/decodeTransaction.ts'
import { isImpersonated } from '../../evm/transaction/impersonation.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { equalBytes } from '../../primitives/encoding/bytes.ts'
import { bytesToHash } from '../../primitives/encoding/hex.ts'
import type { SealedBlock } from '../block/block.ts'
import { encodeHeader } from '../block/consensusRlp.ts'
import { bodyRoots, nativeRoot } from '../block/sealBlock.ts'

/**
 * Returns the problem of an imported block: its hash, a header field that contradicts the body, or
 * a sender. Other data, such as texts of errors, cannot be verified.
 */
export function findBlockFault(block: SealedBlock): string | undefined {
  const { hash, header, transactions, receipts, native } = block
  const roots = bodyRoots(block)
  if (hash !== bytesToHash(keccak256(encodeHeader(header)))) return 'hash mismatch'
  if (receipts.length !== transactions.length) return 'lacks receipts'
  if (header.transactionsRoot !== roots.transactionsRoot)
    return 'transactions do not match the header'
  if (native.length > 0 && !equalBytes(header.extraData, nativeRoot(native))) {
    return 'native transactions do not match the header'
  }
  if (header.receiptsRoot !== roots.receiptsRoot) return 'receipts do not match the header'
  if (!equalBytes(header.logsBloom, roots.logsBloom)) return 'logs bloom does not match the header'
  return transactions.every(isSigned)
    ? undefined
    : 'sender of a transaction does not match its signature'
}

/** Returns whether the recorded sender, or its substitute, signed the transaction. */
function isSigned(transaction: Transaction): boolean {
  const { raw, chainId, publicKey } = transaction
  if (publicKey === undefined) return isImpersonated(transaction)
  const found = decodeTransaction(raw, chainId).publicKey
  return found !== undefined && equalBytes(found, publicKey)
}
