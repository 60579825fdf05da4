import { describe, expect, test } from 'vitest'
import { createForkSchedule, findHardfork, hardforks } from '../../src/evm/rules/hardfork.ts'
import { parseAddress } from '../../src/primitives/address.ts'
import { alice, bob } from '../support/accounts.ts'
import { signed, testChain } from '../support/chain.ts'
import { code, push } from '../support/evm/programs.ts'
import { testGenesis } from '../support/genesis.ts'

describe('createForkSchedule', () => {
  test('follows a geth config by block number, then by time', () => {
    const schedule = createForkSchedule({
      homesteadBlock: 0,
      eip150Block: 0,
      eip155Block: 0,
      eip158Block: 0,
      byzantiumBlock: 0,
      constantinopleBlock: 0,
      petersburgBlock: 0,
      istanbulBlock: 0,
      berlinBlock: 3,
      londonBlock: 5,
      terminalTotalDifficulty: 0n,
      shanghaiTime: 0,
      cancunTime: 100,
      pragueTime: 200,
    })
    expect(schedule(0n, 50n)).toBe('shanghai')
    expect(schedule(0n, 100n)).toBe('cancun')
    expect(schedule(9n, 199n)).toBe('cancun')
    expect(schedule(9n, 200n)).toBe('prague')
  })

  test('before the merge, only block numbers count', () => {
    const schedule = createForkSchedule({
      homesteadBlock: 0,
      eip158Block: 2,
      berlinBlock: 4,
      londonBlock: 4,
    })
    expect([0n, 1n, 2n, 3n, 4n].map((n) => schedule(n, 0n))).toEqual([
      'homestead',
      'homestead',
      'spuriousDragon',
      'spuriousDragon',
      'london',
    ])
  })

  test('defaults to the default fork; an override always applies', () => {
    expect(createForkSchedule({})(0n, 0n)).toBe('prague')
    expect(createForkSchedule({ pragueTime: 0 }, 'berlin')(5n, 5n)).toBe('berlin')
  })
})

test('accepts aliases', () => {
  expect(['Prague', 'spurious-dragon', 'FRONTIER', 'merge'].map(findHardfork)).toEqual([
    'prague',
    'spuriousDragon',
    'chainstart',
    'paris',
  ])
  expect(findHardfork('amsterdam')).toBeUndefined()
})

const TARGET = parseAddress(`0xaa${'0'.repeat(38)}`)
/** Opcodes by the fork that brought them, as code that fails where they are not known. */
const firsts = [
  ['byzantium', code(0x3d)],
  ['constantinople', code(push(1), push(1), 0x1b)],
  ['istanbul', code(0x46)],
  ['london', code(0x48)],
  ['shanghai', code(0x5f)],
  ['cancun', code(push(0), 0x5c)],
  ['osaka', code(push(1), 0x1e)],
] as const

describe.each(hardforks)('%s', (hardfork) => {
  test('runs transactions with the opcodes of this and earlier forks', async () => {
    const accounts = firsts.map(
      ([, bytes], i) =>
        [parseAddress(`0xaa${String(i).padStart(38, '0')}`), { code: bytes }] as const,
    )
    const chain = testChain(testGenesis({ hardfork }, accounts))
    const price = 20_000_000_000n
    const fields = { type: 0, maxFeePerGas: price, maxPriorityFeePerGas: price } as const
    await chain.pool.submit(signed(alice, { ...fields, to: bob.address, value: 5n }))
    expect(chain.blocks.latest.receipts[0]).toMatchObject({ status: 1, gasUsed: 21_000n })
    for (const [i, [since]] of firsts.entries()) {
      const to = accounts[i]?.[0] ?? TARGET
      await chain.pool.submit(signed(alice, { ...fields, nonce: BigInt(i + 1), to }))
      const knows = hardforks.indexOf(hardfork) >= hardforks.indexOf(since)
      expect(chain.blocks.latest.receipts[0]?.status, `opcode of ${since}`).toBe(knows ? 1 : 0)
    }
    // A constructor that stores: before EIP-161 its account has neither nonce nor balance
    // meanwhile.
    const nonce = BigInt(firsts.length + 1)
    await chain.pool.submit(
      signed(alice, { ...fields, nonce, data: code(push(1), push(0), 0x55, 0x00) }),
    )
    expect(chain.blocks.latest.receipts[0]?.status).toBe(1)
    const { header } = chain.blocks.latest
    const has = (fork: (typeof hardforks)[number]) =>
      hardforks.indexOf(hardfork) >= hardforks.indexOf(fork)
    expect(header.baseFeePerGas !== undefined).toBe(has('london'))
    expect(header.withdrawalsRoot !== undefined).toBe(has('shanghai'))
    expect(header.parentBeaconBlockRoot !== undefined).toBe(has('cancun'))
    expect(header.requestsHash !== undefined).toBe(has('prague'))
  })
})
