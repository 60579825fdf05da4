import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createForkedChain } from '../../../src/chain/createChain.ts'
import { forkGenesis } from '../../../src/chain/fork/forkGenesis.ts'
import { consolePrecompiles } from '../../../src/evm/precompiles/chainPrecompiles.ts'
import { remoteHardfork } from '../../../src/evm/rules/remoteHardfork.ts'
import { publicKeyToNative } from '../../../src/evm/transaction/association.ts'
import { createNode } from '../../../src/index.ts'
import { parseAddress } from '../../../src/primitives/address.ts'
import { openRemoteChain } from '../../../src/remote/openRemoteChain.ts'
import type { RemoteChain } from '../../../src/remote/remoteChain.ts'
import { alice, bob, carol } from '../../support/accounts.ts'
import { signed, testSettings } from '../../support/chain.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { createTestExecutor, executorOption } from '../../support/executor.ts'
import { forkOf, type RemotePool, startRemotePool } from '../../support/fork/forkOf.ts'
import { testGenesis } from '../../support/genesis.ts'
import { rpcOf } from '../../support/rpc/rpc.ts'

let pool: RemotePool
const miner = parseAddress(`0x${'c7'.repeat(20)}`)

beforeAll(async () => {
  pool = await startRemotePool()
  await pool.request('hardhat_setCoinbase', miner)
  await pool.request('eth_sendTransaction', { from: carol.address, to: alice.address })
  await pool.request('hardhat_mine', '0x2')
})

afterAll(() => pool.close())

/** The pool's chain as one that is not Sei. */
async function ethereumAt(url: string): Promise<RemoteChain> {
  const remote = await openRemoteChain({ url, retries: 0 })
  const { chainId, source, block, state, stats, retryBackoffMs } = remote
  return {
    url,
    source,
    retryBackoffMs,
    chainId,
    block,
    isSei: false,
    hasClz: false,
    bech32Prefix: undefined,
    replay: undefined,
    state,
    stats,
    request: (method, params) => remote.request(method, params),
    requestFinal: (method, params) => remote.requestFinal(method, params),
    setUrl: (next) => remote.setUrl(next),
    close: () => remote.close(),
  }
}

test('a fork of another chain burns the base fee and pays the tip to the miner', async () => {
  const remote = await ethereumAt(pool.url)
  const genesis = forkGenesis(testGenesis({ alloc: new Map() }), remote)
  const chain = await createForkedChain({
    ...testSettings(genesis),
    executor: createTestExecutor(genesis.chainId, consolePrecompiles),
    mining: { coinbase: genesis.fork?.header.miner ?? miner },
    remote,
  })
  const ask = rpcOf(chain)
  const wei = async (address: string) => BigInt(await ask<string>('eth_getBalance', address))
  const native = publicKeyToNative(alice.publicKey)
  const [before, bobBefore] = [await wei(alice.address), await wei(bob.address)]
  const [minerBefore, nativeBefore] = [await wei(miner), await wei(native)]
  const baseFee = chain.mining.nextBaseFee
  // EIP-1559: an empty block lowers the fee by an eighth.
  const { baseFeePerGas = 0n } = chain.blocks.latest.header
  expect(baseFee).toBe(baseFeePerGas - baseFeePerGas / 8n)
  const tip = 3n
  await chain.pool.submit(
    signed(alice, {
      chainId: chain.chainId,
      to: bob.address,
      value: 5n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: tip,
    }),
  )
  expect(chain.blocks.latest.header.miner).toBe(miner)
  expect(await wei(alice.address)).toBe(before - 5n - 21_000n * (baseFee + tip))
  expect(await wei(bob.address)).toBe(bobBefore + 5n)
  expect(await wei(miner)).toBe(minerBefore + 21_000n * tip)
  // Nothing moved to the native address of the key, and no precompile of Sei answers.
  expect(await wei(native)).toBe(nativeBefore)
  expect(await ask('eth_call', { to: `0x${'1004'.padStart(40, '0')}`, data: '0x0c3c20ed' })).toBe(
    '0x',
  )
  // 21000 gas of a target of half the limit.
  const target = chain.blocks.latest.header.gasLimit / 2n
  const lower = baseFee - (baseFee * (target - 21_000n)) / target / 8n
  expect(chain.mining.nextBaseFee).toBe(lower)
  await chain.close()
})

test('a fork of Sei has its precompiles, associations and fees', async () => {
  const { chain } = await forkOf(pool.url)
  const ask = rpcOf(chain)
  const native = await pool.request('native_getNativeAddress', carol.address)
  expect(await ask('native_getNativeAddress', carol.address)).toBe(native)
  const data = `0x0c3c20ed${carol.address.slice(2).padStart(64, '0')}`
  const call = { to: `0x${'1004'.padStart(40, '0')}`, data }
  expect(await ask('eth_call', call)).toBe(await pool.request('eth_call', call))
  await chain.close()
})

test('a fork of a Sei node has the prefix of its native addresses', async () => {
  const own = { alloc: { [bob.address]: { balance: '1000000000000000000' } } }
  const genesis = { ...own, config: { chainId: 713_714 }, native: { bech32Prefix: 'rock' } }
  const remote = await startRemotePool({ genesis })
  onTestFinished(() => remote.close())
  // The first transaction of a key associates its addresses.
  const first = { from: bob.address, to: alice.address }
  await remote.request('eth_sendTransaction', first)
  const native = await remote.request<string>('native_getNativeAddress', bob.address)
  expect(native).toMatch(/^rock1/)
  const cacheDirectory = temporaryDirectory()
  for (const block of [{}, { blockNumber: 1 }, { blockNumber: 1, offline: true }]) {
    const fork = { url: remote.url, cacheDirectory, ...block }
    const node = await createNode({ ...executorOption, fork })
    const ask = (method: string, ...params: unknown[]) => node.request({ method, params })
    expect(await ask('native_getNativeAddress', bob.address)).toBe(native)
    expect(await ask('native_getEVMAddress', native)).toBe(getAddress(bob.address))
    await node.close()
  }
  await expect(forkOf(remote.url)).rejects.toMatchObject({
    code: 'BAD_FORK',
    details: {
      reason: expect.stringMatching(/its native address rock1\w+ has another prefix than sei/),
    },
  })
})

test('the fork of a block follows from the network or the header', () => {
  const block = {
    number: 15_100_000n,
    timestamp: 1_656_000_000n,
    difficulty: 1n,
    baseFeePerGas: 1n,
    withdrawalsRoot: undefined,
    blobGasUsed: undefined,
    requestsHash: undefined,
  }
  // https://github.com/ethereum/execution-specs: mainnet's schedule.
  expect(remoteHardfork({ ...block, chainId: 1n })).toBe('grayGlacier')
  const shanghai = { ...block, chainId: 1n, number: 18_000_000n, timestamp: 1_693_066_895n }
  expect(remoteHardfork(shanghai)).toBe('shanghai')
  const cancun = { ...block, chainId: 1n, number: 20_000_000n, timestamp: 1_717_281_407n }
  expect(remoteHardfork(cancun)).toBe('cancun')
  // A test node with the chain id of mainnet.
  const test = { ...cancun, number: 3n, withdrawalsRoot: '0x', requestsHash: '0x' }
  expect(remoteHardfork(test)).toBe('prague')
  const other = { ...block, chainId: 31_337n, difficulty: 0n, timestamp: 1_800_000_000n }
  expect(remoteHardfork(other)).toBe('paris')
  expect(remoteHardfork({ ...other, withdrawalsRoot: '0x' })).toBe('shanghai')
  expect(remoteHardfork({ ...other, withdrawalsRoot: '0x', blobGasUsed: 0n })).toBe('cancun')
  expect(remoteHardfork({ ...other, requestsHash: '0x' })).toBe('prague')
  expect(remoteHardfork({ ...other, baseFeePerGas: undefined })).toBe('berlin')
  // Osaka adds opcodes, but no field.
  expect(remoteHardfork({ ...other, requestsHash: '0x', hasClz: true })).toBe('osaka')
  expect(remoteHardfork({ ...cancun, hasClz: true })).toBe('cancun')
  // A rollup with a difficulty of 1 in each block.
  expect(remoteHardfork({ ...other, difficulty: 1n })).toBe('prague')
})
