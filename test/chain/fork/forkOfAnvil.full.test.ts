import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { parseAddress } from '../../../src/primitives/address.ts'
import { bytesToHex, type Hex, toQuantity } from '../../../src/primitives/encoding/hex.ts'
import { alice } from '../../support/accounts.ts'
import { signed } from '../../support/chain.ts'
import { forkOf } from '../../support/fork/forkOf.ts'
import { type Ask, rpcOf } from '../../support/rpc/rpc.ts'

/** Installed with `npm --prefix bench install`. */
const ANVIL = resolve(import.meta.dirname, '../../../bench/node_modules/.bin/anvil')
const isThere = existsSync(ANVIL)

const PORT = 18_745
const url = `http://127.0.0.1:${PORT}`

/** Pays 1 wei to an address, writes slot 0, and logs. */
const heir = parseAddress(`0xd0${'0'.repeat(36)}0d`)
const code: Hex = `0x5f54600101805f555f525f5f5f5f600173${heir.slice(2)}5af15060205fa000`
const contract = parseAddress(`0x${'ac'.repeat(20)}`)

const anvil: Ask = async <T>(method: string, ...params: readonly unknown[]) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body })
  const answer = (await response.json()) as { result: T; error?: { message: string } }
  if (answer.error !== undefined) throw new Error(answer.error.message)
  return answer.result
}

describe.skipIf(!isThere)('a fork of Anvil (npm --prefix bench install)', () => {
  const node = isThere ? spawn(ANVIL, ['--port', `${PORT}`, '--silent']) : undefined

  beforeAll(async () => {
    await untilUp()
    await anvil('anvil_setCode', contract, code)
    await anvil('anvil_setBalance', contract, '0x64')
    await anvil('anvil_setStorageAt', contract, `0x${'0'.repeat(64)}`, `0x${'7'.padStart(64, '0')}`)
    await anvil('anvil_mine', '0x3')
  })

  afterAll(() => node?.kill())

  test('has the same results, fees and balances as Anvil itself', async () => {
    const { chain, remote } = await forkOf(url)
    expect(remote.isSei).toBe(false)
    const ask = rpcOf(chain)
    await chain.mining.configure({ coinbase: chain.blocks.latest.header.miner })
    const time = chain.blocks.latest.header.timestamp + 10n
    for (const [nonce, value] of [0n, 3n].entries()) {
      const raw = bytesToHex(
        signed(alice, {
          chainId: chain.chainId,
          nonce: BigInt(nonce),
          to: contract,
          value,
          maxFeePerGas: 10n ** 11n,
          maxPriorityFeePerGas: 5n,
        }).raw,
      )
      const [here, there] = [
        await mined(ask, raw, time + BigInt(nonce)),
        await mined(anvil, raw, time + BigInt(nonce)),
      ]
      expect(here).toEqual(there)
    }
    expect(await accounts(ask, chain)).toEqual(await accounts(anvil, chain))
    await chain.close()
  })
})

async function mined(ask: Ask, raw: Hex, time: bigint): Promise<unknown> {
  await ask('evm_setNextBlockTimestamp', toQuantity(time))
  const hash = await ask('eth_sendRawTransaction', raw)
  const receipt = await ask<Record<string, unknown>>('eth_getTransactionReceipt', hash)
  const { status, gasUsed, effectiveGasPrice, blockNumber, logs } = receipt
  const kept = (logs as readonly Record<string, unknown>[]).map(({ address, data, topics }) => ({
    ...{ address, data, topics },
  }))
  const { baseFeePerGas, gasLimit, timestamp, miner } = await ask<Record<string, unknown>>(
    'eth_getBlockByNumber',
    blockNumber,
    false,
  )
  const block = { baseFeePerGas, gasLimit, timestamp, miner }
  return { status, gasUsed, effectiveGasPrice, blockNumber, logs: kept, block }
}

async function accounts(ask: Ask, chain: Chain): Promise<unknown> {
  const list = [alice.address, contract, heir, chain.blocks.latest.header.miner]
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

async function untilUp(): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      await anvil('eth_chainId')
      return
    } catch {
      await new Promise((done) => setTimeout(done, 100))
    }
  }
  throw new Error('Anvil does not answer')
}
