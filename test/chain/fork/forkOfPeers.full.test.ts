import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createNode } from '../../../src/index.ts'
import { parseAddress } from '../../../src/primitives/address.ts'
import { bytesToHex, type Hex, toQuantity } from '../../../src/primitives/encoding/hex.ts'
import { alice } from '../../support/accounts.ts'
import { signed } from '../../support/chain.ts'
import { executorOption } from '../../support/executor.ts'
import { forkOf } from '../../support/fork/forkOf.ts'
import { missingPeer, type Peer, startPeer } from '../../support/fork/peer.ts'
import { type Ask, rpcOf } from '../../support/rpc/rpc.ts'

type Fields = Readonly<Record<string, unknown>>

/** Pays 1 wei to an address, adds 1 to slot 0, logs the number, and returns it. */
const heir = parseAddress(`0xd0${'0'.repeat(36)}0d`)
const code: Hex = `0x5f54600101805f555f525f5f5f5f600173${heir.slice(2)}5af15060205fa060205ff3`
const contract = parseAddress(`0x${'ac'.repeat(20)}`)
/** Reverts with the number in slot 0. */
const refusal = parseAddress(`0x${'fd'.repeat(20)}`)
const revert: Hex = '0x5f545f5260205ffd'
const seven = `0x${'7'.padStart(64, '0')}`
const slot = `0x${'0'.repeat(64)}`

describe.each(['Anvil', 'Hardhat'] as const)('a fork of %s', (name) => {
  const missing = missingPeer(name)
  const title = missing ?? ''

  describe.skipIf(missing !== undefined)(title, () => {
    let peer: Peer

    beforeAll(async () => {
      peer = await startPeer(name)
      await peer.ask('hardhat_setCode', contract, code)
      await peer.ask('hardhat_setBalance', contract, '0x64')
      await peer.ask('hardhat_setCode', refusal, revert)
      for (const address of [contract, refusal]) {
        await peer.ask('hardhat_setStorageAt', address, slot, seven)
      }
      // A transaction with a log that is older than the fork.
      await peer.ask('eth_sendTransaction', { from: alice.address, to: contract })
      await peer.ask('hardhat_mine', '0x3')
    })

    afterAll(() => peer?.close())

    test('has the same results, fees and balances as the node itself', async () => {
      const { chain, remote } = await forkOf(peer.url)
      expect(remote.isSei).toBe(false)
      const ask = rpcOf(chain)
      await chain.mining.configure({ coinbase: chain.blocks.latest.header.miner })
      const time = chain.blocks.latest.header.timestamp + 10n
      const first = BigInt(await peer.ask('eth_getTransactionCount', alice.address, 'latest'))
      const recipients = [contract, contract, refusal, undefined, heir]
      for (const [i, to] of recipients.entries()) {
        const { raw } = signed(alice, {
          chainId: chain.chainId,
          nonce: first + BigInt(i),
          ...(to === undefined ? { data: Buffer.from('605f5f5260015ff3', 'hex') } : { to }),
          value: to === refusal ? 0n : BigInt(i),
          gasLimit: 200_000n,
          maxFeePerGas: 10n ** 11n,
          maxPriorityFeePerGas: 5n,
        })
        const here = await mined(ask, bytesToHex(raw), time + BigInt(i))
        const there = await mined(peer.ask, bytesToHex(raw), time + BigInt(i))
        expect(here).toEqual(there)
        expect(here.status).toBe(to === refusal ? '0x0' : '0x1')
      }
      expect(await accounts(ask, chain)).toEqual(await accounts(peer.ask, chain))
      await chain.close()
    })

    test('has the same calls, estimates and reverts', async () => {
      const { chain } = await forkOf(peer.url)
      const ask = rpcOf(chain)
      const call = { from: alice.address, to: contract, gas: '0x30d40' }
      for (const method of ['eth_call', 'eth_getCode', 'eth_getStorageAt']) {
        const params =
          method === 'eth_call' ? [call] : [contract, ...(method === 'eth_getCode' ? [] : [slot])]
        expect(await ask(method, ...params, 'latest'), method).toBe(
          await peer.ask(method, ...params, 'latest'),
        )
      }
      await expect(ask('eth_call', { to: refusal }, 'latest')).rejects.toThrow('revert')
      await expect(peer.ask('eth_call', { to: refusal }, 'latest')).rejects.toThrow('revert')
      // Each node stops its search at another distance from the least gas.
      const estimate = Number(await ask('eth_estimateGas', call, 'latest'))
      const theirs = Number(await peer.ask('eth_estimateGas', call, 'latest'))
      expect(Math.abs(estimate - theirs) / theirs).toBeLessThan(0.02)
      await chain.close()
    })

    test('returns the history of the node, and logs of both sides of the border', async () => {
      const node = await createNode({
        ...executorOption,
        fork: { url: peer.url, noStorageCaching: true },
      })
      const ask: Ask = async <T>(method: string, ...params: readonly unknown[]) =>
        (await node.request({ method, params })) as T
      const height = await ask('eth_blockNumber')
      const filter = { address: contract, fromBlock: '0x0', toBlock: height }
      const [oldest] = await peer.ask<readonly Fields[]>('eth_getLogs', filter)
      if (oldest === undefined) expect.fail('no log')
      const hash = oldest.transactionHash
      for (const [method, ...params] of [
        ['eth_getLogs', filter],
        ['eth_getTransactionByHash', hash],
        ['eth_getTransactionReceipt', hash],
        ['eth_getBlockByNumber', oldest.blockNumber, true],
        ['eth_getBlockByHash', oldest.blockHash, false],
        ['debug_traceTransaction', hash],
      ] as const) {
        expect(await ask(method, ...params), method).toEqual(await peer.ask(method, ...params))
      }
      const theirs = await peer.ask<readonly Fields[]>('eth_getLogs', filter)
      const { raw } = signed(alice, {
        chainId: BigInt(await ask('eth_chainId')),
        nonce: BigInt(await ask('eth_getTransactionCount', alice.address, 'latest')),
        to: contract,
        gasLimit: 200_000n,
        maxFeePerGas: 10n ** 11n,
      })
      const own = await ask('eth_sendRawTransaction', bytesToHex(raw))
      const logs = await ask('eth_getLogs', { ...filter, toBlock: 'latest' })
      expect(logs).toMatchObject([...theirs, { transactionHash: own, address: contract }])
      await node.close()
    })

    test('traces a transaction with the same steps', async () => {
      const { chain } = await forkOf(peer.url)
      const ask = rpcOf(chain)
      const { raw } = signed(alice, {
        chainId: chain.chainId,
        nonce: BigInt(await peer.ask('eth_getTransactionCount', alice.address, 'latest')),
        to: contract,
        gasLimit: 200_000n,
        maxFeePerGas: 10n ** 11n,
      })
      const traces = []
      for (const each of [ask, peer.ask]) {
        const hash = await each('eth_sendRawTransaction', bytesToHex(raw))
        const trace = await each<{ gas: number; failed: boolean; structLogs: readonly Fields[] }>(
          'debug_traceTransaction',
          hash,
        )
        const steps = trace.structLogs.map(({ pc, op, gas, depth, stack }) => ({
          ...{ pc, op, gas, depth, stack },
        }))
        traces.push({ gas: Number(trace.gas), failed: trace.failed, steps })
      }
      expect(traces[0]).toEqual(traces[1])
      await chain.close()
    })
  })
})

describe.skipIf(missingPeer('Anvil') !== undefined)('the rules of Anvil', () => {
  // PUSH1 1, CLZ, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN: an opcode of Osaka.
  const clz: Hex = '0x60011e5f5260205ff3'

  test.each(['cancun', 'prague', 'osaka'])('at %s', async (hardfork) => {
    const peer = await startPeer('Anvil', '--hardfork', hardfork)
    onTestFinished(() => peer.close())
    const node = await createNode({
      ...executorOption,
      fork: { url: peer.url, noStorageCaching: true },
    })
    onTestFinished(() => node.close())
    await node.request({ method: 'hardhat_setCode', params: [refusal, clz] })
    await peer.ask('anvil_setCode', refusal, clz)
    const params = [{ to: refusal }, 'latest']
    const running = node.request({ method: 'eth_call', params })
    if (hardfork === 'osaka') expect(await running).toBe(await peer.ask('eth_call', ...params))
    else {
      await expect(running).rejects.toThrow('invalid opcode')
      await expect(peer.ask('eth_call', ...params)).rejects.toThrow('NotActivated')
    }
  })
})

/** Mines a transaction at a time and returns what must be equal everywhere. */
async function mined(ask: Ask, raw: Hex, time: bigint): Promise<Fields> {
  await ask('evm_setNextBlockTimestamp', toQuantity(time))
  // Hardhat mines what reverts, and reports it as an error.
  const hash = await ask('eth_sendRawTransaction', raw).catch(() => undefined)
  // Anvil mines after its answer.
  if (hash !== undefined) {
    await expect.poll(() => ask('eth_getTransactionReceipt', hash)).not.toBeNull()
  }
  const block = await ask<Fields>('eth_getBlockByNumber', 'latest', false)
  const [listed] = block.transactions as readonly unknown[]
  if (hash !== undefined) expect(listed).toBe(hash)
  const receipt = await ask<Fields>('eth_getTransactionReceipt', listed)
  const { status, gasUsed, effectiveGasPrice, blockNumber, contractAddress, logs } = receipt
  const kept = (logs as readonly Fields[]).map(({ address, data, topics }) => ({
    ...{ address, data, topics },
  }))
  const { baseFeePerGas, gasLimit, timestamp, miner, logsBloom } = block
  return {
    ...{ status, gasUsed, effectiveGasPrice, blockNumber, contractAddress, logs: kept },
    block: { baseFeePerGas, gasLimit, timestamp, miner, logsBloom },
  }
}

async function accounts(ask: Ask, chain: Chain): Promise<unknown> {
  const list = [alice.address, contract, refusal, heir, chain.blocks.latest.header.miner]
  const found = []
  for (const address of list) {
    found.push([
      address,
      await ask('eth_getBalance', address, 'latest'),
      await ask('eth_getTransactionCount', address, 'latest'),
    ])
  }
  return found
}
