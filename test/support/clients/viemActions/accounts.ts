import { parseEther } from 'viem'
import { expect } from 'vitest'
import { DEV_ADDRESSES } from '../devAccounts.ts'
import { alice, bob } from '../viemSetup.ts'
import { type Probe, stranger } from './context.ts'

const payment = { account: stranger, to: alice.address, value: 5n, chain: null } as const

/** Accounts for which the node signs, and accounts without a key. */
export const accounts: Readonly<Record<string, Probe>> = {
  async getAddresses({ test }) {
    expect((await test.getAddresses()).slice(0, 2)).toEqual(DEV_ADDRESSES)
  },
  async 'sendTransaction, unlocked'({ test }) {
    const hash = await test.sendTransaction({ to: alice.address, value: 5n, chain: null })
    expect(await test.getTransaction({ hash })).toMatchObject({
      from: bob.address.toLowerCase(),
      value: 5n,
      blockNumber: 1n,
    })
  },
  async impersonateAccount({ test }) {
    await test.setBalance({ address: stranger, value: parseEther('1') })
    const before = await test.getBalance({ address: alice.address })
    await test.impersonateAccount({ address: stranger })
    const hash = await test.sendTransaction(payment)
    const receipt = await test.getTransactionReceipt({ hash })
    expect(receipt).toMatchObject({ from: stranger, status: 'success' })
    expect(await test.getBalance({ address: alice.address })).toBe(before + 5n)
    const { r, s } = await test.getTransaction({ hash })
    // Other clients reject signatures of zeros.
    expect([BigInt(r), BigInt(s)]).not.toContain(0n)
  },
  async 'impersonateAccount, of a contract'({ test, deploy }) {
    const account = await deploy()
    await test.setBalance({ address: account, value: parseEther('1') })
    await test.impersonateAccount({ address: account })
    const hash = await test.sendTransaction({ ...payment, account })
    expect(await test.getTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
  },
  async stopImpersonatingAccount({ test }) {
    await test.setBalance({ address: stranger, value: parseEther('1') })
    await test.impersonateAccount({ address: stranger })
    await test.sendTransaction(payment)
    await test.stopImpersonatingAccount({ address: stranger })
    await expect(test.sendTransaction(payment)).rejects.toThrow()
    expect(await test.getTransactionCount({ address: stranger })).toBe(1)
  },
  async sendUnsignedTransaction({ test }) {
    await test.setBalance({ address: stranger, value: parseEther('1') })
    const before = await test.getBalance({ address: alice.address })
    const { account: from, to, value } = payment
    const hash = await test.sendUnsignedTransaction({ from, to, value })
    expect(await test.getTransactionReceipt({ hash })).toMatchObject({ from, status: 'success' })
    expect(await test.getBalance({ address: alice.address })).toBe(before + 5n)
  },
}
