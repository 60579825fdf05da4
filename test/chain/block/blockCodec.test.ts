import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SealedBlock } from '../../../src/chain/block/block.ts'
import {
  decodeBlock,
  decodePooled,
  encodeBlock,
  encodePooled,
} from '../../../src/chain/block/blockCodec.ts'
import { type Hardfork, hardforks } from '../../../src/evm/rules/hardfork.ts'
import { decodeTransaction, decodeWithKey } from '../../../src/evm/transaction/decodeTransaction.ts'
import type { TransactionType } from '../../../src/evm/transaction/transaction.ts'
import { parseAddress } from '../../../src/primitives/address.ts'
import { DomainError } from '../../../src/primitives/domainError.ts'
import { hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { alice, bob } from '../../support/accounts.ts'
import { anyBlock, anySigned, anyTransaction } from '../../support/chain/arbitraryBlock.ts'
import { signed, testChain } from '../../support/chain.ts'
import { code, push } from '../../support/evm/programs.ts'
import { CHAIN_ID, testGenesis } from '../../support/genesis.ts'
import { runs } from '../../support/runs.ts'

const LOGGER = parseAddress(`0xaa${'0'.repeat(38)}`)
const REVERTER = parseAddress(`0xbb${'0'.repeat(38)}`)
const HALTER = parseAddress(`0xcc${'0'.repeat(38)}`)
const numRuns = runs({ quick: 15, full: 100 })

describe('blocks', () => {
  test('with any content survive encoding and decoding', () => {
    fc.assert(
      fc.property(anyBlock, (block) => {
        const bytes = encodeBlock(block)
        const read = decodeBlock(bytes)
        // Overwritten, to see that nothing points into them.
        bytes.fill(0xee)
        expect(read).toStrictEqual(block)
      }),
      { numRuns },
    )
  })

  test.each(hardforks)('of a chain under %s survive encoding and decoding', async (hardfork) => {
    const blocks = await mine(hardfork)
    for (const block of blocks) expect(decodeBlock(encodeBlock(block))).toStrictEqual(block)
    const types = new Set(blocks.flatMap((block) => block.transactions.map(({ type }) => type)))
    expect([...types]).toEqual(typesOf(hardfork))
    const receipts = blocks.flatMap((block) => block.receipts)
    expect(receipts.some(({ logs }) => logs.length === 2)).toBe(true)
    expect(receipts.some(({ contractAddress }) => contractAddress !== undefined)).toBe(true)
    expect(receipts.some(({ error }) => error !== undefined)).toBe(true)
    const reasons = receipts.flatMap(({ revertData }) => revertData?.length ?? [])
    expect(reasons).toEqual(knows(hardfork, 'byzantium') ? typesOf(hardfork).map(() => 32) : [])
  })
})

function knows(hardfork: Hardfork, older: Hardfork): boolean {
  return hardforks.indexOf(hardfork) >= hardforks.indexOf(older)
}

/** Transaction types that a fork knows. */
function typesOf(hardfork: Hardfork): readonly TransactionType[] {
  if (knows(hardfork, 'prague')) return [0, 1, 2, 4]
  if (knows(hardfork, 'london')) return [0, 1, 2]
  return knows(hardfork, 'berlin') ? [0, 1] : [0]
}

/**
 * The blocks of a chain that saw transactions of every type that its fork knows: with logs,
 * failing, and creating.
 */
async function mine(hardfork: Hardfork): Promise<readonly SealedBlock[]> {
  // LOG3 of 4 bytes of memory, and LOG0 of nothing.
  const logger = code(push(3), push(2), push(1), push(4), push(0), 0xa3, push(0), push(0), 0xa0)
  const chain = testChain(
    testGenesis({ hardfork, extraData: hexToBytes('c0ffee') }, [
      [LOGGER, { code: logger }],
      // Returns 32 bytes as the reason, from Byzantium on.
      [REVERTER, { code: code(push(32), push(0), 0xfd) }],
      [HALTER, { code: code(0xfe) }],
    ]),
  )
  const authorization = {
    chainId: 0n,
    address: LOGGER,
    nonce: 0n,
    yParity: 1,
    r: 1n,
    s: 1n,
  } as const
  let nonce = 0n
  for (const type of typesOf(hardfork)) {
    const accessList =
      type === 0 ? [] : [{ address: bob.address, storageKeys: [chain.blocks.latest.hash] }]
    const common = {
      type,
      accessList,
      authorizationList: type === 4 ? [authorization] : [],
      maxPriorityFeePerGas: type < 2 ? 20_000_000_000n : 1n,
    }
    for (const to of [LOGGER, REVERTER, HALTER, bob.address]) {
      await chain.pool.submit(signed(alice, { ...common, to, nonce: nonce++, value: 7n }))
    }
    if (type === 4) continue
    await chain.pool.submit(
      signed(alice, { ...common, nonce: nonce++, data: hexToBytes('60006000f3') }),
    )
  }
  const { number } = chain.blocks.latest
  const blocks = Array.from({ length: number + 1 }, (_, i) => chain.blocks.get(BigInt(i)))
  return blocks.filter((block) => block !== undefined)
}

describe('pending transactions', () => {
  test('survive encoding and decoding', () => {
    fc.assert(
      fc.property(anyTransaction, (tx) => {
        expect(decodePooled(encodePooled(tx))).toStrictEqual(tx)
      }),
      { numRuns },
    )
  })

  test('decode like raw transactions, with the given sender', () => {
    fc.assert(
      fc.property(anySigned, (tx) => {
        const fromWire = decodeTransaction(tx.raw, tx.chainId)
        expect(decodeWithKey(tx.raw, tx.publicKey)).toStrictEqual(fromWire)
        const { from, publicKey, ...rest } = decodeWithKey(tx.raw, bob.publicKey)
        expect({ from, publicKey }).toStrictEqual({ from: bob.address, publicKey: bob.publicKey })
        expect(fromWire).toMatchObject(rest)
      }),
      { numRuns },
    )
  })
})

describe('invalid bytes', () => {
  const tx = signed(alice, { chainId: CHAIN_ID, to: bob.address })

  test('are reported as damaged', () => {
    const whole = encodePooled(tx)
    const shortened = fc.nat(whole.length - 2).map((end) => whole.subarray(0, end + 1))
    const lengthened = fc.uint8Array({ minLength: 1 }).map((end) => Buffer.concat([whole, end]))
    const random = fc.uint8Array().map((end) => Uint8Array.of(1, ...end))
    fc.assert(
      fc.property(fc.oneof(shortened, lengthened, random), (bytes) => {
        for (const [decode, version] of [
          [decodeBlock, 4],
          [decodePooled, 2],
        ] as const) {
          const versioned = Uint8Array.of(version, ...bytes.subarray(1))
          expect(() => decode(versioned)).toThrow(
            /^a stored (block|waiting transaction) is damaged: /,
          )
        }
      }),
    )
  })

  test('with a single changed byte are reported as damaged if that is detectable', () => {
    fc.assert(
      fc.property(anyBlock, fc.nat(), fc.integer({ min: 1, max: 255 }), (block, at, change) => {
        const bytes = encodeBlock(block)
        const place = at % bytes.length
        bytes[place] = (bytes[place] ?? 0) ^ change
        try {
          expect(typeof decodeBlock(bytes).hash).toBe('string')
        } catch (error) {
          // Never a DomainError, because the request is valid.
          expect(error).toBeInstanceOf(Error)
          expect(error).not.toBeInstanceOf(DomainError)
          expect(String(error)).toMatch(/a stored block (has version|is damaged)/)
        }
      }),
      { numRuns },
    )
  })

  test('of another version are reported as such', () => {
    expect(() => decodePooled(Uint8Array.of(1))).toThrow(
      'a stored waiting transaction has version 1, not 2',
    )
    expect(() => decodeBlock(new Uint8Array(0))).toThrow('a stored block has version undefined')
  })
})
