import assert from 'node:assert/strict'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Transaction } from 'web3'
import { DEV_KEYS, DEV_MNEMONIC } from '../../support/clients/devAccounts.ts'
import { specimen } from '../../support/clients/specimen.ts'
import { some } from '../../support/runs.ts'
import {
  addressOf,
  alice,
  bob,
  method,
  read,
  send,
  startWithWeb3,
  type Web3Setup,
} from './web3Setup.ts'

/** An unused account. */
const stranger = '0x00000000000000000000000000000000000ab1e5'
const gwei = (amount: number): bigint => BigInt(amount) * 10n ** 9n

let on: Web3Setup
beforeEach(async () => {
  on = await startWithWeb3()
})
afterEach(() => on.close())

// The addresses of the accounts' first contracts are as well known as the accounts.
describe.each(
  some(1, [
    ['local', alice, '0x5FbDB2315678afecb367f032d93F642f64180aa3'],
    ['unlocked', bob, '0x8464135c8F25Da09e49BC8782676a84730C318bC'],
  ]),
)('web3, %s account', (_, from, firstContract) => {
  test('deploys a contract and calls it', async () => {
    const { eth } = on.web3
    const contract = await on.deploy(from)
    expect(addressOf(contract)).toBe(firstContract)
    const [creation] = (await eth.getBlock(1)).transactions ?? []
    const receipt = await eth.getTransactionReceipt(String(creation))
    const contractAddress = firstContract.toLowerCase()
    expect(receipt).toMatchObject({ status: 1n, type: 2n, contractAddress })
    expect(receipt.from).toBe(from.toLowerCase())
    expect(receipt.to ?? null).toBeNull()
    expect(await eth.getCode(firstContract)).toBe(specimen.deployedBytecode)

    expect(await read(contract, 'number')).toBe(7n)
    expect(await send(contract, 'setNumber', [8n])).toMatchObject({ status: 1n })
    expect(await read(contract, 'number')).toBe(8n)
    expect(await eth.getTransactionCount(from)).toBe(2n)
  })

  const accessList = [{ address: stranger, storageKeys: [`0x${'00'.repeat(32)}`] }]
  const gasPrice = gwei(3)
  const fees = { maxFeePerGas: gwei(4), maxPriorityFeePerGas: gwei(2) }
  // EIP-2930: 2400 for an address, 1900 for a slot.
  const types: readonly [Transaction, gas: bigint, price: bigint][] = [
    [{ type: '0x0', gasPrice }, 21_000n, gasPrice],
    [{ type: '0x1', gasPrice, accessList }, 25_300n, gasPrice],
    [{ type: '0x2', ...fees }, 21_000n, gwei(3)],
    [{ type: '0x2', ...fees, accessList }, 25_300n, gwei(3)],
  ]
  test.each(types)('sends %o', async (fields, gasUsed, effectiveGasPrice) => {
    const { eth } = on.web3
    const before = await eth.getBalance(from)
    const request = { ...fields, from, to: stranger, value: 1234n, gas: gasUsed }
    const { transactionHash: hash } = await eth.sendTransaction(request)
    const type = BigInt(String(fields.type))
    // The base fee begins at 1 gwei.
    const receipt = await eth.getTransactionReceipt(hash)
    expect(receipt).toMatchObject({ status: 1n, type, gasUsed, effectiveGasPrice })
    const found = await eth.getTransaction(hash)
    const asked = { ...fields, type, gasPrice: effectiveGasPrice, gas: gasUsed }
    expect(found).toMatchObject({ ...asked, hash, value: 1234n, nonce: 0n })
    expect(found).toMatchObject({ from: from.toLowerCase(), to: stranger, chainId: 713714n })
    expect(await eth.getBalance(stranger)).toBe(1234n)
    expect(before - (await eth.getBalance(from))).toBe(1234n + gasUsed * effectiveGasPrice)

    const raw = String(await on.request('eth_getRawTransactionByHash', [hash]))
    expect(eth.accounts.recoverTransaction(raw)).toBe(from)
    expect(on.web3.utils.keccak256(raw)).toBe(hash)
  })

  test('reads the events of a receipt', async () => {
    const contract = await on.deploy(from)
    const changed = await send(contract, 'setNumber', [8n])
    const deposited = await send(contract, 'deposit', ['été'], { value: '3' })
    const wanted = [
      [changed, 'NumberChanged', { by: from, current: 8n, previous: 7n }],
      [deposited, 'Deposited', { from, amount: 3n, note: 'été' }],
    ] as const
    for (const [receipt, name, returnValues] of wanted) {
      const { blockHash, blockNumber, transactionHash, events } = receipt
      assert(events)
      expect(Object.keys(events)).toEqual([name])
      expect(events[name]).toMatchObject({ event: name, returnValues })
      expect(events[name]).toMatchObject({ blockHash, blockNumber, transactionHash })
      expect(events[name]).toMatchObject({ transactionIndex: 0n, logIndex: 0n, removed: false })
    }
  })

  test.each([
    ['failWithReason', ['no water'], 'Error', { message: 'no water' }],
    ['failWithReason', [''], 'Error', { message: '' }],
    ['failAssertion', [], 'Panic', { code: 0x01n }],
    ['add', [2n ** 256n - 1n], 'Panic', { code: 0x11n }],
    ['failWithCustomError', [101n], 'OutOfRange', { caller: from, given: 101n, limit: 100n }],
  ])('decodes the revert of %s(%s)', async (name, args, errorName, errorArgs) => {
    const contract = await on.deploy(from)
    const failing = method(contract, name, ...args)
    const called = await failureOf(failing.call())
    expect(called).toMatchObject({ cause: { code: 3, errorName, errorArgs } })
    const { data } = called.cause as { readonly data: string }
    expect(await failureOf(failing.estimateGas())).toMatchObject({ cause: { code: 3, data } })

    const transaction = { from, to: addressOf(contract), data: failing.encodeABI(), gas: 100_000 }
    const options = { checkRevertBeforeSending: false, contractAbi: specimen.abi as never }
    const sent = await failureOf(on.web3.eth.sendTransaction(transaction, undefined, options))
    expect(sent).toMatchObject({
      name: 'TransactionRevertWithCustomError',
      customErrorName: errorName,
      customErrorArguments: errorArgs,
      receipt: { status: 0n, logs: [] },
    })
    expect(await read(contract, 'number')).toBe(7n)
  })

  test('reports a revert without data', async () => {
    const contract = await on.deploy(from)
    const failing = method(contract, 'failSilently')
    const call = { from, to: addressOf(contract), data: failing.encodeABI() }
    const called = await failureOf(on.web3.eth.call(call))
    expect(called).toMatchObject({ cause: { code: 3, data: '0x' } })
    expect(await failureOf(failing.estimateGas())).toMatchObject({ cause: { code: 3, data: '0x' } })
    const sent = await failureOf(send(contract, 'failSilently', [], { gas: '100000' }))
    expect(sent).toMatchObject({ receipt: { status: 0n, logs: [] } })
  })

  test('estimates gas that suffices and is at most 1.5 % too much', async () => {
    const transfer = { from, to: stranger, value: 1n }
    expect(await on.web3.eth.estimateGas(transfer)).toBe(21_000n)

    const contract = await on.deploy(from)
    const gas = await method(contract, 'deposit', 'note').estimateGas({ value: '1' })
    const tooLittle = (gas * 1000n) / 1015n - 1n
    const options = { value: '1', gas: String(tooLittle) }
    const short = await failureOf(send(contract, 'deposit', ['note'], options))
    expect(short).toMatchObject({ receipt: { status: 0n, gasUsed: tooLittle } })
    const enough = await send(contract, 'deposit', ['note'], { value: '1', gas: String(gas) })
    expect(enough).toMatchObject({ status: 1n })
  })

  test('reports the reason of a rejection', async () => {
    const { eth } = on.web3
    const fees = { maxFeePerGas: gwei(3), maxPriorityFeePerGas: gwei(1) }
    const to = { from, to: stranger, gas: 21_000n, ...fees }
    await eth.sendTransaction(to)
    const checked = (fields: Transaction) => failureOf(eth.sendTransaction({ ...to, ...fields }))
    const unchecked = (fields: Transaction) =>
      failureOf(
        eth.sendTransaction({ ...to, ...fields }, undefined, { checkRevertBeforeSending: false }),
      )
    // By default web3 tries a transaction with eth_call before it sends it.
    const cheap = { maxFeePerGas: 999_999_999n, maxPriorityFeePerGas: 0n }
    const refusals = [
      [{ value: 10n ** 22n }, 'insufficient funds for gas'],
      [cheap, 'max fee per gas less than block base fee'],
    ] as const
    for (const [fields, words] of refusals) {
      const message = expect.stringContaining(words)
      const name = 'TransactionRevertInstructionError'
      expect(await checked(fields)).toMatchObject({ name, reason: message })
      const sent = await unchecked(fields)
      expect(sent).toMatchObject({ name: 'InvalidResponseError', cause: { code: -32000, message } })
    }
    const short = await checked({ gas: 20_999n })
    expect(short).toMatchObject({ reason: expect.stringContaining('intrinsic gas too low') })
    const message = expect.stringContaining('nonce too low')
    const again = await checked({ nonce: 0n, value: 1n })
    expect(again).toMatchObject({ name: 'InvalidResponseError', cause: { code: -32000, message } })
    expect(await eth.getTransactionCount(from)).toBe(1n)
  })
})

test('web3 reads type 4 (EIP-7702) transactions, which it cannot create', async () => {
  const { eth } = on.web3
  const target = addressOf(await on.deploy())
  const signer = mnemonicToAccount(DEV_MNEMONIC, { addressIndex: 2 })
  const authority = privateKeyToAccount(DEV_KEYS[1])
  const contractAddress = target as `0x${string}`
  const chainId = 713714
  const authorization = await authority.signAuthorization({ contractAddress, chainId, nonce: 0 })
  const raw = await signer.signTransaction({
    type: 'eip7702',
    chainId,
    nonce: 0,
    to: stranger,
    gas: 100_000n,
    maxFeePerGas: gwei(3),
    maxPriorityFeePerGas: gwei(1),
    authorizationList: [authorization],
  })
  const hash = String(await on.request('eth_sendRawTransaction', [raw]))
  expect(hash).toBe(on.web3.utils.keccak256(raw))
  const from = signer.address.toLowerCase()
  expect(await eth.getTransaction(hash)).toMatchObject({ type: 4n, from, to: stranger, nonce: 0n })
  // EIP-7702: an authorization costs 25,000 gas and refunds 12,500 if the account exists.
  // EIP-3529: the refund is at most a fifth of the gas used.
  const gasUsed = 46_000n - 46_000n / 5n
  const receipt = await eth.getTransactionReceipt(hash)
  expect(receipt).toMatchObject({ type: 4n, status: 1n, from, gasUsed })
  const code = await eth.getCode(authority.address)
  expect(code).toBe(`0xef0100${target.slice(2).toLowerCase()}`)
  // The contract's code on the account's own storage.
  const delegated = on.contractAt(authority.address)
  await send(delegated, 'setNumber', [9n])
  expect(await read(delegated, 'number')).toBe(9n)
  expect(await read(on.contractAt(target), 'number')).toBe(7n)
})

test('blob transactions (type 3) of web3 are rejected, signed or not', async () => {
  const signed = await mnemonicToAccount(DEV_MNEMONIC).signTransaction({
    type: 'eip4844',
    chainId: 713714,
    nonce: 0,
    to: stranger,
    gas: 21_000n,
    maxFeePerGas: gwei(3),
    maxPriorityFeePerGas: gwei(1),
    maxFeePerBlobGas: 1n,
    blobVersionedHashes: [`0x01${'00'.repeat(31)}`],
  })
  const raw = await failureOf(on.request('eth_sendRawTransaction', [signed]))
  const message = expect.stringMatching(/blob/)
  expect(raw).toMatchObject({ name: 'InvalidResponseError', cause: { code: -32000, message } })
  const unsigned = { from: bob, to: stranger, type: '0x3', gas: 21_000n }
  const sent = await failureOf(on.web3.eth.sendTransaction(unsigned))
  expect(sent).toMatchObject({ reason: message })
  expect(await on.web3.eth.getBlockNumber()).toBe(0n)
})

/**
 * What an attempt fails with: a promise, or one of web3's own kind that does not satisfy its type.
 */
async function failureOf(attempt: unknown): Promise<Error> {
  try {
    await attempt
  } catch (thrown) {
    assert(thrown instanceof Error)
    return thrown
  }
  throw new assert.AssertionError({ message: 'it did not fail' })
}
