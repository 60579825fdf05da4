import { readFileSync } from 'node:fs'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../../src/index.ts'
import { executorOption } from '../../support/executor.ts'

/** Errors of failed calls and transactions as both releases of Hardhat answered them. */
interface Measured {
  readonly dialect: 'hardhat2' | 'hardhat3'
  readonly release: string
  readonly answers: readonly {
    readonly method: string
    readonly params: readonly unknown[]
    readonly error: unknown
  }[]
}

const path = new URL('../../fixtures/dialects/failures.json', import.meta.url)
const measured: readonly Measured[] = JSON.parse(readFileSync(path, 'utf8'))

const alice = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
)
const ECHO = `0x${'e0'.repeat(20)}` as const
const addresses: Readonly<Record<string, string>> = {
  $alice: alice.address.toLowerCase(),
  $echo: ECHO,
  $bad: `0x${'ba'.repeat(20)}`,
  $loop: `0x${'10'.repeat(20)}`,
}
const codes = [
  // Reverts with its input.
  ['$echo', '0x366000600037366000fd'],
  ['$bad', '0xfe'],
  ['$loop', '0x5b600056'],
] as const

let node: RockpoolNode | undefined
afterEach(() => node?.close())

async function start(compat: Measured['dialect'] | 'hardhat' | 'anvil' | 'rockpool') {
  const made = await createNode({ ...executorOption, compat })
  node = made
  for (const [name, code] of codes) {
    await made.request({ method: 'hardhat_setCode', params: [addresses[name], code] })
  }
  return (method: string, ...params: readonly unknown[]) => made.request({ method, params })
}

type Ask = Awaited<ReturnType<typeof start>>

/** Replaces names by addresses, or the hash of the newest transaction by its name. */
function replaced(value: unknown, pairs: Readonly<Record<string, string>>): unknown {
  let text = JSON.stringify(value)
  for (const [from, to] of Object.entries(pairs)) text = text.replaceAll(`"${from}"`, `"${to}"`)
  return JSON.parse(text)
}

/** Hashes of the newest block. */
async function newest(ask: Ask): Promise<readonly string[]> {
  const block = (await ask('eth_getBlockByNumber', 'latest', false)) as {
    readonly transactions: readonly string[]
  }
  return block.transactions
}

async function errorOf(run: Promise<unknown>): Promise<object> {
  try {
    await run
  } catch (error) {
    const { code, message, data } = error as Readonly<Record<string, unknown>>
    return { code, message, data }
  }
  throw new Error('no error')
}

describe.each(measured)('the dialect $dialect', ({ dialect, release, answers }) => {
  test(`words failures as ${release}`, async () => {
    const ask = await start(dialect)
    for (const { method, params, error } of answers) {
      const found = await errorOf(ask(method, ...(replaced(params, addresses) as unknown[])))
      const [hash = ''] = await newest(ask)
      expect(replaced(found, { [hash]: '$hash' }), `${method} ${JSON.stringify(params)}`).toEqual(
        error,
      )
    }
  })

  test('mines the failed transaction', async () => {
    const ask = await start(dialect)
    const from = alice.address
    await errorOf(ask('eth_sendTransaction', { from, to: ECHO, gas: '0x186a0' }))
    const [hash] = await newest(ask)
    expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x0' })
    expect(await ask('eth_getTransactionCount', from)).toBe('0x1')
  })

  test('fails for raw transactions alike', async () => {
    const ask = await start(dialect)
    const raw = await alice.signTransaction({
      type: 'eip1559',
      chainId: Number(await ask('eth_chainId')),
      to: ECHO,
      gas: 100_000n,
      maxFeePerGas: 10n ** 10n,
    })
    expect(await errorOf(ask('eth_sendRawTransaction', raw))).toMatchObject({
      message: expect.stringContaining('Transaction reverted without a reason string'),
    })
    expect(await newest(ask)).toHaveLength(1)
  })

  test('returns the hash of a transaction that waits or succeeds', async () => {
    const ask = await start(dialect)
    const from = alice.address
    expect(await ask('eth_sendTransaction', { from, to: from })).toMatch(/^0x[0-9a-f]{64}$/)
    await ask('evm_setAutomine', false)
    const failing = { from, to: ECHO, gas: '0x186a0' }
    expect(await ask('eth_sendTransaction', failing)).toMatch(/^0x[0-9a-f]{64}$/)
  })
})

test.each([
  ['rockpool', 0],
  ['hardhat3', 0],
  ['hardhat2', 1],
  ['anvil', 1],
] as const)('%s mines %i transactions without gas whose estimate fails', async (compat, count) => {
  const ask = await start(compat)
  const sent = ask('eth_sendTransaction', { from: alice.address, to: ECHO })
  if (compat === 'anvil') expect(await sent).toMatch(/^0x/)
  else await errorOf(sent)
  expect(await newest(ask)).toHaveLength(count)
})
