import { describe, expect, test } from 'vitest'
import { prevRandao } from '../../src/chain/block/prevRandao.ts'
import { createChain } from '../../src/chain/createChain.ts'
import { feeCollector } from '../../src/modules/moduleAccounts.ts'
import { parseAddress } from '../../src/primitives/address.ts'
import { bytesToBigInt, padLeft } from '../../src/primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { fixedClock } from '../../src/primitives/time/clock.ts'
import { alice, bob, pauper } from '../support/accounts.ts'
import { signed, testChain } from '../support/chain.ts'
import { code, push } from '../support/evm/programs.ts'
import { createTestExecutor } from '../support/executor.ts'
import { CHAIN_ID, COIN, testGenesis } from '../support/genesis.ts'

const TARGET = parseAddress(`0xaa${'0'.repeat(38)}`)
const latest = { tag: 'latest' } as const

/** A chain with code at {@link TARGET}. */
function chainWith(...parts: readonly (number | Uint8Array)[]) {
  return testChain(testGenesis({}, [[TARGET, { code: code(...parts) }]]))
}

describe('instant mining', () => {
  test('submit resolves when the transfer is in a block with a receipt', async () => {
    const chain = testChain()
    const hash = await chain.pool.submit(signed(alice, { to: bob.address, value: COIN }))
    const located = chain.transactions.get(hash)
    expect(located?.receipt).toMatchObject({ status: 1, gasUsed: 21_000n })
    expect(located?.block.number).toBe(1)
    const { state } = await chain.state.viewAt(latest)
    expect(state.getBalance(bob.address)).toBe(1001n * COIN)
    expect(state.getBalance(feeCollector.evm)).toBe(21_000n * 2_000_000_000n)
  })

  test('transactions that wait for a nonce share the block of the one that fills the gap', async () => {
    const chain = testChain()
    const third = await chain.pool.submit(signed(alice, { nonce: 2n, to: bob.address }))
    const second = await chain.pool.submit(signed(alice, { nonce: 1n, to: bob.address }))
    const fifth = await chain.pool.submit(signed(alice, { nonce: 4n, to: bob.address }))
    expect(chain.blocks.latest.number).toBe(0)
    expect(chain.pool.get(third)?.nonce).toBe(2n)
    expect(chain.pool.pendingNonce(alice.address)).toBe(0n)
    const first = await chain.pool.submit(signed(alice, { nonce: 0n, to: bob.address }))
    expect(chain.blocks.latest.transactions.map(({ hash }) => hash)).toEqual([first, second, third])
    expect(chain.blocks.latest.number).toBe(1)
    expect(chain.pool.get(third)).toBeUndefined()
    expect(chain.pool.get(fifth)?.nonce).toBe(4n)
    expect(chain.pool.pendingNonce(alice.address)).toBe(3n)
  })

  test('a waiting transaction that exceeds the gas of the block is in the next one', async () => {
    const chain = testChain()
    const { gasLimit } = chain.blocks.latest.header
    const large = { to: bob.address, gasLimit: gasLimit - 21_000n + 1n }
    const second = await chain.pool.submit(signed(alice, { ...large, nonce: 1n }))
    await chain.pool.submit(signed(alice, { nonce: 0n, to: bob.address }))
    expect(chain.blocks.latest.number).toBe(2)
    expect(chain.transactions.get(second)?.block.number).toBe(2)
  })

  test('a revert and an exceptional halt are mined with status 0 and pay for their gas', async () => {
    const chain = chainWith(push(0), push(0), 0xfd)
    const reverted = await chain.pool.submit(signed(alice, { to: TARGET }))
    const halted = await chain.pool.submit(
      signed(alice, { nonce: 1n, data: hexToBytes('fe'), gasLimit: 90_000n }),
    )
    expect(chain.transactions.get(reverted)?.receipt).toMatchObject({
      status: 0,
      error: 'execution reverted',
    })
    expect(chain.transactions.get(halted)?.receipt).toMatchObject({
      status: 0,
      error: 'invalid opcode: INVALID',
      gasUsed: 90_000n,
    })
  })

  test('concurrent submissions are mined in order, each in its own block', async () => {
    const chain = testChain()
    const nonces = Array.from({ length: 20 }, (_, i) => BigInt(i))
    const hashes = await Promise.all(
      nonces.map((nonce) =>
        chain.pool.submit(signed(alice, { nonce, to: bob.address, value: 1n })),
      ),
    )
    expect(hashes.map((hash) => chain.transactions.get(hash)?.block.number)).toEqual(
      nonces.map((nonce) => Number(nonce) + 1),
    )
  })

  test('reads during sealing return the last complete block', async () => {
    const chain = testChain()
    const mining = chain.pool.submit(signed(alice, { to: bob.address, value: COIN }))
    const seen = (await chain.state.viewAt(latest)).state.getBalance(bob.address)
    expect([seen, chain.blocks.latest.number]).toEqual([1000n * COIN, 0])
    await mining
    expect((await chain.state.viewAt(latest)).state.getBalance(bob.address)).toBe(1001n * COIN)
  })

  test('a higher price replaces a pending transaction, an equal one does not', async () => {
    const chain = testChain()
    const fees = { maxFeePerGas: 30_000_000_000n, maxPriorityFeePerGas: 2_000_000_000n }
    await chain.pool.submit(signed(alice, { nonce: 1n, value: 1n, to: bob.address }))
    await expect(
      chain.pool.submit(signed(alice, { nonce: 1n, value: 2n, to: bob.address })),
    ).rejects.toMatchObject({ code: 'REPLACEMENT_UNDERPRICED' })
    const better = await chain.pool.submit(
      signed(alice, { nonce: 1n, value: 3n, to: bob.address, ...fees }),
    )
    await chain.pool.submit(signed(alice, { nonce: 0n }))
    expect(chain.transactions.get(better)?.block.number).toBe(1)
  })
})

describe('a bug while a transaction runs', () => {
  const POISON = parseAddress(`0xbad${'0'.repeat(37)}`)

  /** A chain whose executor breaks on calls to {@link POISON}. */
  function breakableChain() {
    const genesis = testGenesis()
    const sound = createTestExecutor(genesis.chainId)
    const logged: string[] = []
    const chain = createChain({
      genesis,
      executor: {
        ...sound,
        execute: (state, block, message) => {
          if (message.to === POISON) throw new Error('broken')
          return sound.execute(state, block, message)
        },
      },
      clock: fixedClock(Number(genesis.timestamp)),
      logger: { info: () => {}, error: (text) => void logged.push(text) },
    })
    return { chain, logged }
  }

  test('rejects the submission and leaves the chain unchanged', async () => {
    const { chain } = breakableChain()
    const poison = signed(alice, { to: POISON, value: 1n })
    await expect(chain.pool.submit(poison)).rejects.toThrow('broken')
    expect(chain.blocks.latest.number).toBe(0)
    expect(chain.pool.get(poison.hash)).toBeUndefined()
    await chain.pool.submit(signed(alice, { to: bob.address, value: 1n }))
    const { state } = await chain.state.viewAt(latest)
    expect(state.getBalance(bob.address)).toBe(1000n * COIN + 1n)
    expect(state.getNonce(alice.address)).toBe(1n)
  })

  test('does not affect later senders', async () => {
    const { chain, logged } = breakableChain()
    const poison = signed(alice, { nonce: 1n, to: POISON })
    await chain.pool.submit(poison)
    const innocent = signed(alice, { to: bob.address })
    expect(await chain.pool.submit(innocent)).toBe(innocent.hash)
    expect(logged).toEqual([`mining transaction ${poison.hash} failed`])
    expect(chain.pool.get(poison.hash)).toBeUndefined()
    await chain.pool.submit(signed(bob, { to: alice.address }))
    expect(chain.blocks.latest.number).toBe(2)
  })
})

describe('rejections', () => {
  const creation = { data: new Uint8Array(49_153), gasLimit: 20_000_000n }
  test.each([
    ['INSUFFICIENT_FUNDS', signed(pauper, { to: bob.address })],
    ['INTRINSIC_GAS_TOO_LOW', signed(alice, { to: bob.address, gasLimit: 20_999n })],
    [
      'FLOOR_GAS_TOO_LOW',
      signed(alice, { to: bob.address, data: new Uint8Array(1000).fill(1), gasLimit: 60_000n }),
    ],
    ['EXCEEDS_BLOCK_GAS_LIMIT', signed(alice, { to: bob.address, gasLimit: 100_000_001n })],
    [
      'FEE_CAP_TOO_LOW',
      signed(alice, { to: bob.address, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }),
    ],
    ['INIT_CODE_TOO_LARGE', signed(alice, creation)],
  ])('%s', async (code, transaction) => {
    const chain = testChain()
    await expect(chain.pool.submit(transaction)).rejects.toMatchObject({ code })
    expect(chain.blocks.latest.number).toBe(0)
  })

  test('ALREADY_KNOWN while pending, NONCE_TOO_LOW when mined', async () => {
    const chain = testChain()
    const second = signed(alice, { nonce: 1n, to: bob.address })
    await chain.pool.submit(second)
    await expect(chain.pool.submit(second)).rejects.toMatchObject({ code: 'ALREADY_KNOWN' })
    const first = signed(alice, { to: bob.address })
    await chain.pool.submit(first)
    await expect(chain.pool.submit(first)).rejects.toMatchObject({ code: 'NONCE_TOO_LOW' })
    const other = signed(alice, { to: bob.address, value: 5n })
    await expect(chain.pool.submit(other)).rejects.toMatchObject({ code: 'NONCE_TOO_LOW' })
  })

  test('SENDER_NOT_EOA', async () => {
    const chain = testChain(testGenesis({}, [[alice.address, { code: code(0), balance: COIN }]]))
    const refusal = chain.pool.submit(signed(alice, { to: bob.address }))
    await expect(refusal).rejects.toMatchObject({ code: 'SENDER_NOT_EOA' })
  })

  test('rejects transaction types that the fork does not have', async () => {
    const chain = testChain(testGenesis({ hardfork: 'berlin' }))
    const dynamic = chain.pool.submit(signed(alice, { to: bob.address }))
    await expect(dynamic).rejects.toMatchObject({ code: 'TX_TYPE_NOT_SUPPORTED' })
    const gasPrice = { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }
    await chain.pool.submit(signed(alice, { type: 1, to: bob.address, ...gasPrice }))
    expect(chain.blocks.latest.header.baseFeePerGas).toBeUndefined()
  })

  test('a closed chain rejects transactions', async () => {
    const chain = testChain()
    await chain.close()
    await expect(chain.pool.submit(signed(alice, {}))).rejects.toMatchObject({
      code: 'CHAIN_CLOSED',
    })
  })
})

test('rejects a genesis balance above 2^256 - 1, however its coins are given', () => {
  const amount = 2n ** 256n - 1n
  const { native } = testGenesis()
  const balance = { native: new Uint8Array(20).fill(7), coins: [{ denom: 'usei', amount }] }
  const genesis = testGenesis({ native: { ...native, balances: [balance] } })
  expect(() => testChain(genesis)).toThrow(expect.objectContaining({ code: 'BAD_GENESIS' }))
})

describe('block opcodes', () => {
  const opcodes: readonly (readonly [string, number])[] = [
    ['COINBASE', 0x41],
    ['TIMESTAMP', 0x42],
    ['NUMBER', 0x43],
    ['PREVRANDAO', 0x44],
    ['GASLIMIT', 0x45],
    ['CHAINID', 0x46],
    ['BASEFEE', 0x48],
    ['BLOBBASEFEE', 0x4a],
  ]

  test.each(opcodes)('%s', async (name, opcode) => {
    // Stored by a transaction, so that it is the block's own making that shows.
    const chain = chainWith(opcode, push(0), 0x55)
    await chain.pool.submit(signed(alice, { to: TARGET }))
    const { header } = chain.blocks.latest
    const { state } = await chain.state.viewAt(latest)
    const expected: Record<string, bigint> = {
      COINBASE: BigInt(feeCollector.evm),
      TIMESTAMP: header.timestamp,
      NUMBER: 1n,
      PREVRANDAO: bytesToBigInt(prevRandao(header.timestamp)),
      GASLIMIT: 100_000_000n,
      CHAINID: CHAIN_ID,
      BASEFEE: 1_000_000_000n,
      BLOBBASEFEE: 1n,
    }
    expect(bytesToBigInt(state.getStorage(TARGET, new Uint8Array(32)))).toBe(expected[name])
    expect(header.mixHash).toBe(bytesToHex(prevRandao(header.timestamp)))
  })

  test("BLOCKHASH returns the parent's hash and nothing for the block itself", async () => {
    const chain = chainWith(push(0), 0x40, push(0), 0x55, push(1), 0x40, push(1), 0x55)
    await chain.pool.submit(signed(alice, { to: TARGET }))
    const { state } = await chain.state.viewAt(latest)
    const genesisHash = chain.blocks.get(0n)?.hash
    expect(bytesToHex(state.getStorage(TARGET, new Uint8Array(32)))).toBe(genesisHash)
    expect(bytesToBigInt(state.getStorage(TARGET, padLeft(Uint8Array.of(1), 32)))).toBe(0n)
  })
})
