import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../../../src/index.ts'
import { executorOption } from '../../../support/executor.ts'
import { runs } from '../../../support/runs.ts'

const GWEI = 10n ** 9n
const from = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

const nodes: RockpoolNode[] = []
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
})

async function start(options: Parameters<typeof createNode>[0] = {}) {
  const node = await createNode({ ...executorOption, ...options })
  nodes.push(node)
  const ask = (method: string, ...params: readonly unknown[]) => node.request({ method, params })
  const quantity = async (method: string) => BigInt(String(await ask(method)))
  return {
    node,
    ask,
    gasPrice: () => quantity('eth_gasPrice'),
    tip: () => quantity('eth_maxPriorityFeePerGas'),
    baseFee: async () => {
      const history = (await ask('eth_feeHistory', '0x1', 'latest', [])) as {
        readonly baseFeePerGas: readonly string[]
      }
      return BigInt(history.baseFeePerGas[1] ?? 0)
    },
    pay: (gasPrice: bigint) =>
      ask('eth_sendTransaction', {
        from,
        to: from,
        gas: '0x5208',
        gasPrice: `0x${gasPrice.toString(16)}`,
      }),
  }
}

describe('an idle chain', () => {
  test('suggests 1.1 times the base fee and a tip of 1 gwei, whatever was paid', async () => {
    const { gasPrice, tip, pay } = await start()
    for (const paid of [2n * GWEI, 1_000n * GWEI, 100_000n * GWEI]) {
      await pay(paid)
      expect([await gasPrice(), await tip()]).toEqual([(GWEI * 11n) / 10n, GWEI])
    }
  })

  test('suggestions do not climb if clients follow them', async () => {
    const multiple = fc.double({ min: 1, max: 1.2, noNaN: true })
    await fc.assert(
      fc.asyncProperty(
        fc.array(multiple, { minLength: 100, maxLength: 100 }),
        async (multiples) => {
          const { gasPrice, baseFee, pay } = await start()
          for (const each of multiples) {
            const paid = ((await gasPrice()) * BigInt(Math.round(each * 1_000))) / 1_000n
            expect(paid * 100n).toBeLessThanOrEqual((await baseFee()) * 132n)
            await pay(paid)
          }
        },
      ),
      { numRuns: runs({ quick: 1, full: 5 }) },
    )
  })
})

describe('congestion', () => {
  test.each([
    ['exactly 80 per cent', 26_250, false],
    ['more than 80 per cent', 26_249, true],
  ])('of a block that is %s full', async (_, gasLimit, isCongested) => {
    const { gasPrice, tip, baseFee, pay } = await start({ gasLimit })
    await pay(8n * GWEI)
    const next = await baseFee()
    const suggested = [await gasPrice(), await tip()]
    const idle = [(next * 11n) / 10n, GWEI]
    expect(suggested).toEqual(isCongested ? [next + 7n * GWEI, 7n * GWEI] : idle)
  })

  test('suggests the median tip of the block', async () => {
    const { ask, node, gasPrice, tip, baseFee, pay } = await start({ gasLimit: 65_000 })
    await ask('evm_setAutomine', false)
    const prices = [5n, 4n, 2n]
    for (const [i, price] of prices.entries()) {
      const other = `0x${(i + 1).toString().repeat(40)}`
      await ask('hardhat_setBalance', other, '0xde0b6b3a7640000')
      await ask('eth_sendUnsignedTransaction', {
        ...{ from: other, to: other, gas: '0x5208' },
        gasPrice: `0x${(price * GWEI).toString(16)}`,
      })
    }
    await node.mine()
    expect([await gasPrice(), await tip()]).toEqual([(await baseFee()) + 3n * GWEI, 3n * GWEI])
    await ask('evm_setAutomine', true)
    await node.mine()
    await pay(await gasPrice())
    expect(await tip()).toBe(GWEI)
  })
})

test('eth_feeHistory has a row of rewards for each block, also without percentiles', async () => {
  const { ask, node } = await start()
  await node.mine({ blocks: 2 })
  expect(await ask('eth_feeHistory', '0x2', 'latest', [])).toMatchObject({ reward: [[], []] })
  expect(await ask('eth_feeHistory', '0x2', 'latest')).toMatchObject({ reward: [[], []] })
})
