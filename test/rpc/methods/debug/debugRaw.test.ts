import { createBlockFromRLP } from '@ethereumjs/block'
import { createCustomCommon, Mainnet } from '@ethereumjs/common'
import { createMPT } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { describe, expect, test } from 'vitest'
import type { Chain } from '../../../../src/chain/chain.ts'
import { type Hardfork, hardforks } from '../../../../src/evm/rules/hardfork.ts'
import type { TransactionType } from '../../../../src/evm/transaction/transaction.ts'
import { parseAddress } from '../../../../src/primitives/address.ts'
import { keccak256 } from '../../../../src/primitives/crypto/keccak.ts'
import {
  bytesToHash,
  bytesToHex,
  type Hex,
  hexToBytes,
} from '../../../../src/primitives/encoding/hex.ts'
import { alice, bob } from '../../../support/accounts.ts'
import { chainOfBlocks } from '../../../support/chain/chainOfBlocks.ts'
import { signed, testChain } from '../../../support/chain.ts'
import { code, push } from '../../../support/evm/programs.ts'
import { CHAIN_ID, testGenesis } from '../../../support/genesis.ts'
import { rpcOf } from '../../../support/rpc/rpc.ts'

const LOGGER = parseAddress(`0xaa${'0'.repeat(38)}`)
const REVERTER = parseAddress(`0xbb${'0'.repeat(38)}`)

/** Transaction types that a fork knows. */
function typesOf(hardfork: Hardfork): readonly TransactionType[] {
  const knows = (older: Hardfork) => hardforks.indexOf(hardfork) >= hardforks.indexOf(older)
  if (knows('prague')) return [0, 1, 2, 4]
  if (knows('london')) return [0, 1, 2]
  return knows('berlin') ? [0, 1] : [0]
}

/**
 * A chain whose second block has transactions of every type: with a log, reverting, creating. The
 * first one is empty.
 */
async function chainOf(hardfork: Hardfork): Promise<Chain> {
  const genesis = testGenesis({ hardfork, extraData: hexToBytes('c0ffee') }, [
    [LOGGER, { code: code(push(7), push(4), push(0), 0xa1) }],
    [REVERTER, { code: code(push(0), push(0), 0xfd) }],
  ])
  const sent = typesOf(hardfork).flatMap((type) => {
    const fees = { type, maxPriorityFeePerGas: type < 2 ? 20_000_000_000n : 1n }
    const storageKeys = [bytesToHash(keccak256(Uint8Array.of(type)))]
    const accessList = type === 0 ? [] : [{ address: bob.address, storageKeys }]
    const permission = {
      chainId: 0n,
      address: LOGGER,
      nonce: 0n,
      yParity: 1,
      r: 1n,
      s: 1n,
    } as const
    const authorizationList = type === 4 ? [permission] : []
    const calls = [LOGGER, REVERTER].map((to) => ({ ...fees, accessList, authorizationList, to }))
    return type === 4 ? calls : [...calls, { ...fees, accessList, data: hexToBytes('60006000f3') }]
  })
  const transactions = sent.map((fields, i) => signed(alice, { ...fields, nonce: BigInt(i) }))
  const { chain } = await chainOfBlocks(genesis, [[], transactions])
  return chain
}

/** Root of the Merkle Patricia tree over a list. */
async function rootOf(items: readonly Hex[]): Promise<string> {
  const trie = await createMPT()
  for (const [i, item] of items.entries()) await trie.put(RLP.encode(i), hexToBytes(item))
  return bytesToHex(trie.root())
}

describe.each(hardforks)('under %s', (hardfork) => {
  test('EthereumJS decodes raw blocks, and the header commits to their parts', async () => {
    const chain = await chainOf(hardfork)
    const ask = rpcOf(chain)
    const { hash, header, transactions } = chain.blocks.latest
    expect(transactions.length).toBeGreaterThan(1)

    const rawBlock = await ask<Hex>('debug_getRawBlock', 'latest')
    const common = createCustomCommon({ chainId: Number(CHAIN_ID) }, Mainnet, { hardfork })
    const options = { common, skipConsensusFormatValidation: true }
    const theirs = createBlockFromRLP(hexToBytes(rawBlock), options)
    expect(bytesToHex(theirs.hash())).toBe(hash)
    expect(theirs.transactions.map((tx) => bytesToHex(tx.hash()))).toEqual(
      transactions.map((tx) => tx.hash),
    )
    expect(bytesToHex(theirs.serialize())).toBe(rawBlock)
    expect(chain.blocks.latest.sizeBytes).toBe(hexToBytes(rawBlock).length)

    const rawHeader = await ask<Hex>('debug_getRawHeader', hash)
    expect(bytesToHex(keccak256(hexToBytes(rawHeader)))).toBe(hash)
    expect(rawHeader).toBe(bytesToHex(theirs.header.serialize()))

    const rawReceipts = await ask<Hex[]>('debug_getRawReceipts', { blockHash: hash })
    expect(await rootOf(rawReceipts)).toBe(header.receiptsRoot)
    const rawTransactions = await Promise.all(
      transactions.map((tx) => ask<Hex>('debug_getRawTransaction', tx.hash)),
    )
    expect(await rootOf(rawTransactions)).toBe(header.transactionsRoot)
    for (const [i, raw] of rawTransactions.entries()) {
      const at = `0x${i.toString(16)}`
      expect(await ask('eth_getRawTransactionByHash', transactions[i]?.hash)).toBe(raw)
      expect(await ask('eth_getRawTransactionByBlockHashAndIndex', hash, at)).toBe(raw)
      expect(await ask('eth_getRawTransactionByBlockNumberAndIndex', 'latest', at)).toBe(raw)
    }
  })

  test('returns raw block 0', async () => {
    const chain = testChain(testGenesis({ hardfork }))
    const ask = rpcOf(chain)
    const rawHeader = await ask<Hex>('debug_getRawHeader', '0x0')
    expect(bytesToHex(keccak256(hexToBytes(rawHeader)))).toBe(chain.blocks.latest.hash)
    expect(await ask('debug_getRawReceipts', 'earliest')).toEqual([])
    const rawBlock = await ask<Hex>('debug_getRawBlock', 'earliest')
    expect(rawBlock).toContain(rawHeader.slice(2))
    expect(hexToBytes(rawBlock)).toHaveLength(chain.blocks.latest.sizeBytes)
  })
})

test('returns a pending transaction', async () => {
  const chain = testChain()
  const waiting = signed(alice, { nonce: 1n, to: bob.address })
  await chain.pool.submit(waiting)
  const ask = rpcOf(chain)
  expect(await ask('debug_getRawTransaction', waiting.hash)).toBe(bytesToHex(waiting.raw))
  expect(await ask('debug_getRawTransaction', chain.blocks.latest.hash)).toBe('0x')
})

test('returns the pending block as mining would produce it', async () => {
  const chain = testChain()
  const ask = rpcOf(chain)
  const raw = await ask<Hex>('debug_getRawHeader', 'pending')
  expect(raw).toContain(chain.blocks.latest.hash.slice(2))
  expect(await ask('debug_getRawReceipts', 'pending')).toEqual([])
})
