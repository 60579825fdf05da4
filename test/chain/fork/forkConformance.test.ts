import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeTransaction } from '../../../src/evm/transaction/decodeTransaction.ts'
import { bytesToHex, type Hex, toQuantity } from '../../../src/primitives/encoding/hex.ts'
import { alice } from '../../support/accounts.ts'
import { signed } from '../../support/chain.ts'
import { generateScenario } from '../../support/differential/generate.ts'
import type { Scenario } from '../../support/differential/scenario.ts'
import { forkOf, type RemotePool, startRemotePool } from '../../support/fork/forkOf.ts'
import { type Ask, rpcOf } from '../../support/rpc/rpc.ts'
import { runs } from '../../support/runs.ts'

/*
 * Random programs are put on a remote chain. Each transaction runs on a fork of that chain and on
 * the chain itself, in blocks with the same time and base fee. All answers must be equal.
 */

const SEED = 20_251_125
const BASE_FEE = 10n ** 9n

let pool: RemotePool

beforeAll(async () => {
  pool = await startRemotePool({ hardfork: 'prague' })
})

afterAll(() => pool.close())

test('transactions have the same results on a fork as on the chain itself', {
  timeout: 600_000,
}, async () => {
  let mined = 0
  for (let index = 0; index < runs({ quick: 6, full: 60 }); index++) {
    const scenario = generateScenario({ seed: SEED, index, fork: 'prague' })
    await install(scenario)
    const where = `program ${index} of seed ${SEED}`
    const { chain, remote } = await forkOf(pool.url)
    const ask = rpcOf(chain)
    const time = chain.blocks.latest.header.timestamp + 12n
    const raws = await signedMessages(scenario, chain.chainId)
    for (const [i, raw] of raws.entries()) {
      const before = remote.stats.requests
      const there = await mine(pool.request, raw, time + BigInt(i))
      const here = await mine(ask, raw, time + BigInt(i))
      expect(here.observed, where).toEqual(there.observed)
      if (here.isMined) mined++
      expect(remote.stats.requests - before, where).toBeLessThan(60)
    }
    for (const address of scenario.accounts.keys()) {
      for (const method of ['eth_getBalance', 'eth_getTransactionCount', 'eth_getCode']) {
        expect(await ask(method, address), `${where}: ${method} ${address}`).toBe(
          await pool.request(method, address),
        )
      }
    }
    await chain.close()
  }
  expect(mined).toBeGreaterThan(0)
})

/** Puts the accounts of a scenario on the remote chain. */
async function install({ accounts }: Scenario): Promise<void> {
  for (const [address, { balance, nonce, code, storage }] of accounts) {
    await pool.request('hardhat_setCode', address, bytesToHex(code))
    await pool.request('hardhat_setBalance', address, toQuantity(balance % 2n ** 200n))
    await pool.request('hardhat_setNonce', address, toQuantity(nonce))
    // No real chain has storage of an account that never had code, and a fork does not look for it.
    const hasRun = code.length > 0 || nonce > 0n
    for (const [slot, word] of hasRun ? storage : []) {
      await pool.request('hardhat_setStorageAt', address, bytesToHex(slot), bytesToHex(word))
    }
  }
  await pool.request('hardhat_mine', '0x1')
}

async function signedMessages({ messages }: Scenario, chainId: bigint): Promise<readonly Hex[]> {
  const first = BigInt(await pool.request('eth_getTransactionCount', alice.address))
  return messages.map(({ to, data, value, gasLimit }, i) => {
    const gas = gasLimit < 5_000_000n ? gasLimit + 100_000n : 5_000_000n
    const fields = { to, data, value: value % 1000n, gasLimit: gas }
    return bytesToHex(signed(alice, { ...fields, chainId, nonce: first + BigInt(i) }).raw)
  })
}

/** Mines a transaction and returns what a client sees of it. */
async function mine(
  ask: Ask,
  raw: Hex,
  time: bigint,
): Promise<{ readonly isMined: boolean; readonly observed: unknown }> {
  await ask('evm_setNextBlockTimestamp', toQuantity(time))
  await ask('hardhat_setNextBlockBaseFeePerGas', toQuantity(BASE_FEE))
  const { to, data, value, hash } = decodeTransaction(
    Buffer.from(raw.slice(2), 'hex'),
    BigInt(await ask<string>('eth_chainId')),
  )
  const call = {
    from: alice.address,
    to,
    data: bytesToHex(data),
    value: toQuantity(value),
    gas: toQuantity(5_000_000n),
  }
  const calls = {
    call: await answer(ask, 'eth_call', call, 'latest'),
    accessList: await answer(ask, 'eth_createAccessList', call, 'latest'),
    estimate: await answer(ask, 'eth_estimateGas', call, 'latest'),
  }
  const sent = await answer(ask, 'eth_sendRawTransaction', raw)
  const receipt = await ask<Record<string, unknown> | null>('eth_getTransactionReceipt', hash)
  if (receipt === null) return { isMined: false, observed: { calls, sent } }
  const traces = []
  for (const options of [
    { tracer: 'callTracer', tracerConfig: { withLog: true } },
    { tracer: 'prestateTracer' },
    { tracer: 'prestateTracer', tracerConfig: { diffMode: true } },
    { enableMemory: true },
  ]) {
    traces.push(await answer(ask, 'debug_traceTransaction', hash, options))
  }
  const parity = await answer(ask, 'trace_replayTransaction', hash, ['trace', 'stateDiff'])
  return {
    isMined: true,
    observed: { calls, sent, receipt: withoutPlace(receipt), traces, parity },
  }
}

async function answer(ask: Ask, method: string, ...params: readonly unknown[]): Promise<unknown> {
  try {
    return await ask(method, ...params)
  } catch (error) {
    const { code, message, data } = error as { code?: number; message: string; data?: unknown }
    return { code, message, data }
  }
}

/** The hash of a block depends on the app hash, which a fork computes over its own rows. */
function withoutPlace({ blockHash: _hash, ...receipt }: Record<string, unknown>): unknown {
  const logs = receipt.logs as readonly Record<string, unknown>[]
  return { ...receipt, logs: logs.map(({ blockHash: _own, ...log }) => log) }
}
