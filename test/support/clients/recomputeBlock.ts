import { createBlockFromRPC, genTransactionsTrieRoot, type JSONRPCBlock } from '@ethereumjs/block'
import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common'
import { createMPT } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { bytesToHex, hexToBytes, type PrefixedHexString } from '@ethereumjs/util'
import { Bloom, encodeReceipt } from '@ethereumjs/vm'

/** Sends a JSON-RPC request through a client and returns the result as JSON. */
export type RawRequest = (method: string, params: readonly unknown[]) => Promise<unknown>

export interface JsonReceipt {
  readonly type: PrefixedHexString
  readonly status: PrefixedHexString
  readonly cumulativeGasUsed: PrefixedHexString
  readonly logsBloom: PrefixedHexString
  readonly logs: readonly {
    readonly address: PrefixedHexString
    readonly topics: readonly PrefixedHexString[]
    readonly data: PrefixedHexString
  }[]
}

/** Commitments of a block, under the names of its JSON. */
export interface Commitments {
  readonly hash: string
  readonly transactionsRoot: string
  readonly receiptsRoot: string
  readonly logsBloom: string
  readonly size: string
}

/**
 * Commitments of a block with full transactions, and the same values computed by EthereumJS from
 * its other fields, the transactions' fields and signatures, and the logs of its receipts.
 */
export async function recomputeBlock(
  request: RawRequest,
  number: bigint,
): Promise<{ readonly claimed: Commitments; readonly computed: Commitments }> {
  const tag = `0x${number.toString(16)}`
  const json = (await request('eth_getBlockByNumber', [tag, true])) as JSONRPCBlock
  const receipts: JsonReceipt[] = []
  for (const { hash } of json.transactions as readonly { readonly hash: string }[]) {
    receipts.push((await request('eth_getTransactionReceipt', [hash])) as JsonReceipt)
  }
  return recompute(Number(await request('eth_chainId', [])), json, receipts)
}

/** The same for a block with full transactions as JSON, and its receipts. */
export async function recompute(
  chainId: number,
  json: JSONRPCBlock,
  receipts: readonly JsonReceipt[],
): Promise<{ readonly claimed: Commitments; readonly computed: Commitments }> {
  const common = createCustomCommon({ chainId }, Mainnet, { hardfork: Hardfork.Prague })
  const block = createBlockFromRPC(json, [], { common })
  const blooms = receipts.map(logsBloom)
  const { hash, transactionsRoot, receiptsRoot, logsBloom: claimedBloom, size } = json
  return {
    claimed: { hash, transactionsRoot, receiptsRoot, logsBloom: claimedBloom, size },
    computed: {
      hash: bytesToHex(block.hash()),
      transactionsRoot: bytesToHex(await genTransactionsTrieRoot(block.transactions)),
      receiptsRoot: bytesToHex(await receiptsTrieRoot(receipts, blooms)),
      logsBloom: bytesToHex(merge(blooms).bitvector),
      size: `0x${block.serialize().length.toString(16)}`,
    },
  }
}

async function receiptsTrieRoot(receipts: readonly JsonReceipt[], blooms: readonly Bloom[]) {
  const trie = await createMPT()
  for (const [i, receipt] of receipts.entries()) {
    const consensus = {
      status: receipt.status === '0x1' ? 1 : 0,
      cumulativeBlockGasUsed: BigInt(receipt.cumulativeGasUsed),
      bitvector: blooms[i]?.bitvector ?? new Uint8Array(256),
      logs: receipt.logs.map(
        ({ address, topics, data }): [Uint8Array, Uint8Array[], Uint8Array] => [
          hexToBytes(address),
          topics.map((topic) => hexToBytes(topic)),
          hexToBytes(data),
        ],
      ),
    } as const
    const type = Number(receipt.type) as Parameters<typeof encodeReceipt>[1]
    await trie.put(RLP.encode(i), encodeReceipt(consensus, type))
  }
  return trie.root()
}

function logsBloom({ logs }: JsonReceipt): Bloom {
  const bloom = new Bloom()
  for (const { address, topics } of logs) {
    for (const item of [address, ...topics]) bloom.add(hexToBytes(item))
  }
  return bloom
}

function merge(blooms: readonly Bloom[]): Bloom {
  const all = new Bloom()
  for (const bloom of blooms) all.or(bloom)
  return all
}
