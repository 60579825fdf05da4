import assert from 'node:assert/strict'
import {
  AbiCoder,
  Interface,
  type InterfaceAbi,
  type JsonRpcPayload,
  keccak256,
  parseEther,
  parseUnits,
  toBeHex,
  verifyMessage,
  verifyTypedData,
  ZeroHash,
} from 'ethers'
import { afterEach, beforeEach, expect, test } from 'vitest'
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

const abi = specimen.abi as InterfaceAbi
const face = new Interface(abi)
const stranger = '0x00000000000000000000000000000000000aB1E5'
const genesisBalance = parseEther('10000')
const gwei = (amount: string): bigint => parseUnits(amount, 'gwei')
const word = (value: bigint): string => toBeHex(value, 32)

let on: EthersSetup
beforeEach(async () => {
  on = await startWithEthers()
})
afterEach(() => on.close())

test('ethers detects the network, lists accounts and batches requests', async () => {
  const payloads: unknown[] = []
  await on.provider.on('debug', ({ action, payload }) => {
    if (action === 'sendRpcPayload') payloads.push(payload)
  })
  const answers = await Promise.all([
    on.provider.getBlockNumber(),
    on.provider.getBalance(alice.address),
    on.provider.getTransactionCount(alice.address),
    on.provider.getCode(alice.address),
    on.provider.call({ to: stranger }),
  ])
  expect(answers).toEqual([0, genesisBalance, 0, '0x', '0x'])
  const batches = payloads.filter((payload): payload is JsonRpcPayload[] => Array.isArray(payload))
  const methods = ['blockNumber', 'getBalance', 'getTransactionCount', 'getCode', 'call']
  const asked = batches.map((batch) => batch.map(({ method }) => method))
  expect(asked).toEqual([expect.arrayContaining(methods.map((name) => `eth_${name}`))])

  const { chainId } = await on.provider.getNetwork()
  expect(chainId).toBe(713714n)
  const signers = await on.provider.listAccounts()
  expect(signers.slice(0, 2).map((s) => s.address)).toEqual([alice.address, bob.address])
})

test('blob transactions (type 3) of ethers are rejected, signed or not', async () => {
  const fees = { maxFeePerBlobGas: 1n, maxFeePerGas: gwei('3'), maxPriorityFeePerGas: gwei('1') }
  const blobVersionedHashes = [`0x01${'00'.repeat(31)}`]
  const blob = { ...fees, type: 3, to: stranger, blobVersionedHashes, gasLimit: 21_000n }
  const signed = await alice.signTransaction({ ...blob, nonce: 0, chainId: 713714 })
  await expect(on.provider.broadcastTransaction(signed)).rejects.toThrow(/blob/)
  const unsigned = { from: bob.address, to: stranger, type: '0x3', blobVersionedHashes }
  await expect(on.provider.send('eth_sendTransaction', [unsigned])).rejects.toThrow(/blob/)
  expect(await on.provider.getBlockNumber()).toBe(0)
})

test('ethers reads fees derived from the blocks', async () => {
  // A deployment uses more than the target of 250 000 gas, so the base fee rises from its minimum.
  await on.deploy()
  await on.deploy()
  const last = await mined(
    await on.local.sendTransaction({
      to: stranger,
      maxFeePerGas: gwei('5'),
      maxPriorityFeePerGas: gwei('2'),
    }),
  )
  const blocks = await Promise.all([1, 2, 3, 'pending'].map((tag) => blockAt(tag)))
  const baseFees = blocks.map(({ baseFeePerGas }) => baseFeePerGas ?? 0n)
  const [first = 0n, second = 0n, third = 0n, next = 0n] = baseFees
  expect(first).toBe(gwei('1'))
  expect(second > first && third > second && next < third).toBe(true)
  expect(last.gasPrice).toBe(third + gwei('2'))

  const history = await on.provider.send('eth_feeHistory', ['0x3', 'latest', [50]])
  expect(history.oldestBlock).toBe('0x1')
  expect(history.baseFeePerGas.map(BigInt)).toEqual(baseFees)
  const used = blocks.slice(0, 3).map((b) => Number(b.gasUsed) / Number(b.gasLimit))
  expect(history.gasUsedRatio).toEqual(used)
  expect(history.reward.map(([tip]: string[]) => BigInt(tip ?? 0))).toEqual([
    gwei('1'),
    gwei('1'),
    gwei('2'),
  ])

  const fees = await on.provider.getFeeData()
  expect(fees.maxPriorityFeePerGas).toBe(gwei('1'))
  expect(fees.maxFeePerGas).toBe(2n * third + gwei('1'))
  expect(fees.gasPrice).toBe((next * 11n) / 10n)
  const paid = await on.local.sendTransaction({ type: 0, to: stranger, gasPrice: fees.gasPrice })
  expect(await mined(paid)).toMatchObject({ status: 1 })
})

test('ethers reads balance, storage, nonce and code at five past blocks', async () => {
  const contract = await on.deploy()
  const address = await contract.getAddress()
  const slot = keccak256(
    AbiCoder.defaultAbiCoder().encode(['address', 'uint256'], [alice.address, 1n]),
  )
  const creation = (await blockAt(1)).transactions[0] ?? ''
  let fees = (await on.provider.getTransactionReceipt(creation))?.fee ?? 0n
  let paid = 0n
  const past: { number: number; hash: string; paid: bigint; fees: bigint; sent: number }[] = []
  for (const value of [1n, 20n, 300n, 4_000n, 50_000n]) {
    const receipt = await send(contract, 'deposit', 'x', { value })
    paid += value
    fees += receipt.gasUsed * receipt.gasPrice
    const { blockNumber, blockHash } = receipt
    past.push({ number: blockNumber, hash: blockHash, paid, fees, sent: blockNumber })
  }
  expect(past.map(({ number }) => number)).toEqual([2, 3, 4, 5, 6])
  const coinbase = await on.provider.send('eth_coinbase', [])
  const newest = past.at(-1)
  assert(newest)
  const references = [
    ...past.map((at) => [at.number, at] as const),
    ...past.map((at) => [at.hash, at] as const),
    ...['latest', 'safe', 'finalized', 'pending'].map((tag) => [tag, newest] as const),
  ]
  for (const [at, { paid, fees, sent }] of references) {
    const { provider } = on
    expect(await provider.getBalance(address, at)).toBe(paid)
    expect(await provider.getStorage(address, slot, at)).toBe(word(paid))
    expect(await provider.getStorage(address, 0, at)).toBe(word(7n))
    expect(await provider.getBalance(alice.address, at)).toBe(genesisBalance - paid - fees)
    // Fees are not burned.
    expect(await provider.getBalance(coinbase, at)).toBe(fees)
    expect(await provider.getTransactionCount(alice.address, at)).toBe(sent)
    expect(await provider.getCode(address, at)).toBe(specimen.deployedBytecode)
    expect(await read(contract, 'deposits', alice.address, { blockTag: at })).toBe(paid)
  }
  for (const { hash, paid } of past) {
    const reference = { blockHash: hash, requireCanonical: true }
    const balance = await on.provider.send('eth_getBalance', [address, reference])
    expect(BigInt(balance)).toBe(paid)
    const stored = await on.provider.send('eth_getStorageAt', [address, slot, reference])
    expect(stored).toBe(word(paid))
  }
  expect(await on.provider.getBalance(alice.address, 'earliest')).toBe(genesisBalance)
  expect(await on.provider.getCode(address, 'earliest')).toBe('0x')
  expect(await on.provider.getStorage(address, slot, 'earliest')).toBe(ZeroHash)
})

test('ethers reads blocks by all kinds of references', async () => {
  const sent = await on.local.sendTransaction({ to: stranger, value: 1n })
  await mined(await on.unlocked.sendTransaction({ to: stranger, value: 1n }))
  const first = await blockAt(1)
  // The clock stands: a block is one second after its parent all the same.
  expect(first).toMatchObject({ number: 1, transactions: [sent.hash], timestamp: 1_800_000_000 })
  const second = await blockAt(2)
  expect(second).toMatchObject({ parentHash: first.hash, timestamp: 1_800_000_001 })
  assert(first.hash)
  expect(await blockAt(first.hash)).toEqual(first)
  for (const tag of ['latest', 'safe', 'finalized']) expect(await blockAt(tag)).toEqual(second)
  expect(await blockAt('earliest')).toMatchObject({
    number: 0,
    hash: first.parentHash,
    parentHash: ZeroHash,
    timestamp: 1_735_689_600,
    gasLimit: 100_000_000n,
  })
  const pending = await blockAt('pending')
  expect(pending).toMatchObject({ number: 3, hash: null, parentHash: second.hash, length: 0 })

  for (const reference of [1, first.hash]) {
    const full = await on.provider.getBlock(reference, true)
    expect(full?.prefetchedTransactions).toEqual([await on.provider.getTransaction(sent.hash)])
    expect(full?.getPrefetchedTransaction(0)).toMatchObject({ value: 1n, from: alice.address })
  }
  expect(await on.provider.getBlock(3)).toBeNull()
  expect(await on.provider.getBlock(ZeroHash)).toBeNull()
  expect(await on.provider.getTransaction(ZeroHash)).toBeNull()
  expect(await on.provider.getTransactionReceipt(ZeroHash)).toBeNull()
})

test('ethers verifies signatures of the node', async () => {
  for (const message of ['tide pools: été', Uint8Array.of(0, 255)]) {
    const signature = await on.unlocked.signMessage(message)
    expect(verifyMessage(message, signature)).toBe(bob.address)
    expect(signature).toBe(await bob.signMessage(message))
    expect(await on.unlocked._legacySignMessage(message)).toBe(signature)
  }
  const domain = { name: 'Rockpool', version: '1', chainId: 713714, verifyingContract: stranger }
  const types = {
    Pool: [
      { name: 'depth', type: 'int256' },
      { name: 'creatures', type: 'Creature[]' },
      { name: 'salt', type: 'bytes' },
    ],
    Creature: [
      { name: 'name', type: 'string' },
      { name: 'legs', type: 'uint8[]' },
    ],
  }
  const value = { depth: -5n, creatures: [{ name: 'crab', legs: [10] }], salt: '0xbeef' }
  const signature = await on.unlocked.signTypedData(domain, types, value)
  expect(verifyTypedData(domain, types, value, signature)).toBe(bob.address)
  expect(signature).toBe(await bob.signTypedData(domain, types, value))
})

test('ethers calls under overrides and creates an access list', async () => {
  const address = await (await on.deploy()).getAddress()
  const call = { to: address, data: face.encodeFunctionData('number') }
  const override = { [address]: { stateDiff: { [ZeroHash]: word(99n) } } }
  expect(await on.provider.send('eth_call', [call, 'latest', override])).toBe(word(99n))
  const block = { number: '0x3e8', time: '0x5' }
  const facts = { to: address, data: face.encodeFunctionData('readBlock') }
  const answer = await on.provider.send('eth_call', [facts, 'latest', {}, block])
  const [seen] = face.decodeFunctionResult('readBlock', answer)
  expect(seen.toObject()).toMatchObject({ number: 1000n, timestamp: 5n })
  expect(await on.provider.call(call)).toBe(word(7n))

  const change = { to: address, data: face.encodeFunctionData('setNumber', [8n]) }
  const request = [{ from: alice.address, ...change }, 'latest']
  const { accessList, gasUsed } = await on.provider.send('eth_createAccessList', request)
  expect(accessList).toEqual([{ address: address.toLowerCase(), storageKeys: [ZeroHash] }])
  const receipt = await mined(await on.local.sendTransaction({ ...change, accessList }))
  expect(receipt.gasUsed).toBe(BigInt(gasUsed))
})

async function blockAt(reference: number | string) {
  const block = await on.provider.getBlock(reference)
  assert(block, `block ${reference}`)
  return block
}
