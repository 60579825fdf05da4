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
 * What is wrong with a block that comes from elsewhere: its hash, what its header says of its body,
 * or the sender of a transaction. The rest, such as the text of an error, can only be believed.
 */
export function findBlockFault(block: SealedBlock): string | undefined {
  const { hash, header, transactions, receipts, native } = block
  const roots = bodyRoots(block)
  if (hash !== bytesToHash(keccak256(encodeHeader(header)))) return 'has another hash'
  if (receipts.length !== transactions.length) return 'lacks receipts'
  if (header.transactionsRoot !== roots.transactionsRoot) return 'has other transactions'
  if (native.length > 0 && !equalBytes(header.extraData, nativeRoot(native))) {
    return 'has other native transactions'
  }
  if (header.receiptsRoot !== roots.receiptsRoot) return 'has other receipts'
  if (!equalBytes(header.logsBloom, roots.logsBloom)) return 'has another bloom'
  return transactions.every(isSigned) ? undefined : 'has a transaction of another sender'
}

/** Whether the sender that is written down signed the transaction, or its stand-in did. */
function isSigned(transaction: Transaction): boolean {
  const { raw, chainId, publicKey } = transaction
  if (publicKey === undefined) return isImpersonated(transaction)
  const found = decodeTransaction(raw, chainId).publicKey
  return found !== undefined && equalBytes(found, publicKey)
}
