import assert from 'node:assert/strict'
import {
  BaseError,
  ContractFunctionRevertedError,
  FeeCapTooLowError,
  getContractAddress,
  type Hex,
  InsufficientFundsError,
  IntrinsicGasTooLowError,
  NonceTooLowError,
  parseEther,
  parseEventLogs,
  parseGwei,
  recoverTransactionAddress,
  type TransactionRequest,
  type TransactionSerialized,
  zeroHash,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { specimen } from '../../support/clients/specimen.ts'
import { alice, bob, startWithViem, type ViemSetup } from '../../support/clients/viemSetup.ts'

const { abi } = specimen
/** An unused account. */
const stranger = '0x00000000000000000000000000000000000ab1e5'

let on: ViemSetup
beforeEach(async () => {
  on = await startWithViem()
})
afterEach(() => on.close())

describe.each(['local', 'unlocked'] as const)('viem, %s account', (kind) => {
  const owner = kind === 'local' ? alice : bob

  test('deploys a contract and calls it', async () => {
    const sender = on[kind]
    const hash = await sender.deployContract({
      abi,
      bytecode: specimen.bytecode,
      args: [7n],
      value: 5n,
    })
    const receipt = await on.client.waitForTransactionReceipt({ hash })
    const address = getContractAddress({ from: owner.address, nonce: 0n })
    expect(receipt).toMatchObject({ status: 'success', type: 'eip1559', to: null })
    expect(receipt.contractAddress?.toLowerCase()).toBe(address.toLowerCase())
    expect(await on.client.getCode({ address })).toBe(specimen.deployedBytecode)
    expect(await on.client.getBalance({ address })).toBe(5n)
    expect(await on.client.readContract({ abi, address, functionName: 'number' })).toBe(7n)

    const call = { abi, address, functionName: 'setNumber', args: [8n] } as const
    await sender.writeContract(call)
    expect(await on.client.readContract({ abi, address, functionName: 'number' })).toBe(8n)
    const sent = on.client.getTransactionCount({ address: owner.address })
    expect(await sent).toBe(2)
  })

  const list = [{ address: stranger, storageKeys: [zeroHash] }] as const
  const price = parseGwei('3')
  const fees = { maxFeePerGas: parseGwei('4'), maxPriorityFeePerGas: parseGwei('2') }
  // EIP-2930: 2400 for an address, 1900 for a slot.
  const types: readonly [TransactionRequest, gas: bigint, price: bigint][] = [
    [{ type: 'legacy', gasPrice: price }, 21_000n, price],
    [{ type: 'eip2930', gasPrice: price, accessList: list }, 25_300n, price],
    [{ type: 'eip1559', ...fees }, 21_000n, parseGwei('3')],
    [{ type: 'eip1559', ...fees, accessList: list }, 25_300n, parseGwei('3')],
  ]
  test.each(types)('sends %o', async (fields, gasUsed, effectiveGasPrice) => {
    const before = await on.client.getBalance({ address: owner.address })
    const request = { ...fields, to: stranger, value: 1234n }
    const hash = await on[kind].sendTransaction(request as TransactionRequest & { to: string })
    const transaction = await on.client.getTransaction({ hash })
    expect(transaction).toMatchObject({ ...fields, value: 1234n, nonce: 0, chainId: 713714 })
    expect(transaction.from.toLowerCase()).toBe(owner.address.toLowerCase())

    const receipt = await on.mined(hash)
    // The base fee begins at 1 gwei.
    expect(receipt).toMatchObject({ type: fields.type, status: 'success', effectiveGasPrice })
    expect(receipt.gasUsed).toBe(gasUsed)
    expect(await on.client.getBalance({ address: stranger })).toBe(1234n)
    const after = await on.client.getBalance({ address: owner.address })
    expect(before - after).toBe(1234n + gasUsed * effectiveGasPrice)

    const raw = await on.request('eth_getRawTransactionByHash', [hash])
    const signer = await recoverTransactionAddress({
      serializedTransaction: raw as TransactionSerialized,
    })
    expect(signer).toBe(owner.address)
  })

  test('sends type 4 (EIP-7702) to delegate an account', async () => {
    const contract = await on.deploy()
    const authority = privateKeyToAccount(generatePrivateKey())
    const authorization = await authority.signAuthorization({
      contractAddress: contract,
      chainId: 713714,
      nonce: 0,
    })
    const hash = await on[kind].sendTransaction({
      to: stranger,
      authorizationList: [authorization],
    })
    const { address } = authority
    expect(await on.mined(hash)).toMatchObject({ type: 'eip7702', status: 'success' })
    const transaction = await on.client.getTransaction({ hash })
    expect(transaction.type).toBe('eip7702')
    expect(transaction.authorizationList).toMatchObject([
      {
        chainId: 713714,
        nonce: 0,
        yParity: authorization.yParity,
      },
    ])
    // The node answers quantities, viem pads: the same numbers, not always the same text.
    const numbers = ({ r, s }: { readonly r: Hex; readonly s: Hex }) => [BigInt(r), BigInt(s)]
    expect(transaction.authorizationList?.map(numbers)).toEqual([numbers(authorization)])
    expect(await on.client.getCode({ address })).toBe(`0xef0100${contract.slice(2).toLowerCase()}`)
    expect(await on.client.getTransactionCount({ address })).toBe(1)
    const delegation = await on.client.getDelegation({ address })
    expect(delegation?.toLowerCase()).toBe(contract.toLowerCase())
    // The contract's code on the account's own storage.
    await on.local.writeContract({ abi, address, functionName: 'setNumber', args: [9n] })
    expect(await on.client.readContract({ abi, address, functionName: 'number' })).toBe(9n)
    const untouched = on.client.readContract({ abi, address: contract, functionName: 'number' })
    expect(await untouched).toBe(7n)
  })

  test('reads the events of a receipt', async () => {
    const address = await on.deploy(on[kind])
    const to = { abi, address } as const
    const hashes = [
      await on[kind].writeContract({ ...to, functionName: 'setNumber', args: [8n] }),
      await on[kind].writeContract({
        ...to,
        functionName: 'deposit',
        args: ['été'],
        value: 3n,
      }),
    ]
    const receipts = await Promise.all(hashes.map((hash) => on.mined(hash)))
    const events = parseEventLogs({ abi, logs: receipts.flatMap(({ logs }) => logs) })
    expect(events.map(({ eventName, args }) => ({ eventName, args }))).toEqual([
      { eventName: 'NumberChanged', args: { by: owner.address, current: 8n, previous: 7n } },
      { eventName: 'Deposited', args: { from: owner.address, amount: 3n, note: 'été' } },
    ])
    for (const [i, event] of events.entries()) {
      const { blockHash, blockNumber, transactionHash, transactionIndex } = receipts[i] ?? {}
      const place = { blockHash, blockNumber, transactionHash, transactionIndex, logIndex: 0 }
      expect(event).toMatchObject({ ...place, address: address.toLowerCase(), removed: false })
    }
  })

  test.each([
    ['failWithReason', ['no water'], { errorName: 'Error', args: ['no water'] }],
    ['failWithReason', [''], { errorName: 'Error', args: [''] }],
    ['failAssertion', [], { errorName: 'Panic', args: [0x01n] }],
    ['add', [2n ** 256n - 1n], { errorName: 'Panic', args: [0x11n] }],
    ['failWithCustomError', [101n], { errorName: 'OutOfRange', args: [owner.address, 101n, 100n] }],
    ['failSilently', [], undefined],
  ])('decodes the revert of %s(%s)', async (functionName, args, data) => {
    const address = await on.deploy()
    const call = { abi, address, functionName, args } as const
    const sender = on[kind]
    const attempts = [
      sender.simulateContract({ ...call, account: owner.address }),
      sender.estimateContractGas({ ...call, account: owner.address }),
    ]
    for (const attempt of attempts) {
      const reverted = await revertOf(attempt)
      if (data === undefined) expect(reverted.raw).toBe('0x')
      else expect(reverted.data).toMatchObject(data)
    }
    const hash = await sender.writeContract({ ...call, gas: 100_000n })
    const receipt = await on.mined(hash)
    expect(receipt).toMatchObject({ status: 'reverted', logs: [] })
    // A panic gives unused gas back, like any revert since Solidity 0.8.
    expect(receipt.gasUsed).toBeLessThan(100_000n)
    expect(await sender.readContract({ abi, address, functionName: 'number' })).toBe(7n)
  })

  test('estimates gas that suffices and is at most 1.5 % too much', async () => {
    const transfer = { account: owner.address, to: stranger, value: 1n } as const
    expect(await on[kind].estimateGas(transfer)).toBe(21_000n)

    const address = await on.deploy()
    const call = { abi, address, functionName: 'deposit', args: ['note'], value: 1n } as const
    const gas = await on[kind].estimateContractGas({ ...call, account: owner.address })
    const tooLittle = (gas * 1000n) / 1015n - 1n
    const short = await on[kind].writeContract({ ...call, gas: tooLittle })
    expect(await on.mined(short)).toMatchObject({ status: 'reverted', gasUsed: tooLittle })
    const enough = await on[kind].writeContract({ ...call, gas })
    expect(await on.mined(enough)).toMatchObject({ status: 'success' })
  })

  test('maps a rejection to its own error', async () => {
    const sender = on[kind]
    const fees = { maxFeePerGas: parseGwei('3'), maxPriorityFeePerGas: parseGwei('1') }
    const to = { to: stranger, gas: 21_000n, ...fees } as const
    await sender.sendTransaction(to)
    const refusal = async (request: object): Promise<BaseError> => {
      const thrown: unknown = await sender.sendTransaction({ ...to, ...request }).catch((e) => e)
      assert(thrown instanceof BaseError)
      return thrown
    }
    const cases = [
      [{ nonce: 0, value: 1n }, NonceTooLowError],
      [{ value: parseEther('10000') }, InsufficientFundsError],
      [{ gas: 20_999n }, IntrinsicGasTooLowError],
      [{ maxFeePerGas: 999_999_999n, maxPriorityFeePerGas: 0n }, FeeCapTooLowError],
    ] as const
    for (const [request, kindOfError] of cases) {
      const error = await refusal(request)
      expect(error.walk((e) => e instanceof kindOfError)).toBeInstanceOf(kindOfError)
    }
    expect(await sender.getTransactionCount({ address: owner.address })).toBe(1)
  })
})

/** The decoded revert in what viem throws. */
async function revertOf(attempt: Promise<unknown>): Promise<ContractFunctionRevertedError> {
  const thrown: unknown = await attempt.catch((error: unknown) => error)
  assert(thrown instanceof BaseError)
  const found = thrown.walk((e) => e instanceof ContractFunctionRevertedError)
  assert(found instanceof ContractFunctionRevertedError, `no revert in ${thrown.name}`)
  return found
}
