import {
  BrowserProvider,
  type Eip1193Provider,
  type JsonRpcApiProvider,
  JsonRpcProvider,
} from 'ethers'
import { expect } from 'vitest'
import { Web3 } from 'web3'
import { createNode, type RockpoolNode } from '../../../src/index.ts'
import { DEV_ADDRESSES } from '../../support/clients/devAccounts.ts'
import { Matrix, versionOf } from '../../support/clients/matrix.ts'
import { executorOption } from '../../support/executor.ts'

/** What the probes do with a client library. */
interface Controlled {
  send(method: string, params?: readonly unknown[]): Promise<unknown>
  balanceOf(address: string): Promise<bigint>
  block(): Promise<{ readonly number: number; readonly timestamp: number }>
  /** Pays 5 wei to bob; resolves once it is mined. */
  pay(from: string): Promise<void>
  close(): void
}

const [alice, bob] = DEV_ADDRESSES
const stranger = '0x00000000000000000000000000000000000ab1e5'

function controlWithEthers(provider: JsonRpcApiProvider): Controlled {
  return {
    send: (method, params = []) => provider.send(method, [...params]),
    balanceOf: (address) => provider.getBalance(address),
    async block() {
      return (await provider.getBlock('latest')) ?? expect.fail('no block')
    },
    async pay(from) {
      const signer = await provider.getSigner(from)
      const sent = await signer.sendTransaction({ to: bob, value: 5n })
      expect((await sent.wait())?.status).toBe(1)
    },
    close: () => provider.destroy(),
  }
}

function controlWithWeb3(url: string): Controlled {
  const web3 = new Web3(url)
  web3.eth.transactionPollingInterval = 10
  return {
    send: (method, params = []) =>
      web3.requestManager.send({ method, params: [...params] } as never),
    balanceOf: (address) => web3.eth.getBalance(address),
    async block() {
      const { number, timestamp } = await web3.eth.getBlock('latest')
      return { number: Number(number), timestamp: Number(timestamp) }
    },
    async pay(from) {
      expect((await web3.eth.sendTransaction({ from, to: bob, value: 5n })).status).toBe(1n)
    },
    close: () => {},
  }
}

const fresh = { cacheTimeout: -1, batchStallTime: 1, pollingInterval: 10 }
const columns = {
  'ethers, JsonRpcProvider': async (node: RockpoolNode) =>
    controlWithEthers(new JsonRpcProvider((await node.listen()).url, undefined, fresh)),
  'ethers, BrowserProvider in process': async (node: RockpoolNode) =>
    controlWithEthers(new BrowserProvider(node as Eip1193Provider, undefined, fresh)),
  web3: async (node: RockpoolNode) => controlWithWeb3((await node.listen()).url),
}

const probes: Readonly<Record<string, (client: Controlled) => Promise<void>>> = {
  async evm_mine({ send, block }) {
    await send('evm_mine')
    await send('hardhat_mine', ['0x4'])
    expect((await block()).number).toBe(5)
  },
  async 'evm_snapshot, evm_revert'({ send, pay, block, balanceOf }) {
    const before = await balanceOf(bob)
    const id = await send('evm_snapshot')
    await pay(alice)
    expect(await balanceOf(bob)).toBe(before + 5n)
    expect(await send('evm_revert', [id])).toBe(true)
    expect(await balanceOf(bob)).toBe(before)
    expect((await block()).number).toBe(0)
    // The client continues although the nonces and blocks that it has seen no longer exist.
    await pay(alice)
    expect(await balanceOf(bob)).toBe(before + 5n)
  },
  async 'evm_increaseTime, evm_setNextBlockTimestamp'({ send, block }) {
    await send('evm_mine')
    const { timestamp } = await block()
    await send('evm_increaseTime', [3600])
    await send('evm_mine')
    const later = await block()
    expect(later.timestamp).toBeGreaterThanOrEqual(timestamp + 3600)
    await send('evm_setNextBlockTimestamp', [later.timestamp + 777])
    await send('evm_mine')
    expect((await block()).timestamp).toBe(later.timestamp + 777)
  },
  async evm_setAutomine({ send, pay, block }) {
    await send('evm_setAutomine', [false])
    const paid = pay(alice)
    while (((await send('eth_pendingTransactions')) as unknown[]).length === 0);
    expect((await block()).number).toBe(0)
    await send('evm_mine')
    await paid
    expect((await block()).number).toBe(1)
  },
  async 'hardhat_setBalance, anvil_setBalance'({ send, balanceOf }) {
    await send('hardhat_setBalance', [stranger, '0x5'])
    expect(await balanceOf(stranger)).toBe(5n)
    await send('anvil_setBalance', [stranger, '0x6'])
    expect(await balanceOf(stranger)).toBe(6n)
  },
  async hardhat_impersonateAccount({ send, pay, balanceOf }) {
    const before = await balanceOf(bob)
    await send('hardhat_setBalance', [stranger, '0xde0b6b3a7640000'])
    await send('hardhat_impersonateAccount', [stranger])
    await pay(stranger)
    expect(await balanceOf(bob)).toBe(before + 5n)
  },
  async hardhat_metadata({ send }) {
    const hash = expect.stringMatching(/^0x[0-9a-f]{64}$/)
    const [version, chainId] = [await send('web3_clientVersion'), 713714]
    expect(await send('hardhat_metadata')).toMatchObject({
      ...{ clientVersion: version, chainId, instanceId: hash, latestBlockHash: hash },
      latestBlockNumber: 0,
    })
  },
  async anvil_nodeInfo({ send }) {
    expect(await send('anvil_nodeInfo')).toMatchObject({
      currentBlockHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      environment: expect.objectContaining({ chainId: expect.anything() }),
    })
  },
}

const matrix = new Matrix('controls', {
  title: 'Controls of the node through ethers and web3',
  tools: { ethers: versionOf('ethers'), web3: versionOf('web3', new URL('../', import.meta.url)) },
  columns: Object.keys(columns),
})
for (const [row, probe] of Object.entries(probes)) {
  for (const [column, connect] of Object.entries(columns)) {
    matrix.test(row, column, async () => {
      const node = await createNode(executorOption)
      const client = await connect(node)
      try {
        await probe(client)
      } finally {
        client.close()
        await node.close()
      }
    })
  }
}
