import { toQuantity } from '../src/primitives/encoding/hex.ts'
import { balanceOfSender, callOf, LOGGER, LOOP, SENDER, TOKEN } from './compareContracts.ts'
import { type Stage, sendAll } from './compareStage.ts'

const BLOCKS = 300

/** Calls, balances and block numbers. */
export async function measureReads(stage: Stage): Promise<void> {
  const node = await stage.createNodeWithContracts()
  await sendAll(node, stage.inputs.transfers.slice(0, BLOCKS))
  const repeat = (
    times: number,
    what: string,
    method: string,
    params: (i: number) => readonly unknown[],
  ) =>
    stage.measure(`${times.toLocaleString('en')} × ${what}`, async () => {
      for (let i = 0; i < times; i++) await node.request({ method, params: params(i) })
    })
  const balanceOf = { to: TOKEN, data: balanceOfSender }
  await repeat(2_000, 'eth_call of balanceOf', 'eth_call', () => [balanceOf, 'latest'])
  await repeat(10_000, 'eth_getBalance', 'eth_getBalance', () => [SENDER, 'latest'])
  await repeat(40_000, 'eth_blockNumber', 'eth_blockNumber', () => [])
  await repeat(5_000, 'eth_getBalance of old blocks', 'eth_getBalance', (i) => [
    SENDER,
    toQuantity(i % BLOCKS),
  ])
}

/** Proofs of accounts and of a slot. */
export async function measureProofs(stage: Stage): Promise<void> {
  const { senders } = stage.inputs
  const fundAccounts = senders.map(({ address }) => address)
  const node = await stage.createNodeWithContracts({ fundAccounts })
  await stage.measure('1,500 × eth_getProof', async () => {
    for (let i = 0; i < 1_500; i++) {
      const account = senders[i % senders.length]?.address
      const params = i % 2 === 0 ? [account, [], 'latest'] : [TOKEN, ['0x0'], 'latest']
      await node.request({ method: 'eth_getProof', params })
    }
  })
}

const TRANSACTIONS = 100
const LOGS = 50

/** Queries of 5,000 logs, and filters on them. */
export async function measureLogs(stage: Stage): Promise<void> {
  const node = await stage.createNodeWithContracts()
  const emit = (mark: number) =>
    node.request({ method: 'eth_sendTransaction', params: [callOf(LOGGER, LOGS, mark)] })
  const fill = async () => {
    for (let mark = 1; mark <= TRANSACTIONS; mark++) await emit(mark)
  }
  await stage.measure('100 transactions of 50 logs', fill)
  const query = async (times: number, count: number, filter: object) => {
    const what = `${times.toLocaleString('en')} × eth_getLogs, ${count.toLocaleString('en')} of 5,000 logs`
    await stage.measure(what, async () => {
      for (let i = 0; i < times; i++) {
        const params = [{ fromBlock: '0x0', address: LOGGER, ...filter }]
        const logs = (await node.request({ method: 'eth_getLogs', params })) as unknown[]
        if (logs.length !== count) throw new Error(`${logs.length} logs instead of ${count}`)
      }
    })
  }
  const [all, rare] = [TRANSACTIONS * LOGS, LOGS]
  await query(20, all, {})
  await query(2_000, rare, { topics: [null, topicOf(7)] })
  await stage.measure('50 blocks of 50 logs, 20 filters polled', async () => {
    const filters: unknown[] = []
    for (let i = 0; i < 20; i++) {
      filters.push(await node.request({ method: 'eth_newFilter', params: [{ address: LOGGER }] }))
    }
    for (let block = 0; block < 50; block++) {
      await emit(block)
      for (const id of filters) {
        await node.request({ method: 'eth_getFilterChanges', params: [id] })
      }
    }
  })
}

function topicOf(value: number): string {
  return `0x${value.toString(16).padStart(64, '0')}`
}

const STEP_COUNTER =
  '{steps: 0, step: function() { this.steps++ }, fault: function() {}, result: function() { return this.steps }}'

/** Traces of a transaction of 100,000 steps. */
export async function measureTraces(stage: Stage): Promise<void> {
  const node = await stage.createNodeWithContracts()
  const hash = await node.request({ method: 'eth_sendTransaction', params: [callOf(LOOP, 6_667)] })
  const trace = (times: number, what: string, options: object) =>
    stage.measure(`${times} × ${what} of 100,000 steps`, async () => {
      for (let i = 0; i < times; i++) {
        await node.request({ method: 'debug_traceTransaction', params: [hash, options] })
      }
    })
  await trace(100, 'callTracer', { tracer: 'callTracer' })
  await trace(100, 'prestateTracer', { tracer: 'prestateTracer' })
  await trace(3, 'struct logs', {})
  await trace(3, 'JavaScript tracer', { tracer: STEP_COUNTER })
}
