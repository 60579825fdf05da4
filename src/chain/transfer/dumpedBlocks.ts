import { effectiveGasPrice } from '../../evm/run/runTransaction.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
import { contractAddress } from '../../primitives/address.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { bytesToHash, type Hash } from '../../primitives/encoding/hex.ts'
import type { Pause } from '../../primitives/time/timeSlice.ts'
import type { Header, Receipt, SealedBlock } from '../block/block.ts'
import { logsBloom } from '../block/bloom.ts'
import { encodeHeader, encodeWholeBlock } from '../block/consensusRlp.ts'
import { ChainError } from '../errors.ts'
import { findBlockFault } from './checkBlock.ts'
import {
  readDumpedHeader,
  readDumpedLogs,
  readDumpedTransaction,
  type Unread,
} from './dumpedFields.ts'
import { badState, readDumpBytes, readDumpInteger, readDumpObject } from './fields.ts'

/** A block of another chain. The chain that takes it gives it a version. */
export type DumpedBlock = Omit<SealedBlock, 'version'>

const MAX_UINT64 = 2n ** 64n - 1n

/** Anvil's names of how a transaction ended, in geth's words. */
const EXITS: ReadonlyMap<unknown, string> = new Map([
  ['Revert', 'execution reverted'],
  ['OutOfGas', 'out of gas'],
  ['InvalidFEOpcode', 'invalid opcode: INVALID'],
  ['StackUnderflow', 'stack underflow'],
  ['InvalidJump', 'invalid jump destination'],
])

/**
 * Reads the newest blocks of Anvil's dump with their transactions and receipts, in ascending order.
 * Hash, roots and signatures of each are verified. The first one from the end that is missing or
 * invalid ends the search, for example one with a blob transaction or an impersonated sender.
 *
 * @param newest number of the newest block
 */
export async function readDumpedBlocks(
  { blocks, transactions }: Unread,
  newest: bigint,
  pause: Pause,
): Promise<readonly DumpedBlock[]> {
  if (!Array.isArray(blocks) || !Array.isArray(transactions)) return []
  const outcomes = new Map<unknown, Unread>()
  for (const each of transactions) {
    const outcome = lenient(() => readDumpObject(each, 'transactions'))
    const info = lenient(() => readDumpObject(outcome?.info, 'transactions.info'))
    if (outcome !== undefined && info !== undefined) outcomes.set(info.transaction_hash, outcome)
  }
  const read = new Map<bigint, DumpedBlock>()
  for (const [i, each] of blocks.entries()) {
    const block = lenient(() => readBlock(readDumpObject(each, `blocks.${i}`), outcomes))
    if (block !== undefined) read.set(block.header.number, block)
    await pause()
  }
  const found: DumpedBlock[] = []
  let parent: Hash | undefined
  for (let number = newest; number > 0n; number--) {
    const block = read.get(number)
    if (block === undefined || (parent ?? block.hash) !== block.hash) break
    parent = block.header.parentHash
    found.unshift(block)
  }
  return found
}

/** @throws ChainError BAD_STATE */
function readBlock(block: Unread, outcomes: ReadonlyMap<unknown, Unread>): DumpedBlock {
  const header = readDumpedHeader(readDumpObject(block.header, 'header'))
  const list: unknown = block.transactions
  if (!Array.isArray(list)) throw badState('transactions', 'want a list')
  const transactions = list.map((each) => readDumpedTransaction(readDumpObject(each, '')))
  const receipts: Receipt[] = []
  for (const transaction of transactions) {
    const outcome = readDumpObject(outcomes.get(transaction.hash), 'transactions')
    receipts.push(readReceipt(outcome, transaction, header, receipts.at(-1)))
  }
  const hash = bytesToHash(keccak256(encodeHeader(header)))
  const body = { number: Number(header.number), version: 0, hash, header, transactions, receipts }
  const whole = { ...body, native: [], sizeBytes: 0 }
  const fault = findBlockFault(whole)
  if (fault !== undefined) throw badState('blocks', fault)
  return { ...whole, sizeBytes: encodeWholeBlock(whole).length }
}

function readReceipt(
  outcome: Unread,
  transaction: Transaction,
  header: Header,
  last: Receipt | undefined,
): Receipt {
  const receipt = readDumpObject(outcome.receipt, 'receipt')
  const info = readDumpObject(outcome.info, 'info')
  const logs = readDumpedLogs(receipt.logs)
  const cumulativeGasUsed = readDumpInteger(receipt.cumulativeGasUsed, 'gas', MAX_UINT64)
  const status = readDumpInteger(receipt.status, 'status', 1n) === 1n ? 1 : 0
  const { to, from, nonce } = transaction
  const error = EXITS.get(info.exit) ?? String(info.exit)
  return {
    status,
    gasUsed: cumulativeGasUsed - (last?.cumulativeGasUsed ?? 0n),
    cumulativeGasUsed,
    effectiveGasPrice: effectiveGasPrice(transaction, header.baseFeePerGas ?? 0n),
    logs,
    logsBloom: logsBloom(logs),
    firstLogIndex: (last?.firstLogIndex ?? 0) + (last?.logs.length ?? 0),
    ...(to === undefined && { contractAddress: contractAddress(from, nonce) }),
    ...(status === 0 && { error }),
    ...(info.exit === 'Revert' && { revertData: readDumpBytes(info.out ?? '0x', 'out') }),
  }
}

/** Returns undefined for what cannot be read. */
function lenient<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof ChainError) return undefined
    throw error
  }
}
