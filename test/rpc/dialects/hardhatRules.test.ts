import { afterEach, describe, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../../src/index.ts'
import { alice, bob } from '../../support/accounts.ts'
import { executorOption } from '../../support/executor.ts'

const nodes: RockpoolNode[] = []
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
})

async function start(options: Parameters<typeof createNode>[0]) {
  const node = await createNode({ ...executorOption, chainId: 31337, ...options })
  nodes.push(node)
  return (method: string, ...params: readonly unknown[]) => node.request({ method, params })
}

type Ask = Awaited<ReturnType<typeof start>>

const POOR = '0x47dc9a4a1ff2436deb1828d038868561c8a5aedf'
/** Returns the caller's balance. */
const BALANCE = '0x33315f5260205ff3'
/** Returns BASEFEE and GASPRICE. */
const FEES = '0x485f523a60205260405ff3'

const word = (value: bigint | number) => value.toString(16).padStart(64, '0')
const quantity = (value: bigint | number) => `0x${value.toString(16)}`
const refusal = (message: string, code = -32000) => ({ code, message })
const blockNumber = async (ask: Ask) => Number(await ask('eth_blockNumber'))

/** The expected values are those of Hardhat 2.29.1. */
describe.each(['hardhat2', 'hardhat3'] as const)('%s', (compat) => {
  test('a call runs without a base fee and pays what it offers', async () => {
    const ask = await start({ compat })
    const call = async (fields: object, data = BALANCE) =>
      ask('eth_call', { from: POOR, data, gas: '0x186a0', ...fields }, 'latest')
    const before = 10n ** 9n
    await ask('hardhat_setBalance', POOR, quantity(before))
    const paying = (price: bigint) => `0x${word(before - price * 100_000n)}`
    expect(await call({})).toBe(paying(0n))
    expect(await call({ maxFeePerGas: '0x1' })).toBe(paying(0n))
    expect(await call({ maxPriorityFeePerGas: '0x3' })).toBe(paying(3n))
    expect(await call({ maxFeePerGas: '0x5', maxPriorityFeePerGas: '0x3' })).toBe(paying(3n))
    expect(await call({ gasPrice: '0x6' })).toBe(paying(6n))
    expect(await call({ gasPrice: '0x6' }, FEES)).toBe(`0x${word(0)}${word(6)}`)
  })

  test('the sender of a call gets what it lacks', async () => {
    const ask = await start({ compat })
    await ask('hardhat_setBalance', POOR, '0x3e8')
    const call = { from: POOR, data: BALANCE, gas: '0x186a0', gasPrice: '0x1', value: '0xa' }
    const nothing = `0x${word(0)}`
    expect(await ask('eth_call', call, 'latest')).toBe(nothing)
    expect(await ask('eth_call', call, 'pending', { [POOR]: { balance: '0x5' } })).toBe(nothing)
    expect(await ask('eth_getBalance', POOR)).toBe('0x3e8')
    const { value: _, ...free } = call
    expect(await ask('eth_estimateGas', { ...free, gasPrice: '0x2540be400' })).toMatch(/^0x/)
  })

  test('state and changes of state that are null are absent', async () => {
    const ask = await start({ compat })
    const call = (fields: object) =>
      ask('eth_call', { to: POOR, data: '0x01' }, 'latest', { [POOR]: fields })
    expect(await call({ state: null, stateDiff: null, code: null, nonce: null })).toBe('0x')
    expect(await call({ state: {}, stateDiff: null })).toBe('0x')
    await expect(call({ state: {}, stateDiff: {} })).rejects.toThrow(/used simultaneously/)
    await expect(call({ stateDiff: { '0x02': `0x${word(1)}` } })).rejects.toMatchObject({
      code: -32602,
    })
  })

  test('transactions that wait are mined with the next one', async () => {
    const ask = await start({ compat, noMining: true })
    const send = (nonce: number) =>
      ask('eth_sendTransaction', { from: bob.address, to: alice.address, gas: '0x5208', nonce })
    const waiting = [await send(0), await send(1)]
    expect(await ask('evm_setAutomine', true)).toBe(true)
    expect(await blockNumber(ask)).toBe(0)
    const last = await send(2)
    expect(await blockNumber(ask)).toBe(1)
    const block = await ask('eth_getBlockByNumber', 'latest', false)
    expect(block).toMatchObject({ transactions: [...waiting, last] })
  })

  test('in as many blocks as they need', async () => {
    const ask = await start({ compat, noMining: true })
    await ask('evm_setBlockGasLimit', quantity(45_000))
    const send = (nonce: number) =>
      ask('eth_sendTransaction', { from: bob.address, to: alice.address, gas: '0x5208', nonce })
    for (const nonce of [0, 1, 2, 3]) await send(nonce)
    await ask('evm_setAutomine', true)
    const last = await send(4)
    expect(await blockNumber(ask)).toBe(3)
    const block = await ask('eth_getBlockByNumber', 'latest', false)
    expect(block).toMatchObject({ transactions: [last] })
    expect(await ask('eth_pendingTransactions')).toEqual([])
  })

  test('a transaction that cannot pay after those that wait mines none', async () => {
    const ask = await start({ compat, noMining: true })
    const price = 10n ** 10n
    const value = 10n ** 22n - price * 21_000n
    const all = {
      ...{ from: bob.address, to: alice.address, gas: '0x5208' },
      ...{ gasPrice: quantity(price), value: quantity(value) },
    }
    await ask('eth_sendTransaction', all)
    await ask('evm_setAutomine', true)
    const second = ask('eth_sendTransaction', all)
    await expect(second).rejects.toThrow(/^Sender doesn't have enough funds to send tx/)
    expect(await blockNumber(ask)).toBe(0)
    expect(await ask('eth_pendingTransactions')).toHaveLength(1)
    await ask('evm_mine')
    expect(await ask('eth_pendingTransactions')).toEqual([])
  })

  test('a transaction that cannot pay from the start mines none of a full pool', async () => {
    const ask = await start({ compat, noMining: true })
    await ask('evm_setBlockGasLimit', quantity(42_000))
    const transfer = { from: bob.address, to: alice.address, gas: '0x5208' }
    const waiting = [0, 1].map((nonce) => ask('eth_sendTransaction', { ...transfer, nonce }))
    await Promise.all(waiting)
    await ask('evm_setAutomine', true)
    const announced = await ask('eth_newPendingTransactionFilter')
    await ask('eth_getFilterChanges', announced)
    const dear = { ...transfer, from: alice.address, value: quantity(10n ** 30n) }
    await expect(ask('eth_sendTransaction', dear)).rejects.toThrow(
      /^Sender doesn't have enough funds to send tx/,
    )
    expect(await ask('eth_getFilterChanges', announced)).toEqual([])
    expect(await blockNumber(ask)).toBe(0)
    expect(await ask('eth_pendingTransactions')).toHaveLength(2)
  })

  test('blocks have the coinbase and the total difficulty of Hardhat', async () => {
    const ask = await start({ compat })
    const coinbase = '0xc014ba5ec014ba5ec014ba5ec014ba5ec014ba5e'
    expect(await ask('eth_coinbase')).toBe(coinbase)
    await ask('eth_sendTransaction', { from: bob.address, to: alice.address })
    const block = Object(await ask('eth_getBlockByNumber', 'latest', false))
    expect(block).toMatchObject({ miner: coinbase, totalDifficulty: '0x0', number: '0x1' })
    expect(await ask('eth_getBlockByHash', block.hash, false)).toEqual(block)
    // A gwei a gas.
    expect(BigInt(String(await ask('eth_getBalance', coinbase)))).toBe(21_000n * 10n ** 9n)
    const pending = await ask('eth_getBlockByNumber', 'pending', false)
    const hash = expect.stringMatching(/^0x[0-9a-f]{64}$/)
    expect(pending).toMatchObject({ number: null, hash, parentHash: block.hash })
    const own = await start({ compat, coinbase: POOR })
    expect(await own('eth_coinbase')).toBe(POOR)
  })

  test('a failed creation has no address', async () => {
    const ask = await start({ compat, noMining: true })
    const failing = { from: alice.address, data: '0x5f5ffd', gas: '0x186a0' }
    const hash = await ask('eth_sendTransaction', failing)
    await ask('evm_mine')
    const receipt = await ask('eth_getTransactionReceipt', hash)
    expect(receipt).toMatchObject({ status: '0x0', contractAddress: null })
  })

  test.each([
    ['hardhat_setBalance', ['0x1234', '0x0'], 'Invalid value "0x1234" supplied to : ADDRESS'],
    ['hardhat_setBalance', [POOR, 'xyz'], 'Invalid value "xyz" supplied to : QUANTITY'],
    ['hardhat_setBalance', [POOR, 5], 'This method only supports strings but input was: 5'],
    ['hardhat_setNonce', [POOR, '0xzz'], 'Invalid value "0xzz" supplied to : QUANTITY'],
    ['hardhat_setCode', [POOR, 'xyz'], 'Invalid value "xyz" supplied to : DATA'],
    ['hardhat_setStorageAt', [POOR, 'xyz', '0x63'], 'Invalid value "xyz" supplied to : QUANTITY'],
    ['hardhat_impersonateAccount', [POOR.slice(2)], `"${POOR.slice(2)}" supplied to : ADDRESS`],
    ['evm_increaseTime', [`1${'0'.repeat(31)}`], 'Timestamp must be a non-negative number'],
    ['evm_setNextBlockTimestamp', [`0x${'1'.repeat(37)}`], 'not exceeding 2^64 - 1'],
    ['evm_mine', [-1], 'Timestamp must be a non-negative number not exceeding 2^64 - 1'],
    ['eth_getStorageAt', [POOR, 0], "Storage slot argument must be a string, got '0'"],
    ['eth_getStorageAt', [POOR, ''], 'Storage slot argument cannot be an empty string'],
    ['eth_getStorageAt', [POOR, '0xABG'], "must be a valid hexadecimal, got '0xABG'"],
    [
      'eth_getStorageAt',
      [POOR, `0x${'0'.repeat(65)}`],
      `must have a length of at most 66 ("0x" + 32 bytes), but '0x${'0'.repeat(65)}' has a length of 67`,
    ],
    [
      'eth_getStorageAt',
      [POOR, '0'.repeat(65)],
      `must have a length of at most 64 (32 bytes), but '${'0'.repeat(65)}' has a length of 65`,
    ],
  ] as const)('%s %j is an invalid argument', async (method, params, message) => {
    const ask = await start({ compat })
    await expect(ask(method, ...params)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(message),
    })
  })

  test('takes short slots without a prefix', async () => {
    const ask = await start({ compat })
    for (const slot of ['0x', '0x0', '0x00A', '0', '00A', 'b']) {
      expect(await ask('eth_getStorageAt', POOR, slot)).toBe(`0x${word(0)}`)
    }
  })

  test('a mined transaction cannot be dropped', async () => {
    const ask = await start({ compat })
    const hash = await ask('eth_sendTransaction', { from: bob.address, to: alice.address })
    await expect(ask('hardhat_dropTransaction', hash)).rejects.toMatchObject(
      refusal(`Transaction ${hash} cannot be dropped because it's already mined`, -32602),
    )
    expect(await ask('hardhat_dropTransaction', `0x${word(1)}`)).toBe(false)
  })

  test('what the fork does not have is refused', async () => {
    const berlin = await start({ compat, hardfork: 'berlin' })
    await expect(berlin('hardhat_setNextBlockBaseFeePerGas', '0x8')).rejects.toMatchObject(
      refusal('hardhat_setNextBlockBaseFeePerGas is disabled because EIP-1559 is not active'),
    )
    const london = await start({ compat, hardfork: 'london' })
    await expect(london('hardhat_setPrevRandao', `0x${word(1)}`)).rejects.toMatchObject(
      refusal(
        'hardhat_setPrevRandao is only available in post-merge hardforks, the current hardfork is LONDON',
      ),
    )
  })

  test.each([
    ['muirGlacier', { accessList: [] }, 'Access list received but is not supported'],
    ['berlin', { maxFeePerGas: '0x1' }, 'EIP-1559 style fee params'],
    ['berlin', { maxPriorityFeePerGas: '0x1' }, 'EIP-1559 style fee params'],
    [
      'muirGlacier',
      { authorizationList: [] },
      'The transaction contains EIP-7702 parameters, but they are not supported by the current hardfork: MUIR_GLACIER. Use the Prague hardfork (or later).',
    ],
  ] as const)('%s refuses %j', async (hardfork, fields, message) => {
    const ask = await start({ compat, hardfork })
    const request = { from: alice.address, to: bob.address, ...fields }
    const error = { code: -32602, message: expect.stringContaining(message) }
    for (const method of ['eth_call', 'eth_estimateGas', 'eth_sendTransaction']) {
      await expect(ask(method, request)).rejects.toMatchObject(error)
    }
    expect(await blockNumber(ask)).toBe(0)
  })

  test('blobs come in raw transactions only', async () => {
    const ask = await start({ compat })
    const request = { from: alice.address, to: bob.address, blobVersionedHashes: [] }
    await expect(ask('eth_sendTransaction', request)).rejects.toMatchObject({
      code: -32000,
      message: expect.stringContaining('An EIP-4844 (shard blob) transaction was received'),
    })
  })

  test('forks without a base fee have prices, and fewer fields', async () => {
    const sent = async (hardfork: 'muirGlacier' | 'berlin' | 'london') => {
      const ask = await start({ compat, hardfork })
      const hash = await ask('eth_sendTransaction', { from: alice.address, to: bob.address })
      const tx = Object(await ask('eth_getTransactionByHash', hash))
      return { ask, tx, receipt: Object(await ask('eth_getTransactionReceipt', hash)) }
    }
    const early = await sent('muirGlacier')
    expect(early.tx).toMatchObject({ gasPrice: quantity(8_000_000_000) })
    for (const each of [early.tx, early.receipt]) expect(each).not.toHaveProperty('type')
    const berlin = await sent('berlin')
    expect(berlin.receipt).toMatchObject({ type: '0x0' })
    expect(berlin.receipt).not.toHaveProperty('effectiveGasPrice')
    const london = await sent('london')
    expect(london.receipt).toMatchObject({ type: '0x2', effectiveGasPrice: expect.anything() })
    await expect(berlin.ask('eth_feeHistory', '0x1', 'latest', [])).rejects.toMatchObject(
      refusal('eth_feeHistory is disabled. It only works with the London hardfork or a later one.'),
    )
    await berlin.ask('hardhat_setMinGasPrice', '0x14')
    const cheap = { from: alice.address, to: bob.address, gasPrice: '0xa' }
    await expect(berlin.ask('eth_sendTransaction', cheap)).rejects.toMatchObject(
      refusal('Transaction gas price is 10, which is below the minimum of 20'),
    )
  })

  test('filters are counted', async () => {
    const ask = await start({ compat })
    expect(await ask('eth_newBlockFilter')).toBe('0x1')
    expect(await ask('eth_newFilter', {})).toBe('0x2')
  })

  test('a criterion of pending transactions is ignored', async () => {
    const ask = await start({ compat })
    const id = await ask('eth_subscribe', 'newPendingTransactions', { address: POOR })
    expect(id).toMatch(/^0x[0-9a-f]+$/)
  })
})

test('a transaction without gas has that of a block in hardhat2, at most 2^24', async () => {
  const ask = await start({ compat: 'hardhat2', noMining: true })
  const send = (fields: object) =>
    ask('eth_sendTransaction', { from: alice.address, to: bob.address, ...fields })
  const sent = async (fields: object) =>
    Object(await ask('eth_getTransactionByHash', await send(fields)))
  expect(await sent({})).toMatchObject({ gas: '0x1000000' })
  // No estimate refuses a fee below the base fee.
  const cheap = await sent({ maxFeePerGas: '0x2710' })
  expect(cheap).toMatchObject({ maxFeePerGas: '0x2710', maxPriorityFeePerGas: '0x2710' })
  await ask('evm_setBlockGasLimit', quantity(6_000_000))
  expect(await sent({})).toMatchObject({ gas: quantity(6_000_000) })
  expect(await sent({ gas: '0x5208' })).toMatchObject({ gas: '0x5208' })
})
