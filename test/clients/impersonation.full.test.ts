import { JsonRpcProvider, Transaction } from 'ethers'
import { createTestClient, http, keccak256, parseEther, publicActions, walletActions } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createNode } from '../../src/index.ts'
import { parseAddress } from '../../src/primitives/address.ts'
import { alice, bob, startWithViem, type ViemSetup } from '../support/clients/viemSetup.ts'

/** An unused account. */
const stranger = '0x00000000000000000000000000000000000ab1e5'

let on: ViemSetup
beforeEach(async () => {
  on = await startWithViem()
})
afterEach(() => on.close())

function cheatsIn(mode: 'anvil' | 'hardhat') {
  const { client, url } = on
  const cheats = createTestClient({ chain: client.chain, transport: http(url), mode })
  return cheats.extend(publicActions).extend(walletActions)
}

test('autoImpersonate allows any sender', async () => {
  const cheats = cheatsIn('anvil')
  await cheats.setBalance({ address: stranger, value: parseEther('2') })
  await cheats.setAutomine(false)
  await on.request('anvil_autoImpersonateAccount', [true])
  const call = { to: bob.address, value: 1n } as const
  const hashes = [
    await cheats.sendTransaction({ account: stranger, ...call }),
    await cheats.sendTransaction({ account: stranger, ...call }),
  ]
  await cheats.mine({ blocks: 1 })
  const { transactions } = await cheats.getBlock({ includeTransactions: true })
  expect(transactions.map(({ hash, from, nonce }) => [hash, from, nonce])).toEqual(
    hashes.map((hash, nonce) => [hash, stranger, nonce]),
  )
  await on.request('anvil_autoImpersonateAccount', [false])
  await expect(cheats.sendTransaction({ account: stranger, ...call })).rejects.toThrow('unknown')
})

test('impersonation survives a revert and applies to a branch', async () => {
  const { request, node } = on
  const id = await request('evm_snapshot', [])
  await request('hardhat_impersonateAccount', [stranger])
  await request('evm_revert', [id])
  expect(await request('eth_accounts', [])).toContain(stranger)
  const branch = await node.branch()
  const who = parseAddress(stranger)
  expect(branch.impersonations.has(who)).toBe(true)
  branch.impersonations.delete(who)
  expect(node.impersonations.has(who)).toBe(true)
})

test('ethers sends for an impersonated account and decodes the transaction', async () => {
  const provider = new JsonRpcProvider(on.url, 713714, { staticNetwork: true, pollingInterval: 10 })
  try {
    const cheats = cheatsIn('hardhat')
    await cheats.setBalance({ address: stranger, value: parseEther('2') })
    await cheats.impersonateAccount({ address: stranger })
    const signer = await provider.getSigner(stranger)
    const sent = await signer.sendTransaction({ to: alice.address, value: 5n })
    expect((await sent.wait())?.from.toLowerCase()).toBe(stranger)
    expect(sent.signature.r).toMatch(/^0x[0-9a-f]{64}$/)
    const raw = await provider.send('eth_getRawTransactionByHash', [sent.hash])
    const read = Transaction.from(raw)
    expect([read.hash, keccak256(raw)]).toEqual([sent.hash, sent.hash])
    expect(read.signature?.serialized).toBe(sent.signature.serialized)
    expect([read.value, read.nonce, read.to]).toEqual([5n, 0, alice.address])
    // What the block commits to holds these bytes.
    const block = await provider.send('debug_getRawBlock', ['latest'])
    expect(block).toContain(raw.slice(2))
  } finally {
    provider.destroy()
  }
})

test('estimates a contract’s gas and fills its transaction', async () => {
  const contract = await on.deploy()
  const call = { account: contract, to: contract, data: '0x8381f58a' } as const
  expect(await on.client.estimateGas(call)).toBeGreaterThan(21_000n)
  const filled = await on.request('eth_fillTransaction', [{ from: contract, ...call }])
  expect(filled).toMatchObject({ tx: { nonce: '0x1' } })
})

test('a node in process impersonates all accounts from the start, and after a reset', async () => {
  const node = await createNode({ autoImpersonate: true, accounts: 1 })
  const send = () =>
    node.request({ method: 'eth_sendTransaction', params: [{ from: stranger, to: stranger }] })
  await expect(send()).rejects.toThrow('insufficient funds')
  await node.request({ method: 'anvil_autoImpersonateAccount', params: [false] })
  await expect(send()).rejects.toThrow('unknown account')
  await node.request({ method: 'anvil_reset', params: [] })
  await expect(send()).rejects.toThrow('insufficient funds')
  await node.close()
})
