import assert from 'node:assert/strict'
import {
  BaseError,
  BlockNotFoundError,
  encodeAbiParameters,
  encodeFunctionData,
  type Hash,
  type Hex,
  InsufficientFundsError,
  keccak256,
  numberToHex,
  padHex,
  parseEther,
  parseEventLogs,
  parseGwei,
  TransactionReceiptNotFoundError,
  verifyMessage,
  verifyTypedData,
  zeroHash,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recomputeBlock } from '../../support/clients/recomputeBlock.ts'
import { specimen } from '../../support/clients/specimen.ts'
import { alice, bob, startWithViem, type ViemSetup } from '../../support/clients/viemSetup.ts'

const { abi } = specimen
const stranger = '0x00000000000000000000000000000000000ab1e5' as const
const genesisBalance = parseEther('10000')

let on: ViemSetup
beforeEach(async () => {
  on = await startWithViem()
})
afterEach(() => on.close())

test('viem detects the chain and lists accounts', async () => {
  expect(await on.client.getChainId()).toBe(713714)
  const addresses = await on.unlocked.getAddresses()
  expect(addresses.slice(0, 2)).toEqual([alice.address, bob.address])
})

test('viem gets a transaction by sender and nonce', async () => {
  const hash = await on.unlocked.sendTransaction({ account: bob.address, to: stranger, value: 1n })
  const found = await on.client.getTransaction({ sender: bob.address, nonce: 0 })
  expect(found).toMatchObject({ hash, nonce: 0, from: bob.address.toLowerCase(), value: 1n })
  const unknown = on.client.getTransaction({ sender: bob.address, nonce: 1 })
  await expect(unknown).rejects.toThrow('could not be found')
})

test('blob transactions (type 3) of viem are rejected, signed or not', async () => {
  const fields = { to: stranger, maxFeePerBlobGas: 1n, gas: 21_000n } as const
  const blobVersionedHashes: Hex[] = [padHex('0x01', { size: 32, dir: 'right' })]
  const serializedTransaction = await alice.signTransaction({
    ...fields,
    type: 'eip4844',
    chainId: 713714,
    nonce: 0,
    maxFeePerGas: parseGwei('3'),
    maxPriorityFeePerGas: parseGwei('1'),
    blobVersionedHashes,
  })
  const attempts = [
    on.client.sendRawTransaction({ serializedTransaction }),
    on.unlocked.request({
      method: 'eth_sendTransaction',
      params: [{ from: bob.address, to: stranger, type: '0x3', blobVersionedHashes }],
    }),
  ]
  for (const attempt of attempts) await expect(attempt).rejects.toThrow(/blob/)
  expect(await on.client.getBlockNumber()).toBe(0n)
})

test('viem reads fees derived from the blocks', async () => {
  // A deployment uses more than the target of 250 000 gas, so the base fee rises from its minimum.
  await on.deploy()
  await on.deploy()
  await on.local.sendTransaction({
    to: stranger,
    maxFeePerGas: parseGwei('5'),
    maxPriorityFeePerGas: parseGwei('2'),
  })
  const blocks = await Promise.all([1n, 2n, 3n].map((n) => on.client.getBlock({ blockNumber: n })))
  const pending = await on.client.getBlock({ blockTag: 'pending' })
  const history = await on.client.getFeeHistory({
    blockCount: 3,
    rewardPercentiles: [0, 50, 100],
    blockTag: 'latest',
  })
  expect(history.oldestBlock).toBe(1n)
  expect(history.baseFeePerGas).toEqual([...blocks, pending].map((b) => b.baseFeePerGas))
  expect(history.gasUsedRatio).toEqual(blocks.map((b) => Number(b.gasUsed) / Number(b.gasLimit)))
  const tips = blocks.map(async ({ transactions: [hash], baseFeePerGas }) => {
    const receipt = await on.mined(hash as Hash)
    return receipt.effectiveGasPrice - (baseFeePerGas ?? 0n)
  })
  expect(history.reward).toEqual((await Promise.all(tips)).map((tip) => [tip, tip, tip]))
  expect(history.reward?.[2]?.[0]).toBe(parseGwei('2'))

  const base = pending.baseFeePerGas ?? 0n
  // The base fee rises by 1.89 % of the share of the gas between target and limit that was used.
  const rise = (gasUsed: bigint) => 1 + (0.0189 * (Number(gasUsed) - 250_000)) / (1e8 - 250_000)
  const [first, second] = blocks
  assert(first && second)
  expect(first.baseFeePerGas).toBe(parseGwei('1'))
  expect(Number(second.baseFeePerGas)).toBe(Math.floor(1e9 * rise(first.gasUsed)))

  expect(await on.client.estimateMaxPriorityFeePerGas()).toBe(parseGwei('1'))
  expect(await on.client.getGasPrice()).toBe((base * 11n) / 10n)
  const fees = await on.client.estimateFeesPerGas()
  const latestBase = blocks[2]?.baseFeePerGas ?? 0n
  expect(fees.maxFeePerGas).toBe((latestBase * 12n) / 10n + parseGwei('1'))
})

test('viem reads balance, storage, nonce and code at five past blocks', async () => {
  const address = await on.deploy()
  const amounts = [1n, 20n, 300n, 4_000n, 50_000n]
  const slot = keccak256(
    encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [alice.address, 1n]),
  )
  const past: { number: bigint; hash: Hash; paid: bigint; fees: bigint; sent: number }[] = []
  const [creation] = (await on.client.getBlock()).transactions
  assert(creation)
  const created = await on.mined(creation)
  let paid = 0n
  let fees = created.gasUsed * created.effectiveGasPrice
  for (const [i, value] of amounts.entries()) {
    const hash = await on.local.writeContract({
      abi,
      address,
      functionName: 'deposit',
      args: ['x'],
      value,
    })
    const receipt = await on.mined(hash)
    paid += value
    fees += receipt.gasUsed * receipt.effectiveGasPrice
    past.push({ number: receipt.blockNumber, hash: receipt.blockHash, paid, fees, sent: i + 2 })
  }
  expect(past.map(({ number }) => number)).toEqual([2n, 3n, 4n, 5n, 6n])
  const coinbase = await on.client.request({ method: 'eth_coinbase' as never })

  const newest = past.at(-1)
  assert(newest)
  const tags = (['latest', 'safe', 'finalized', 'pending'] as const).map(
    (blockTag) => [{ blockTag }, newest] as const,
  )
  const references = [
    ...past.map((at) => [{ blockNumber: at.number }, at] as const),
    ...past.map((at) => [{ blockHash: at.hash, requireCanonical: true }, at] as const),
    ...tags,
  ]
  for (const [at, { paid, fees, sent }] of references) {
    const read = on.client
    expect(await read.getBalance({ address, ...at })).toBe(paid)
    expect(await read.getStorageAt({ address, slot, ...at })).toBe(numberToHex(paid, { size: 32 }))
    expect(await read.getStorageAt({ address, slot: '0x0', ...at })).toBe(
      numberToHex(7, { size: 32 }),
    )
    const mine = await read.getBalance({ address: alice.address, ...at })
    expect(mine).toBe(genesisBalance - paid - fees)
    // Fees are not burned.
    expect(await read.getBalance({ address: coinbase, ...at })).toBe(fees)
    expect(await read.getTransactionCount({ address: alice.address, ...at })).toBe(sent)
    expect(await read.getCode({ address, ...at })).toBe(specimen.deployedBytecode)
    const deposit = { abi, address, functionName: 'deposits', args: [alice.address] } as const
    expect(await read.readContract({ ...deposit, ...at })).toBe(paid)
  }
  const blockTag = 'earliest'
  expect(await on.client.getBalance({ address: alice.address, blockTag })).toBe(genesisBalance)
  expect(await on.client.getCode({ address, blockTag })).toBeUndefined()
  expect(await on.client.getStorageAt({ address, slot, blockTag })).toBe(zeroHash)
})

test('viem reads blocks by all kinds of references', async () => {
  const hashes = [
    await on.local.sendTransaction({ to: stranger, value: 1n }),
    await on.unlocked.sendTransaction({ to: stranger, value: 1n }),
  ]
  const first = await on.client.getBlock({ blockNumber: 1n })
  expect(first).toMatchObject({ number: 1n, transactions: [hashes[0]] })
  // The clock stands: a block is one second after its parent all the same.
  expect(first.timestamp).toBe(1_800_000_000n)
  const second = await on.client.getBlock({ blockNumber: 2n })
  expect(second).toMatchObject({ parentHash: first.hash, timestamp: 1_800_000_001n })
  expect(await on.client.getBlock({ blockHash: first.hash })).toEqual(first)
  for (const blockTag of ['latest', 'safe', 'finalized'] as const) {
    expect(await on.client.getBlock({ blockTag })).toEqual(second)
  }
  const earliest = await on.client.getBlock({ blockTag: 'earliest' })
  expect(earliest).toMatchObject({ number: 0n, parentHash: zeroHash, hash: first.parentHash })
  expect(earliest).toMatchObject({ timestamp: 1_735_689_600n, gasLimit: 100_000_000n })

  const full = await on.client.getBlock({ blockHash: first.hash, includeTransactions: true })
  expect(full).toEqual({ ...first, transactions: full.transactions })
  assert(hashes[0])
  expect(full.transactions).toEqual([await on.client.getTransaction({ hash: hashes[0] })])
  const counts = [{ blockNumber: 1n }, { blockHash: first.hash }, { blockTag: 'earliest' }] as const
  for (const [i, at] of counts.entries()) {
    expect(await on.client.getBlockTransactionCount(at)).toBe(i < 2 ? 1 : 0)
  }
  await expect(on.client.getBlock({ blockNumber: 3n })).rejects.toThrow(BlockNotFoundError)
  const unknown = on.client.getTransactionReceipt({ hash: zeroHash })
  await expect(unknown).rejects.toThrow(TransactionReceiptNotFoundError)
})

test('viem sees a queued transaction', async () => {
  const hash = await on.local.sendTransaction({ to: stranger, value: 2n, nonce: 1 })
  expect(await on.client.getTransaction({ hash })).toMatchObject({ blockHash: null, nonce: 1 })
  expect(await on.client.getBlockNumber()).toBe(0n)
  const { address } = alice
  const nextNonce = () => on.client.getTransactionCount({ address, blockTag: 'pending' })
  expect(await nextNonce()).toBe(0)
  const wait = on.client.waitForTransactionReceipt({ hash })
  await on.local.sendTransaction({ to: stranger, value: 1n, nonce: 0 })
  expect(await wait).toMatchObject({ status: 'success' })
  expect(await nextNonce()).toBe(2)
  const pending = await on.client.getBlock({ blockTag: 'pending', includeTransactions: true })
  expect(pending).toMatchObject({ number: 2n, hash: null, nonce: null, transactions: [] })
  const latest = await on.client.getBlock()
  expect(pending.parentHash).toBe(latest.hash)
})

test('blocks commit to their contents', async () => {
  const address = await on.deploy()
  const { local, unlocked } = on
  const gasPrice = parseGwei('3')
  const accessList = [{ address, storageKeys: [zeroHash] }]
  const authorization = await local.signAuthorization({ account: bob, contractAddress: address })
  await local.sendTransaction({ to: stranger, value: 1n, gasPrice })
  await local.sendTransaction({ to: stranger, type: 'eip2930', gasPrice, accessList })
  await local.sendTransaction({ to: stranger, authorizationList: [authorization] })
  const to = { abi, address } as const
  await unlocked.writeContract({ ...to, functionName: 'setNumber', args: [8n] })
  await unlocked.writeContract({ ...to, functionName: 'createChild' })
  await unlocked.writeContract({ ...to, functionName: 'failSilently', gas: 50_000n })
  const latest = await on.client.getBlockNumber()
  expect(latest).toBe(7n)
  for (let number = 0n; number <= latest; number++) {
    const { claimed, computed } = await recomputeBlock(on.request, number)
    expect(claimed, `block ${number}`).toEqual(computed)
    const { hash } = await on.client.getBlock({ blockNumber: number })
    expect(hash).toBe(claimed.hash)
  }
})

test('viem verifies signatures of the node', async () => {
  const { address } = bob
  const messages = ['tide pools: été', { raw: '0x00ff' }] as const
  for (const message of messages) {
    const signature = await on.unlocked.signMessage({ message })
    expect(await verifyMessage({ address, message, signature })).toBe(true)
    expect(signature).toBe(await bob.signMessage({ message }))
  }
  const typed = {
    domain: { name: 'Rockpool', version: '1', chainId: 713714, verifyingContract: stranger },
    types: {
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
    message: { depth: -5n, creatures: [{ name: 'crab', legs: [10] }], salt: '0xbeef' },
  } as const
  const signature = await on.unlocked.signTypedData(typed)
  expect(await verifyTypedData({ address, ...typed, signature })).toBe(true)
  expect(signature).toBe(await bob.signTypedData(typed))
})

test('viem calls with state and block overrides', async () => {
  const address = await on.deploy()
  const number = { abi, address, functionName: 'number' } as const
  const stateDiff = [{ slot: zeroHash, value: numberToHex(99, { size: 32 }) }]
  expect(await on.client.readContract({ ...number, stateOverride: [{ address, stateDiff }] })).toBe(
    99n,
  )
  const code = specimen.deployedBytecode
  const elsewhere = { address: stranger, code, state: stateDiff } satisfies object
  const there = { ...number, address: stranger, stateOverride: [elsewhere] } satisfies object
  expect(await on.client.readContract(there)).toBe(99n)

  const poor = { account: stranger, to: alice.address, value: parseEther('1') } as const
  const refused: unknown = await on.client.estimateGas(poor).catch((error: unknown) => error)
  assert(refused instanceof BaseError)
  expect(refused.walk((e) => e instanceof InsufficientFundsError)).not.toBeNull()
  const rich = [{ address: poor.account, balance: parseEther('2') }]
  expect(await on.client.estimateGas({ ...poor, stateOverride: rich })).toBe(21_000n)

  const facts = await on.client.readContract({
    abi,
    address,
    functionName: 'readBlock',
    blockOverrides: { number: 1000n, time: 5n, gasLimit: 123n, feeRecipient: stranger },
  })
  const coinbase = expect.stringMatching(new RegExp(stranger, 'i'))
  expect(facts).toMatchObject({ number: 1000n, timestamp: 5n, gasLimit: 123n, coinbase })
  // Nothing of it stays.
  expect(await on.client.readContract(number)).toBe(7n)
  expect(await on.client.getCode({ address: stranger })).toBeUndefined()
})

test('viem creates an access list that saves gas', async () => {
  const address = await on.deploy()
  const data = encodeFunctionData({ abi, functionName: 'setNumber', args: [8n] })
  const call = { account: alice.address, to: address, data } as const
  const { accessList, gasUsed } = await on.client.createAccessList(call)
  expect(accessList).toEqual([{ address: address.toLowerCase(), storageKeys: [zeroHash] }])
  const hash = await on.local.sendTransaction({ to: address, data, accessList })
  expect(await on.mined(hash)).toMatchObject({ status: 'success', gasUsed })
})

test('a contract reads the fields of its block', async () => {
  const address = await on.deploy()
  const hash = await on.local.writeContract({ abi, address, functionName: 'recordBlock' })
  const { logs, blockNumber } = await on.mined(hash)
  const [event] = parseEventLogs({ abi, logs })
  const block = await on.client.getBlock({ blockNumber })
  const wanted = {
    number: block.number,
    timestamp: block.timestamp,
    chainId: 713714n,
    baseFee: block.baseFeePerGas,
    prevRandao: BigInt(block.mixHash),
    gasLimit: block.gasLimit,
    coinbase: expect.stringMatching(new RegExp(block.miner, 'i')),
    parentHash: block.parentHash,
  }
  expect(event?.args).toEqual({ facts: wanted })
  expect(BigInt(block.mixHash)).not.toBe(0n)
  const later = { abi, address, functionName: 'readBlock', blockNumber } as const
  expect(await on.client.readContract(later)).toEqual(wanted)
})

test('a contract creates a contract', async () => {
  const address = await on.deploy()
  const { request, result } = await on.local.simulateContract({
    abi,
    address,
    functionName: 'createChild',
  })
  const hash = await on.local.writeContract(request)
  const [event] = parseEventLogs({ abi, logs: (await on.mined(hash)).logs })
  expect(event?.args).toEqual({ child: result })
  const child = { abi: specimen.childAbi, address: result as Hex } as const
  const creator = await on.client.readContract({ ...child, functionName: 'creator' })
  expect(String(creator).toLowerCase()).toBe(address.toLowerCase())
  expect(await on.client.readContract({ ...child, functionName: 'number' })).toBe(7n)
})

test('an unused account receives and sends', async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  await on.local.sendTransaction({ to: account.address, value: parseEther('1') })
  const hash = await on.local.sendTransaction({ account, to: stranger, value: 10n })
  const { gasUsed, effectiveGasPrice } = await on.mined(hash)
  const left = parseEther('1') - 10n - gasUsed * effectiveGasPrice
  expect(await on.client.getBalance({ address: account.address })).toBe(left)
})
