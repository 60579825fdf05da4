import {
  createBlockHeader,
  genTransactionsTrieRoot,
  genWithdrawalsTrieRoot,
  Block as LibraryBlock,
  type BlockHeader as LibraryHeader,
} from '@ethereumjs/block'
import { type Common, createCustomCommon, Mainnet } from '@ethereumjs/common'
import { createMPT } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { createTxFromRLP } from '@ethereumjs/tx'
import { bytesToAddress } from '../../primitives/address.ts'
import { sha256 } from '../../primitives/crypto/sha256.ts'
import { concatBytes } from '../../primitives/encoding/bytes.ts'
import { bytesToHash, hexToBytes } from '../../primitives/encoding/hex.ts'
import type { Header, Receipt, SealedBlock } from './block.ts'
import type { BlockSealer } from './blockSealer.ts'
import { mergeBlooms } from './bloom.ts'
import { type BlockContents, nativeRoot } from './sealBlock.ts'

/**
 * Seals blocks with @ethereumjs/block: the library decodes transactions, computes the roots of
 * transactions, receipts and withdrawals with its own tries, encodes header and body, and hashes
 * the header. Only the logs bloom and the root of native transactions are computed here.
 */
export const referenceSealer: BlockSealer = {
  async seal(contents: BlockContents): Promise<SealedBlock> {
    const { transactions, receipts, native, number, version } = contents
    const common = commonOf(contents)
    const decoded = transactions.map(({ raw, chainId }) => {
      return createTxFromRLP(raw, { common: commonOf({ ...contents, chainId }), freeze: false })
    })
    const header = createBlockHeader(
      {
        ...(await rootsOf(contents, common)),
        parentHash: hexToBytes(contents.parentHash),
        coinbase: contents.miner,
        stateRoot: hexToBytes(contents.stateRoot),
        transactionsTrie: await genTransactionsTrieRoot(decoded),
        logsBloom: mergeBlooms(receipts.map(({ logsBloom }) => logsBloom)),
        difficulty: contents.difficulty,
        number,
        gasLimit: contents.gasLimit,
        gasUsed: receipts.at(-1)?.cumulativeGasUsed ?? 0n,
        timestamp: contents.timestamp,
        extraData: native.length === 0 ? contents.extraData : nativeRoot(native),
        mixHash: contents.mixHash,
        nonce: contents.nonce,
        ...(common.isActivatedEIP(1559) && { baseFeePerGas: contents.baseFeePerGas }),
      },
      // Without proof of work, the difficulty stays that of the genesis.
      { common, skipConsensusFormatValidation: true },
    )
    const block = new LibraryBlock(header, decoded, [], undefined, { common })
    return {
      number: Number(number),
      version,
      header: toHeader(header),
      transactions,
      receipts,
      native,
      sizeBytes: block.serialize().length,
      hash: bytesToHash(block.hash()),
    }
  },
}

const commons = new Map<string, Common>()

function commonOf({ chainId, hardfork }: Pick<BlockContents, 'chainId' | 'hardfork'>): Common {
  const key = `${chainId} ${hardfork}`
  let common = commons.get(key)
  if (common === undefined) {
    common = createCustomCommon({ chainId: Number(chainId) }, Mainnet, { hardfork })
    commons.set(key, common)
  }
  return common
}

async function rootsOf(
  { transactions, receipts }: BlockContents,
  common: Common,
): Promise<Partial<Record<'receiptTrie' | 'withdrawalsRoot' | 'requestsHash', Uint8Array>>> {
  const trie = await createMPT()
  for (const [index, receipt] of receipts.entries()) {
    await trie.put(RLP.encode(index), encodeReceipt(receipt, transactions[index]?.type ?? 0))
  }
  return {
    receiptTrie: trie.root(),
    ...(common.isActivatedEIP(4895) && { withdrawalsRoot: await genWithdrawalsTrieRoot([]) }),
    ...(common.isActivatedEIP(7685) && { requestsHash: sha256(new Uint8Array(0)) }),
  }
}

/** Encodes a receipt for its trie (EIP-2718). */
function encodeReceipt(receipt: Receipt, type: number): Uint8Array {
  const logs = receipt.logs.map(({ address, topics, data }) => [
    hexToBytes(address),
    topics.map(hexToBytes),
    data,
  ])
  const { status, cumulativeGasUsed, logsBloom } = receipt
  const body = RLP.encode([status, cumulativeGasUsed, logsBloom, logs])
  return type === 0 ? body : concatBytes(Uint8Array.of(type), body)
}

function toHeader(header: LibraryHeader): Header {
  const { withdrawalsRoot, parentBeaconBlockRoot, requestsHash } = header
  return {
    parentHash: bytesToHash(header.parentHash),
    sha3Uncles: bytesToHash(header.uncleHash),
    miner: bytesToAddress(header.coinbase.bytes),
    stateRoot: bytesToHash(header.stateRoot),
    transactionsRoot: bytesToHash(header.transactionsTrie),
    receiptsRoot: bytesToHash(header.receiptTrie),
    logsBloom: header.logsBloom,
    difficulty: header.difficulty,
    number: header.number,
    gasLimit: header.gasLimit,
    gasUsed: header.gasUsed,
    timestamp: header.timestamp,
    extraData: header.extraData,
    mixHash: bytesToHash(header.mixHash),
    nonce: header.nonce,
    baseFeePerGas: header.baseFeePerGas,
    withdrawalsRoot: withdrawalsRoot && bytesToHash(withdrawalsRoot),
    blobGasUsed: header.blobGasUsed,
    excessBlobGas: header.excessBlobGas,
    parentBeaconBlockRoot: parentBeaconBlockRoot && bytesToHash(parentBeaconBlockRoot),
    requestsHash: requestsHash && bytesToHash(requestsHash),
  }
}
