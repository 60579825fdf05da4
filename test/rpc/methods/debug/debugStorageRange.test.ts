import { describe, expect, test } from 'vitest'
import { parseAddress } from '../../../../src/primitives/address.ts'
import { keccak256 } from '../../../../src/primitives/crypto/keccak.ts'
import { concatBytes, padLeft } from '../../../../src/primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes } from '../../../../src/primitives/encoding/hex.ts'
import { alice, bob } from '../../../support/accounts.ts'
import { chainOfBlocks } from '../../../support/chain/chainOfBlocks.ts'
import { signed } from '../../../support/chain.ts'
import { testGenesis } from '../../../support/genesis.ts'
import { rpcOf } from '../../../support/rpc/rpc.ts'

/** SSTORE(calldata[0..32], calldata[32..64]) */
const WRITER = parseAddress(`0xc0${'0'.repeat(38)}`)
const writerCode = hexToBytes('602035600035550000')

const word = (n: number) => padLeft(Uint8Array.of(n), 32)

interface Range {
  readonly storage: Readonly<Record<string, { readonly key: string; readonly value: string }>>
  readonly nextKey: string | null
}

/** What the answer holds when these slots hold these words. */
function storageOf(words: Readonly<Record<number, number>>): Range['storage'] {
  const entries = Object.entries(words).map(([slot, value]) => {
    const key = word(Number(slot))
    const entry = { key: bytesToHex(key), value: bytesToHex(word(value)) }
    return [bytesToHex(keccak256(key)), entry] as const
  })
  return Object.fromEntries(entries)
}

/** Slots 1 and 2 hold 1 at first; a block writes slot 1, then slot 3, then empties slot 2. */
async function writerChain() {
  const writes = [
    [1, 9],
    [3, 9],
    [2, 0],
  ] as const
  const genesis = testGenesis({}, [
    [WRITER, { code: writerCode, storage: [1, 2].map((slot) => [word(slot), word(1)] as const) }],
  ])
  const block = writes.map(([slot, value], nonce) =>
    signed(alice, {
      nonce: BigInt(nonce),
      to: WRITER,
      data: concatBytes(word(slot), word(value)),
      gasLimit: 100_000n,
    }),
  )
  const { chain } = await chainOfBlocks(genesis, [block, [signed(bob, {})]])
  return { chain, ask: rpcOf(chain) }
}

describe('debug_storageRangeAt', () => {
  test('returns the storage before each transaction of a block, and after the last', async () => {
    const { chain, ask } = await writerChain()
    const contents = [
      { 1: 1, 2: 1 },
      { 1: 9, 2: 1 },
      { 1: 9, 2: 1, 3: 9 },
      { 1: 9, 3: 9 },
    ]
    for (const [index, words] of contents.entries()) {
      for (const block of ['0x1', chain.blocks.get(1n)?.hash]) {
        const range = await ask<Range>('debug_storageRangeAt', block, index, WRITER, '0x', 10)
        expect(range).toEqual({ storage: storageOf(words), nextKey: null })
        const hashes = Object.keys(range.storage)
        expect(hashes).toEqual([...hashes].sort())
      }
    }
    const after = storageOf({ 1: 9, 3: 9 })
    for (const block of ['0x2', 'latest', 'pending']) {
      const range = await ask<Range>('debug_storageRangeAt', block, 0, WRITER, '0x', 10)
      expect(range.storage).toEqual(after)
    }
    const first = await ask<Range>('debug_storageRangeAt', 'earliest', 0, WRITER, '0x', 10)
    expect(first.storage).toEqual(storageOf({ 1: 1, 2: 1 }))
  })

  test('continues from the previous part', async () => {
    const { ask } = await writerChain()
    const parts: Range['storage'][] = []
    let start: string | null = '0x'
    while (start !== null) {
      const range: Range = await ask('debug_storageRangeAt', '0x1', 2, WRITER, start, 1)
      parts.push(range.storage)
      start = range.nextKey
    }
    expect(parts.map((part) => Object.keys(part).length)).toEqual([1, 1, 1])
    expect(Object.assign({}, ...parts)).toEqual(storageOf({ 1: 9, 2: 1, 3: 9 }))
  })

  test('is empty for an absent account', async () => {
    const { ask } = await writerChain()
    const nobody = `0x${'dd'.repeat(20)}`
    expect(await ask('debug_storageRangeAt', 'latest', 0, nobody, '0x', 10)).toEqual({
      storage: {},
      nextKey: null,
    })
  })

  test('rejects an index beyond the block', async () => {
    const { ask } = await writerChain()
    await expect(ask('debug_storageRangeAt', '0x1', 4, WRITER, '0x', 1)).rejects.toMatchObject({
      code: -32000,
      message: 'transaction index 4 out of range: the block has 3 transactions',
    })
    await expect(ask('debug_storageRangeAt', '0x0', 1, WRITER, '0x', 1)).rejects.toMatchObject({
      message: 'transaction index 1 out of range: the block has 0 transactions',
    })
  })
})
