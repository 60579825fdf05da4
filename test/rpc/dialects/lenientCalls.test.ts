import { afterEach, describe, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../../src/index.ts'
import { ZERO_ADDRESS } from '../../../src/primitives/address.ts'
import { executorOption } from '../../support/executor.ts'

const POOR = '0x000000000000000000000000000000000000beef'
/** Returns the value of the call, and the balance of the caller. */
const PROBE = '0x000000000000000000000000000000000000c0de'
const CODE = '0x345f52333160205260405ff3'

const POORER = { code: -32003, message: 'Insufficient funds for gas * price + value' }

const nodes: RockpoolNode[] = []
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
})

async function start(compat: 'anvil' | 'hardhat' | 'rockpool' | 'geth') {
  const node = await createNode({ ...executorOption, compat })
  nodes.push(node)
  const ask = (method: string, ...params: readonly unknown[]) => node.request({ method, params })
  await ask('hardhat_setCode', PROBE, CODE)
  return ask
}

const paidOf = (output: unknown) => BigInt(String(output).slice(0, 66))
const balanceOf = (output: unknown) => BigInt(`0x${String(output).slice(66)}`)

describe.each(['anvil', 'hardhat'] as const)('calls of --compat %s', (compat) => {
  test('need no funds for their value, in Anvil only estimates', async () => {
    const ask = await start(compat)
    const unsent = ask('eth_call', { to: PROBE, value: '0x10' }, 'latest')
    // In Anvil the zero address must pay.
    if (compat === 'anvil') await expect(unsent).rejects.toMatchObject(POORER)
    else expect(paidOf(await unsent)).toBe(16n)
    const call = { from: POOR, to: PROBE, value: '0x10' }
    expect(BigInt(String(await ask('eth_estimateGas', call)))).toBeGreaterThan(21_000n)
    expect(await ask('eth_getBalance', POOR)).toBe('0x0')
  })

  test('keep the overrides of the caller', async () => {
    const ask = await start(compat)
    const call = { from: POOR, to: PROBE, value: '0x10' }
    const rich = await ask('eth_call', call, 'latest', { [POOR]: { balance: '0x30' } })
    expect(balanceOf(rich)).toBe(0x20n)
    const own = { [ZERO_ADDRESS]: { nonce: '0x5', balance: '0x10' } }
    const { from: _, ...unsent } = call
    expect(paidOf(await ask('eth_call', unsent, 'latest', own))).toBe(16n)
    const poor = ask('eth_call', call, 'latest', { [POOR]: { balance: '0x5' } })
    // Hardhat raises a balance that is too low.
    if (compat === 'hardhat') expect(paidOf(await poor)).toBe(16n)
    else await expect(poor).rejects.toThrow(/funds/i)
  })

  test('may offer less than the base fee', async () => {
    const ask = await start(compat)
    await ask('hardhat_setBalance', ZERO_ADDRESS, '0x3')
    const cheap = { to: PROBE, maxFeePerGas: '0x1', value: '0x3' }
    expect(paidOf(await ask('eth_call', cheap, 'latest'))).toBe(3n)
    const free = { ...cheap, from: POOR, value: '0x0' }
    expect(paidOf(await ask('eth_call', free, 'latest'))).toBe(0n)
  })
})

test.each(['rockpool', 'geth'] as const)('calls of --compat %s must pay', async (compat) => {
  const ask = await start(compat)
  const call = ask('eth_call', { from: POOR, to: PROBE, value: '0x10' }, 'latest')
  await expect(call).rejects.toThrow(/insufficient funds/)
  const cheap = ask('eth_call', { from: POOR, to: PROBE, maxFeePerGas: '0x1' }, 'latest')
  await expect(cheap).rejects.toThrow(/max fee per gas less than block base fee/)
})

test('a given sender pays in --compat anvil, but not in --compat hardhat', async () => {
  const call = { from: POOR, to: PROBE, value: '0x10', data: '0x42' }
  const hardhat = await start('hardhat')
  expect(paidOf(await hardhat('eth_call', call, 'latest'))).toBe(16n)
  expect(BigInt(String(await hardhat('eth_estimateGas', call)))).toBeGreaterThan(21_000n)
  const anvil = await start('anvil')
  await expect(anvil('eth_call', call, 'latest')).rejects.toMatchObject(POORER)
  await expect(anvil('eth_estimateGas', call)).rejects.toMatchObject(POORER)
})
