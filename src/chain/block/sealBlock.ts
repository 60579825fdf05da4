import { forkRules } from '../../evm/rules/forkRules.ts'
import type { Hardfork } from '../../evm/rules/hardfork.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
import type { Address } from '../../primitives/address.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { sha256 } from '../../primitives/crypto/sha256.ts'
import { bytesToHash, type Hash, hexToBytes, ZERO_HASH } from '../../primitives/encoding/hex.ts'
import { rlpPrefixSize } from '../../primitives/encoding/rlp.ts'
import { merkleRoot } from '../../store/ics23/merkle.ts'
import type { Block, Header, NativeEntry, Receipt, SealedBlock } from './block.ts'
import { encodeHeader } from './consensusRlp.ts'
import { EMPTY_TRIE_ROOT, orderedTrieRoot } from './orderedTrie.ts'
import { receiptsTrie } from './receiptsTrie.ts'

/** keccak256(rlp([])): blocks have no uncles. */
const NO_UNCLES = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347' as Hash
/** sha256 of the empty string: blocks have no execution-layer requests (EIP-7685). */
const NO_REQUESTS = bytesToHash(sha256(new Uint8Array(0)))

const NO_NATIVES: readonly NativeEntry[] = []

/** Parts of a block before it has a hash. */
export interface BlockContents {
  readonly chainId: bigint
  readonly hardfork: Hardfork
  readonly parentHash: Hash
  readonly number: bigint
  /** Version of the stores after the block. */
  readonly version: number
  readonly timestamp: bigint
  readonly miner: Address
  readonly gasLimit: bigint
  readonly baseFeePerGas: bigint
  /** 32 bytes. */
  readonly mixHash: Uint8Array
  readonly difficulty: bigint
  /** 8 bytes. */
  readonly nonce: Uint8Array
  readonly extraData: Uint8Array
  /** App hash after the block, or zeros if it is not known yet. */
  readonly stateRoot: Hash
  readonly transactions: readonly Transaction[]
  readonly receipts: readonly Receipt[]
  readonly native: readonly NativeEntry[]
}

/** Adds the header and its hash: keccak256 of the header's RLP. */
export function sealBlock(contents: BlockContents): SealedBlock {
  const header = headerOf(contents)
  const rlp = encodeHeader(header)
  return assemble(contents, header, rlp.length, bytesToHash(keccak256(rlp)))
}

/** Returns the block hash: keccak256 of the header's RLP. */
export function hashHeader(header: Header): Hash {
  return bytesToHash(keccak256(encodeHeader(header)))
}

/** A block that is not part of the chain yet, without hash and state root. */
export function pendingBlock(contents: Omit<BlockContents, 'stateRoot'>): Block {
  const whole = { ...contents, stateRoot: ZERO_HASH }
  const header = headerOf(whole)
  return assemble(whole, header, encodeHeader(header).length, undefined)
}

function assemble<H extends Hash | undefined>(
  contents: BlockContents,
  header: Header,
  headerBytes: number,
  hash: H,
): Block & { readonly hash: H } {
  const { transactions, receipts, native } = contents
  const hasWithdrawals = header.withdrawalsRoot !== undefined
  return {
    number: Number(contents.number),
    version: contents.version,
    header,
    // Copies: an array that items were pushed to has room for 17.
    transactions: transactions.slice(),
    receipts: receipts.slice(),
    native: native.length === 0 ? NO_NATIVES : native.slice(),
    sizeBytes: blockSize(headerBytes, transactions, hasWithdrawals),
    hash,
  }
}

/** Size of an empty block's RLP, given the size of its header. */
export function emptyBlockSize(headerBytes: number, hasWithdrawals: boolean): number {
  return blockSize(headerBytes, [], hasWithdrawals)
}

function blockSize(
  headerBytes: number,
  transactions: readonly Transaction[],
  hasWithdrawals: boolean,
): number {
  const noItems = 1
  const body = rlpListSize(transactions.reduce((sum, tx) => sum + rlpItemSize(tx), 0)) + noItems
  return rlpListSize(headerBytes + body + (hasWithdrawals ? noItems : 0))
}

function headerOf(contents: BlockContents): Header {
  const { chainId, hardfork, receipts } = contents
  const rules = forkRules(chainId, hardfork)
  const hasBlobs = rules.isActivatedEIP(4844)
  const { transactionsRoot, receiptsRoot, logsBloom } = bodyRoots(contents)
  // Field by field: a spread makes V8 look up the properties one by one.
  return {
    parentHash: contents.parentHash,
    sha3Uncles: NO_UNCLES,
    miner: contents.miner,
    stateRoot: contents.stateRoot,
    transactionsRoot,
    receiptsRoot,
    logsBloom,
    difficulty: contents.difficulty,
    number: contents.number,
    gasLimit: contents.gasLimit,
    gasUsed: receipts.at(-1)?.cumulativeGasUsed ?? 0n,
    timestamp: contents.timestamp,
    extraData: contents.native.length === 0 ? contents.extraData : nativeRoot(contents.native),
    mixHash: bytesToHash(contents.mixHash),
    nonce: contents.nonce,
    baseFeePerGas: rules.isActivatedEIP(1559) ? contents.baseFeePerGas : undefined,
    withdrawalsRoot: rules.isActivatedEIP(4895) ? EMPTY_TRIE_ROOT : undefined,
    blobGasUsed: hasBlobs ? 0n : undefined,
    excessBlobGas: hasBlobs ? 0n : undefined,
    parentBeaconBlockRoot: rules.isActivatedEIP(4788) ? ZERO_HASH : undefined,
    requestsHash: rules.isActivatedEIP(7685) ? NO_REQUESTS : undefined,
  }
}

/** Header fields that derive from the contents of the block. */
export function bodyRoots({
  transactions,
  receipts,
}: Pick<Block, 'transactions' | 'receipts'>): Pick<
  Header,
  'transactionsRoot' | 'receiptsRoot' | 'logsBloom'
> {
  const transactionsRoot = orderedTrieRoot(transactions.map(({ raw }) => raw))
  return { transactionsRoot, ...receiptsTrie(receipts, transactions) }
}

/**
 * Root of the native transactions of a block, stored in `extraData`: an RFC 6962 tree over their
 * hashes, as CometBFT's `data_hash`.
 */
export function nativeRoot(native: readonly NativeEntry[]): Uint8Array {
  return merkleRoot(native.map(({ transaction }) => hexToBytes(transaction.hash)))
}

/** A legacy transaction is a list in the block's body; a typed one is a byte string. */
function rlpItemSize({ type, raw }: Transaction): number {
  return type === 0 ? raw.length : rlpListSize(raw.length)
}

/** Size of an RLP list, or of a string longer than one byte, given the size of its payload. */
function rlpListSize(payload: number): number {
  return rlpPrefixSize(payload) + payload
}
