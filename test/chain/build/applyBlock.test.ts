import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyBlock } from '../../../src/chain/build/applyBlock.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import { createGenesisBlock } from '../../../src/chain/genesis/genesisBlock.ts'
import type { BlockContext } from '../../../src/evm/run/executor.ts'
import { feeCollector } from '../../../src/modules/moduleAccounts.ts'
import { parseAddress } from '../../../src/primitives/address.ts'
import { bytesToUtf8 } from '../../../src/primitives/encoding/bytes.ts'
import { decodeFields } from '../../../src/primitives/encoding/protobuf.ts'
import { silentLogger } from '../../../src/primitives/logger.ts'
import { fixedClock } from '../../../src/primitives/time/clock.ts'
import { WEI_PER_UNIT } from '../../../src/state/ledger/balanceOverflow.ts'
import { createStateDatabase, type StateDatabase } from '../../../src/state/stateDatabase.ts'
import { alice, bob, carol, type TestAccount } from '../../support/accounts.ts'
import { signed } from '../../support/chain.ts'
import { program } from '../../support/evm/programs.ts'
import { createTestExecutor } from '../../support/executor.ts'
import { CHAIN_ID, COIN, testGenesis } from '../../support/genesis.ts'
import { FULL, runs } from '../../support/runs.ts'

const contracts = ['0xc1', '0xc2'].map((tag) => parseAddress(tag.padEnd(42, '0')))
const targets = [...contracts, bob.address, feeCollector.evm]

/** All wei in the bank's store, read from its keys alone: coins (02) and remainders (04). */
function totalWei({ stores, version }: StateDatabase): bigint {
  let total = 0n
  for (const [key, value] of stores.store('bank').entries({}, version)) {
    if (key[0] === 2) total += BigInt(decodeFields(value).text(2)) * WEI_PER_UNIT
    if (key[0] === 4) total += BigInt(bytesToUtf8(value))
  }
  return total
}

const step = fc.record({
  sender: fc.constantFrom(alice, bob, carol),
  to: fc.option(fc.constantFrom(...targets), { nil: undefined, freq: 4 }),
  data: program(targets),
  value: fc.constantFrom(0n, 1n, COIN + 1n),
  gasLimit: fc.constantFrom(60_000n, 500_000n),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Signs steps with the nonces that they have when each transaction is included. */
function sign(steps: readonly Step[]): ReturnType<typeof signed>[] {
  const nonces = new Map<TestAccount, bigint>()
  return steps.map(({ sender, to, ...fields }) => {
    const nonce = nonces.get(sender) ?? 0n
    nonces.set(sender, nonce + 1n)
    return signed(sender, { nonce, ...fields, ...(to === undefined ? {} : { to }) })
  })
}

describe('random blocks', () => {
  const worlds = fc.record({
    codes: fc.tuple(program(targets), program(targets)),
    blocks: fc.array(fc.array(step, { maxLength: 4 }), { minLength: 1, maxLength: 4 }),
  })

  test('preserve the total of wei at every version', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async ({ codes, blocks }) => {
        const genesis = testGenesis(
          { hardfork: 'cancun' },
          contracts.map((address, i) => [address, { code: codes[i] as Uint8Array, balance: 7n }]),
        )
        const states = createStateDatabase(genesis.native)
        createGenesisBlock(genesis, states)
        const total = totalWei(states)
        expect(total).toBe(3000n * COIN + 14n)
        const executor = createTestExecutor(CHAIN_ID)
        const transactions = sign(blocks.flat())
        for (const [i, steps] of blocks.entries()) {
          const number = BigInt(i + 1)
          const block: BlockContext = {
            hardfork: 'cancun',
            number,
            timestamp: number,
            coinbase: feeCollector.evm,
            gasLimit: genesis.gasLimit,
            baseFeePerGas: 1_000_000_007n,
            blobBaseFee: 1n,
            prevRandao: new Uint8Array(32),
            difficulty: 0n,
            blockHash: () => undefined,
          }
          const batch = transactions.splice(0, steps.length)
          await applyBlock(states.newest, batch, {
            executor,
            block,
            feeMarket: genesis.native.feeMarket,
            nativeChainId: 'rockpool-1',
          })
          states.commit()
          expect(totalWei(states)).toBe(total)
        }
      }),
      { numRuns: runs({ quick: 6, full: 40 }) },
    )
  })
})

const BLOCKS = FULL ? 1000 : 100

test(`${BLOCKS} random blocks are reproducible`, async () => {
  const steps = fc.sample(step, { seed: 20_241_121, numRuns: BLOCKS })
  const codes = fc.sample(program(targets), { seed: 7, numRuns: 2 })
  const genesis = testGenesis(
    {},
    contracts.map((address, i) => [address, { code: codes[i] as Uint8Array }]),
  )
  const transactions = sign(steps)
  const run = async (): Promise<string[]> => {
    const chain = createChain({
      genesis,
      executor: createTestExecutor(CHAIN_ID),
      clock: fixedClock(1_700_000_000),
      logger: silentLogger,
    })
    for (const transaction of transactions) await chain.pool.submit(transaction)
    return Array.from({ length: BLOCKS + 1 }, (_, n) => String(chain.blocks.get(BigInt(n))?.hash))
  }
  const [first, second] = [await run(), await run()]
  expect(first).toEqual(second)
  expect(new Set(first).size).toBe(BLOCKS + 1)
})
