import { describe, expect, test } from 'vitest'
import type { SealedBlock } from '../../../src/chain/block/block.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import { parseAddress } from '../../../src/primitives/address.ts'
import { alice, bob } from '../../support/accounts.ts'
import { signed, testChain } from '../../support/chain.ts'
import { code, push } from '../../support/evm/programs.ts'
import { testGenesis } from '../../support/genesis.ts'

const LOGGER = parseAddress(`0xaa${'0'.repeat(38)}`)
/** More blocks than stay unpacked. */
const MANY = 60
/** Every seventh block has a log. */
const hasLog = (nonce: number) => nonce % 7 === 3

function newChain(): Chain {
  // LOG0 of nothing.
  const logger = code(push(0), push(0), 0xa0)
  return testChain(testGenesis({}, [[LOGGER, { code: logger }]]))
}

/** Mines a block for each transaction of Alice, and returns the blocks as they were when new. */
async function grow(chain: Chain, first: number, count: number): Promise<SealedBlock[]> {
  const blocks: SealedBlock[] = []
  for (let nonce = first; nonce < first + count; nonce++) {
    const to = hasLog(nonce) ? LOGGER : bob.address
    const fields = { nonce: BigInt(nonce), to, value: 1n, gasLimit: 100_000n }
    await chain.pool.submit(signed(alice, fields))
    blocks.push(chain.blocks.latest)
  }
  return blocks
}

describe('old blocks', () => {
  test('are unchanged by number, hash and transaction', async () => {
    const chain = newChain()
    const blocks = await grow(chain, 0, MANY)
    for (const block of blocks) {
      expect(chain.blocks.get(block.header.number)).toStrictEqual(block)
      expect(await chain.blocks.getByHash(block.hash)).toStrictEqual(block)
      block.transactions.forEach((transaction, index) => {
        const receipt = block.receipts[index]
        const located = chain.transactions.get(transaction.hash)
        expect(located).toStrictEqual({ block, index, transaction, receipt })
      })
    }
  })

  test('are packed without logs, and the same objects with logs or among the newest', async () => {
    const chain = newChain()
    const blocks = await grow(chain, 0, MANY)
    const isSame = blocks.map((block) => chain.blocks.get(block.header.number) === block)
    const isNew = (index: number) => index >= MANY - 16
    expect(isSame).toEqual(blocks.map((_, nonce) => isNew(nonce) || hasLog(nonce)))
  })

  test('stay the same objects while a snapshot exists', async () => {
    const chain = newChain()
    const isSame = ({ header, ...block }: SealedBlock) =>
      chain.blocks.get(header.number)?.transactions === block.transactions
    const id = await chain.snapshots.take()
    const blocks = await grow(chain, 0, MANY)
    expect(blocks.every(isSame)).toBe(true)
    expect(await chain.snapshots.release(id)).toBe(true)
    await grow(chain, MANY, MANY)
    expect(blocks.filter(isSame)).toEqual(blocks.filter((_, nonce) => hasLog(nonce)))
  })

  test('read again are few if they are large', async () => {
    const chain = newChain()
    const data = new Uint8Array(100_000)
    for (let nonce = 0n; nonce < 45n; nonce++) {
      const fields = { nonce, to: bob.address, data, gasLimit: 5_000_000n }
      await chain.pool.submit(signed(alice, fields))
    }
    const read = Array.from({ length: 25 }, (_, i) => chain.blocks.get(BigInt(i + 1)))
    const isKept = read.map((block, i) => chain.blocks.get(BigInt(i + 1)) === block)
    expect(isKept).toEqual(read.map(() => false))
    const last = chain.blocks.get(25n)
    expect(chain.blocks.get(25n)).toBe(last)
  })

  test('are read once for many readers', async () => {
    const chain = newChain()
    const [first] = await grow(chain, 0, MANY)
    const number = first?.header.number ?? 0n
    const read = chain.blocks.get(number)
    expect(read).not.toBe(first)
    expect(chain.blocks.get(number)).toBe(read)
  })

  test('stay in a branch, and left ones are known', async () => {
    const chain = newChain()
    const early = await grow(chain, 0, 20)
    const id = await chain.snapshots.take()
    const left = await grow(chain, 20, MANY)
    const { position } = chain.blocks
    const branch = await chain.branch()
    expect(await chain.snapshots.revert(id)).toBe(true)
    expect(chain.blocks.leftSince(position)).toStrictEqual(left)
    const other = await grow(chain, 20, 3)
    for (const block of [...early, ...other]) {
      expect(chain.blocks.get(block.header.number)).toStrictEqual(block)
    }
    for (const block of [...early, ...left]) {
      expect(branch.blocks.get(block.header.number)).toStrictEqual(block)
    }
    await branch.close()
  })

  test('have their states', async () => {
    const chain = newChain()
    const blocks = await grow(chain, 0, MANY)
    for (const [index, { header }] of blocks.entries()) {
      const view = await chain.state.viewAt({ number: header.number })
      expect(await view.read((state) => state.getNonce(alice.address))).toBe(BigInt(index + 1))
    }
  })
})
