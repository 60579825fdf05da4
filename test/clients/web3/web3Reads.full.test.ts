import assert from 'node:assert/strict'
import { hashTypedData, type TypedDataDefinition } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AccessList } from 'web3'
import { DEV_KEYS } from '../../support/clients/devAccounts.ts'
import { specimen } from '../../support/clients/specimen.ts'
import { addressOf, alice, bob, method, send, startWithWeb3, type Web3Setup } from './web3Setup.ts'

const stranger = '0x00000000000000000000000000000000000ab1e5'
const zeroHash = `0x${'00'.repeat(32)}`
const genesisBalance = 10_000n * 10n ** 18n
const gwei = (amount: number): bigint => BigInt(amount) * 10n ** 9n
const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`

let on: Web3Setup
beforeEach(async () => {
  on = await startWithWeb3()
})
afterEach(() => on.close())

test('web3 detects the node and batches requests', async () => {
  const { web3 } = on
  expect(await web3.eth.net.isListening()).toBe(true)
  expect(await web3.eth.net.getId()).toBe(713714n)
  expect(await web3.eth.net.getPeerCount()).toBe(0n)
  expect(await web3.eth.getNodeInfo()).toBe('rockpool/test')
  expect(await web3.eth.getChainId()).toBe(713714n)
  expect(await web3.eth.isSyncing()).toBe(false)
  const accounts = await web3.eth.getAccounts()
  expect(accounts.slice(0, 2)).toEqual([alice, bob])

  const batch = new web3.BatchRequest()
  const asked = ['eth_blockNumber', 'eth_chainId'].map((name) => {
    const answer: Promise<unknown> = batch.add({ method: name as 'eth_blockNumber', params: [] })
    return answer
  })
  await batch.execute()
  expect(await Promise.all(asked)).toEqual(['0x0', '0xae3f2'])
})

test('web3 reads fees derived from the blocks', async () => {
  const { eth } = on.web3
  // A deployment uses more than the target of 250 000 gas, so the base fee rises from its minimum.
  await on.deploy()
  await on.deploy()
  const fees = { maxFeePerGas: gwei(5), maxPriorityFeePerGas: gwei(2), gas: 21_000n }
  const { transactionHash } = await eth.sendTransaction({ from: bob, to: stranger, ...fees })
  const blocks = await Promise.all([1n, 2n, 3n, 'pending'].map((block) => eth.getBlock(block)))
  const baseFees = blocks.map(({ baseFeePerGas }) => baseFeePerGas ?? 0n)
  const [first = 0n, second = 0n, third = 0n, next = 0n] = baseFees
  expect(first).toBe(gwei(1))
  expect(second > first && third > second && next < third).toBe(true)
  const receipt = await eth.getTransactionReceipt(transactionHash)
  expect(receipt.effectiveGasPrice).toBe(third + gwei(2))

  const history = await eth.getFeeHistory(3, 'latest', [50])
  expect(history).toMatchObject({ oldestBlock: 1n, baseFeePerGas: baseFees })
  const used = blocks.slice(0, 3).map((b) => Number(b.gasUsed) / Number(b.gasLimit))
  expect(history.gasUsedRatio).toEqual(used)
  expect(BigInt(String(history.reward[2]))).toBe(gwei(2))

  expect(await eth.getMaxPriorityFeePerGas()).toBe(gwei(1))
  expect(await eth.getGasPrice()).toBe((next * 11n) / 10n)
  expect(await eth.calculateFeeData()).toMatchObject({
    maxFeePerGas: 2n * third + gwei(1),
    maxPriorityFeePerGas: gwei(1),
    baseFeePerGas: third,
  })
})

test('web3 reads balance, storage, nonce and code at five past blocks', async () => {
  const { eth, utils } = on.web3
  const contract = await on.deploy()
  const address = addressOf(contract)
  const slot = utils.keccak256(eth.abi.encodeParameters(['address', 'uint256'], [alice, 1n]))
  const [creation] = (await eth.getBlock(1)).transactions ?? []
  const created = await eth.getTransactionReceipt(String(creation))
  let fees = created.gasUsed * (created.effectiveGasPrice ?? 0n)
  let paid = 0n
  const past: { number: bigint; hash: string; paid: bigint; fees: bigint }[] = []
  for (const value of ['1', '20', '300', '4000', '50000']) {
    const receipt = await send(contract, 'deposit', ['x'], { value })
    paid += BigInt(value)
    fees += receipt.gasUsed * (receipt.effectiveGasPrice ?? 0n)
    past.push({ number: receipt.blockNumber, hash: receipt.blockHash, paid, fees })
  }
  expect(past.map(({ number }) => number)).toEqual([2n, 3n, 4n, 5n, 6n])
  const coinbase = await eth.getCoinbase()
  const newest = past.at(-1)
  assert(newest)
  const references = [
    ...past.map((at) => [at.number, at] as const),
    ...['latest', 'safe', 'finalized', 'pending'].map((tag) => [tag, newest] as const),
  ]
  for (const [at, { number, paid, fees }] of references) {
    expect(await eth.getBalance(address, at)).toBe(paid)
    expect(await eth.getStorageAt(address, slot, at)).toBe(word(paid))
    expect(await eth.getStorageAt(address, 0, at)).toBe(word(7n))
    expect(await eth.getBalance(alice, at)).toBe(genesisBalance - paid - fees)
    // Fees are not burned.
    expect(await eth.getBalance(coinbase, at)).toBe(fees)
    expect(await eth.getTransactionCount(alice, at)).toBe(number)
    expect(await eth.getCode(address, at)).toBe(specimen.deployedBytecode)
    expect(await method(contract, 'deposits', alice).call({}, at)).toBe(paid)
  }
  // Web3 itself has no references by hash for these.
  for (const { hash, paid } of past) {
    const reference = { blockHash: hash, requireCanonical: true }
    const balance = await on.request('eth_getBalance', [address, reference])
    expect(BigInt(String(balance))).toBe(paid)
    expect(await on.request('eth_getStorageAt', [address, slot, reference])).toBe(word(paid))
  }
  expect(await eth.getBalance(alice, 'earliest')).toBe(genesisBalance)
  expect(await eth.getCode(address, 'earliest')).toBe('0x')
  expect(await eth.getStorageAt(address, slot, 'earliest')).toBe(zeroHash)
})

test('web3 reads blocks by all kinds of references', async () => {
  const { eth } = on.web3
  const to = { to: stranger, value: 1n }
  const { transactionHash } = await eth.sendTransaction({ from: alice, ...to })
  await eth.sendTransaction({ from: bob, ...to })
  const first = await eth.getBlock(1)
  // The clock stands: a block is one second after its parent all the same.
  expect(first).toMatchObject({ number: 1n, timestamp: 1_800_000_000n })
  expect(first.transactions).toEqual([transactionHash])
  const second = await eth.getBlock(2n)
  expect(second).toMatchObject({ parentHash: first.hash, timestamp: 1_800_000_001n })
  assert(first.hash)
  expect(await eth.getBlock(first.hash)).toEqual(first)
  for (const tag of ['latest', 'safe', 'finalized']) expect(await eth.getBlock(tag)).toEqual(second)
  expect(await eth.getBlock('earliest')).toMatchObject({
    number: 0n,
    hash: first.parentHash,
    parentHash: zeroHash,
    timestamp: 1_735_689_600n,
    gasLimit: 100_000_000n,
  })
  const pending = await eth.getBlock('pending')
  expect(pending).toMatchObject({ number: 3n, parentHash: second.hash, transactions: [] })
  expect(pending.hash ?? null).toBeNull()

  for (const reference of [1, first.hash]) {
    const { transactions, ...header } = await eth.getBlock(reference, true)
    const { transactions: _hashes, ...same } = first
    expect(header).toEqual(same)
    const wanted = { hash: transactionHash, from: alice.toLowerCase(), value: 1n, blockNumber: 1n }
    expect(transactions).toMatchObject([wanted])
    expect(await eth.getBlockTransactionCount(reference)).toBe(1n)
    expect(await eth.getTransactionFromBlock(reference, 0)).toMatchObject(wanted)
  }
  expect(await eth.getBlockTransactionCount('earliest')).toBe(0n)
  expect((await eth.getBlock(3)) ?? null).toBeNull()
  await expect(eth.getTransaction(zeroHash)).rejects.toMatchObject({ name: 'TransactionNotFound' })
})

test("web3 recovers the signer of the node's signatures", async () => {
  const { eth, utils } = on.web3
  const local = eth.accounts.privateKeyToAccount(DEV_KEYS[1])
  for (const message of [utils.utf8ToHex('tide pools: été'), '0x00ff']) {
    const signature = await eth.sign(message, bob)
    expect(signature).toBe(local.sign(message).signature)
    expect(eth.accounts.recover(message, String(signature))).toBe(bob)
  }
  const typed = {
    domain: { name: 'Rockpool', version: '1', chainId: 713714, verifyingContract: stranger },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Creature: [
        { name: 'name', type: 'string' },
        { name: 'legs', type: 'uint8[]' },
      ],
      Pool: [
        { name: 'depth', type: 'int256' },
        { name: 'creatures', type: 'Creature[]' },
        { name: 'salt', type: 'bytes' },
      ],
    },
    primaryType: 'Pool',
    message: { depth: '-5', creatures: [{ name: 'crab', legs: [10] }], salt: '0xbeef' },
  } as const
  const signature = await eth.signTypedData(bob, typed as never)
  const hash = hashTypedData(typed as TypedDataDefinition)
  expect(eth.accounts.recover(hash, signature, true)).toBe(bob)
})

test('web3 signs with personal_sign and an ignored password', async () => {
  const { eth, utils } = on.web3
  const message = utils.utf8ToHex('hello')
  const signature = await eth.personal.sign(message, bob, 'password')
  expect(eth.accounts.recover(message, signature)).toBe(bob)
})

test('web3 calls under overrides and creates an access list', async () => {
  const { eth } = on.web3
  const contract = await on.deploy()
  const address = addressOf(contract)
  const call = { to: address, data: method(contract, 'number').encodeABI() }
  const override = { [address]: { stateDiff: { [zeroHash]: word(99n) } } }
  expect(await on.request('eth_call', [call, 'latest', override])).toBe(word(99n))
  const facts = { to: address, data: method(contract, 'readBlock').encodeABI() }
  const block = { number: '0x3e8', time: '0x5' }
  const answer = String(await on.request('eth_call', [facts, 'latest', {}, block]))
  const seen = eth.abi.decodeParameters(['uint256', 'uint256'], answer)
  expect(seen).toMatchObject({ 0: 1000n, 1: 5n })
  expect(await eth.call(call)).toBe(word(7n))

  const change = method(contract, 'setNumber', 8n)
  const data = change.encodeABI()
  const list = await eth.createAccessList({ from: alice, to: address, data })
  const { accessList = [], gasUsed } = list ?? {}
  expect(accessList).toEqual([{ address: address.toLowerCase(), storageKeys: [zeroHash] }])
  expect(await change.createAccessList()).toEqual(list)
  const request = { from: bob, to: address, data, accessList: accessList as AccessList }
  const receipt = await eth.sendTransaction(request)
  expect(receipt.gasUsed).toBe(BigInt(gasUsed ?? 0))
})
