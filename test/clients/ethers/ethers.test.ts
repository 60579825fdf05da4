import assert from 'node:assert/strict'
import {
  type CallExceptionError,
  Contract,
  ContractFactory,
  type ContractTransactionReceipt,
  type EthersError,
  EventLog,
  getCreateAddress,
  type InterfaceAbi,
  isCallException,
  isError,
  parseEther,
  parseUnits,
  Transaction,
  type TransactionRequest,
  Wallet,
  ZeroHash,
} from 'ethers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  alice,
  bob,
  type EthersSetup,
  mined,
  read,
  send,
  startWithEthers,
} from '../../support/clients/ethersSetup.ts'
import { specimen } from '../../support/clients/specimen.ts'
import { some } from '../../support/runs.ts'

const abi = specimen.abi as InterfaceAbi
/** An unused account. */
const stranger = '0x00000000000000000000000000000000000aB1E5'
const gwei = (amount: string): bigint => parseUnits(amount, 'gwei')

let on: EthersSetup
beforeEach(async () => {
  on = await startWithEthers()
})
afterEach(() => on.close())

describe.each(some(1, ['local', 'unlocked'] as const))('ethers, %s account', (kind) => {
  const owner = kind === 'local' ? alice : bob

  test('deploys a contract and calls it', async () => {
    const factory = new ContractFactory(abi, specimen.bytecode, on[kind])
    const deployed = await factory.deploy(7n, { value: 5n })
    const creation = deployed.deploymentTransaction()
    assert(creation)
    const receipt = await mined(creation)
    const address = getCreateAddress({ from: owner.address, nonce: 0 })
    expect(await deployed.getAddress()).toBe(address)
    expect(receipt).toMatchObject({ status: 1, type: 2, to: null, contractAddress: address })
    expect(await on.provider.getCode(address)).toBe(specimen.deployedBytecode)
    expect(await on.provider.getBalance(address)).toBe(5n)

    const contract = new Contract(address, abi, on[kind])
    expect(await read(contract, 'number')).toBe(7n)
    await send(contract, 'setNumber', 8n)
    expect(await read(contract, 'number')).toBe(8n)
    expect(await on.provider.getTransactionCount(owner.address)).toBe(2)
  })

  const accessList = [{ address: stranger, storageKeys: [ZeroHash] }]
  const price = gwei('3')
  const fees = { maxFeePerGas: gwei('4'), maxPriorityFeePerGas: gwei('2') }
  // EIP-2930: 2400 for an address, 1900 for a slot.
  const types: readonly [TransactionRequest, gas: bigint, price: bigint][] = [
    [{ type: 0, gasPrice: price }, 21_000n, price],
    [{ type: 1, gasPrice: price, accessList }, 25_300n, price],
    [{ type: 2, ...fees }, 21_000n, gwei('3')],
    [{ type: 2, ...fees, accessList }, 25_300n, gwei('3')],
  ]
  test.each(types)('sends %o', async (fields, gasUsed, gasPrice) => {
    const before = await on.provider.getBalance(owner.address)
    const sent = await on[kind].sendTransaction({ ...fields, to: stranger, value: 1234n })
    const receipt = await mined(sent)
    // The base fee begins at 1 gwei.
    expect(receipt).toMatchObject({ type: fields.type, status: 1, gasUsed, gasPrice })
    const found = await on.provider.getTransaction(sent.hash)
    const { gasPrice: _mined, ...asked } = fields
    expect(found).toMatchObject({ ...asked, value: 1234n, nonce: 0, from: owner.address })
    expect(found).toMatchObject({ chainId: 713714n, gasPrice, to: stranger })
    expect(await on.provider.getBalance(stranger)).toBe(1234n)
    const after = await on.provider.getBalance(owner.address)
    expect(before - after).toBe(1234n + gasUsed * gasPrice)

    const raw = Transaction.from(
      String(await on.request('eth_getRawTransactionByHash', [sent.hash])),
    )
    expect(raw).toMatchObject({ from: owner.address, hash: sent.hash, ...asked })
  })

  test('sends type 4 (EIP-7702) to delegate an account', async () => {
    const contract = await on.deploy()
    const target = await contract.getAddress()
    const authority = Wallet.createRandom(on.provider)
    const authorization = await authority.authorize({ address: target, nonce: 0 })
    const sent = await on[kind].sendTransaction({
      type: 4,
      to: stranger,
      authorizationList: [authorization],
    })
    expect(await mined(sent)).toMatchObject({ type: 4, status: 1 })
    const found = await on.provider.getTransaction(sent.hash)
    expect(found?.type).toBe(4)
    expect(found?.authorizationList).toMatchObject([
      { address: target, nonce: 0n, chainId: 713714n },
    ])
    expect(found?.authorizationList?.[0]?.signature.serialized).toBe(
      authorization.signature.serialized,
    )
    const { address } = authority
    expect(await on.provider.getCode(address)).toBe(`0xef0100${target.slice(2).toLowerCase()}`)
    expect(await on.provider.getTransactionCount(address)).toBe(1)
    // The contract's code on the account's own storage.
    const delegated = new Contract(address, abi, on.local)
    await send(delegated, 'setNumber', 9n)
    expect(await read(delegated, 'number')).toBe(9n)
    expect(await read(contract, 'number')).toBe(7n)
  })

  test('reads the events of a receipt', async () => {
    const contract = await on.deploy(on[kind])
    const address = await contract.getAddress()
    const receipts: ContractTransactionReceipt[] = [
      await send(contract, 'setNumber', 8n),
      await send(contract, 'deposit', 'été', { value: 3n }),
    ]
    const wanted = [
      { name: 'NumberChanged', args: { by: owner.address, current: 8n, previous: 7n } },
      { name: 'Deposited', args: { from: owner.address, amount: 3n, note: 'été' } },
    ]
    for (const [i, { logs, ...place }] of receipts.entries()) {
      const [event] = logs
      assert(event instanceof EventLog)
      expect({ name: event.eventName, args: event.args.toObject() }).toEqual(wanted[i])
      const { blockHash, blockNumber, hash: transactionHash } = place
      expect(event).toMatchObject({ address, blockHash, blockNumber, transactionHash })
      expect(event).toMatchObject({ transactionIndex: 0, index: 0 })
    }
  })

  test.each([
    ['failWithReason', ['no water'], { name: 'Error', args: ['no water'] }],
    ['failWithReason', [''], { name: 'Error', args: [''] }],
    ['failAssertion', [], { name: 'Panic', args: [0x01n] }],
    ['add', [2n ** 256n - 1n], { name: 'Panic', args: [0x11n] }],
    ['failWithCustomError', [101n], { name: 'OutOfRange', args: [owner.address, 101n, 100n] }],
    ['failSilently', [], undefined],
  ])('decodes the revert of %s(%s)', async (name, args, wanted) => {
    const contract = await on.deploy(on[kind])
    const method = contract.getFunction(name)
    const called = await exceptionOf(method.staticCall(...args))
    if (wanted === undefined) expect(called).toMatchObject({ data: '0x', revert: null })
    else expect(called.revert).toMatchObject({ name: wanted.name })
    // Ethers gives the code of a panic as a number here.
    const given = [...(called.revert?.args ?? [])].map(String)
    expect(given).toEqual((wanted?.args ?? []).map(String))

    const estimated = await exceptionOf(method.estimateGas(...args))
    expect(estimated.data).toBe(called.data)
    if (wanted?.name === 'Error') expect(estimated.reason).toBe(wanted.args[0])
    if (wanted !== undefined) {
      const parsed = contract.interface.parseError(estimated.data ?? '')
      expect(parsed?.name).toBe(wanted.name)
      expect([...(parsed?.args ?? [])]).toEqual(wanted.args)
    }
    const { receipt } = await exceptionOf(send(contract, name, ...args, { gasLimit: 100_000n }))
    expect(receipt).toMatchObject({ status: 0, logs: [] })
    expect(receipt?.gasUsed).toBeLessThan(100_000n)
    expect(await read(contract, 'number')).toBe(7n)
  })

  test('estimates gas that suffices and is at most 1.5 % too much', async () => {
    expect(await on[kind].estimateGas({ to: stranger, value: 1n })).toBe(21_000n)

    const contract = await on.deploy(on[kind])
    const gas = await contract.getFunction('deposit').estimateGas('note', { value: 1n })
    const gasLimit = (gas * 1000n) / 1015n - 1n
    const short = await exceptionOf(send(contract, 'deposit', 'note', { value: 1n, gasLimit }))
    expect(short.receipt).toMatchObject({ status: 0, gasUsed: gasLimit })
    const enough = await send(contract, 'deposit', 'note', { value: 1n, gasLimit: gas })
    expect(enough.status).toBe(1)
  })

  test('maps a rejection to its own error', async () => {
    const to = { to: stranger, gasLimit: 21_000n, maxFeePerGas: gwei('3') }
    await mined(await on[kind].sendTransaction(to))
    const refusal = (fields: TransactionRequest): Promise<unknown> =>
      on[kind].sendTransaction({ ...to, ...fields }).catch((error: unknown) => error)
    expect(isError(await refusal({ nonce: 0, value: 1n }), 'NONCE_EXPIRED')).toBe(true)
    const broke = await refusal({ value: parseEther('10000') })
    expect(isError(broke, 'INSUFFICIENT_FUNDS')).toBe(true)
    // For these ethers has no codes of its own.
    const short = await refusal({ gasLimit: 20_999n })
    expect(nodeError(short)).toMatchObject({
      code: -32000,
      message: expect.stringContaining('intrinsic gas too low'),
    })
    const cheap = await refusal({ maxFeePerGas: 999_999_999n, maxPriorityFeePerGas: 0n })
    expect(nodeError(cheap)).toMatchObject({
      code: -32000,
      message: expect.stringContaining('max fee per gas less than block base fee'),
    })
    const poor = on.provider.estimateGas({ from: stranger, to: owner.address, value: 1n })
    await expect(poor).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
    expect(await on.provider.getTransactionCount(owner.address)).toBe(1)
  })
})

test('ethers detects that a transaction is already mined', async () => {
  const sent = await on.local.sendTransaction({ to: stranger })
  const { serialized } = Transaction.from(sent)
  // As in geth: "already known" is for transactions that still wait, and ethers has no code for it.
  const again = on.provider.broadcastTransaction(serialized)
  await expect(again).rejects.toMatchObject({ code: 'NONCE_EXPIRED' })
})

/** The exception that an attempt ends with. */
async function exceptionOf(attempt: Promise<unknown>): Promise<CallExceptionError> {
  const thrown: unknown = await attempt.catch((error: unknown) => error)
  assert(isCallException(thrown), `a call exception, got ${thrown}`)
  return thrown
}

/** The node's error in what ethers throws. */
function nodeError(thrown: unknown): unknown {
  const { error, info } = thrown as EthersError & { readonly error?: unknown }
  return error ?? info?.error
}
