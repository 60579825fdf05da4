import { expect, test } from 'vitest'
import type { Address } from '../../src/primitives/address.ts'
import type { Json } from '../../src/primitives/encoding/json.ts'
import { alice } from '../support/accounts.ts'
import { chainOfBlocks } from '../support/chain/chainOfBlocks.ts'
import { signed } from '../support/chain.ts'
import { A, B, C, OP, op } from '../support/evm/observerScenarios.ts'
import { code, push } from '../support/evm/programs.ts'
import { testGenesis } from '../support/genesis.ts'
import { rpcOf } from '../support/rpc/rpc.ts'
import { frame, GAS, holding, LIMIT, top, traceOf } from '../support/tracers/traceSetup.ts'

const LOG1 = 0xa1
const topic = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
const call = (target: Address, gas: bigint) => op(OP.CALL, gas, target, 0, 0, 0, 0, 0)

/**
 * A emits a log, calls B, which emits a log, and emits a second. It calls C, which reverts its own
 * logs and those of its callee, and emits a third.
 */
const accounts = [
  holding(
    A,
    code(
      // A byte of memory.
      op(LOG1, 0, 1, 11),
      call(B, 50_000n),
      op(LOG1, 0, 0, 12),
      call(C, 50_000n),
      op(LOG1, 0, 0, 13),
    ),
  ),
  holding(B, op(OP.LOG0, 0, 0)),
  holding(C, code(op(OP.LOG0, 0, 0), call(B, 10_000n), op(OP.REVERT, 0, 0))),
]

/** 375 for a log and for each topic. */
const log0 = 2n * GAS.push + 375n
const log1 = 3n * GAS.push + 2n * 375n
const calling = 7n * GAS.push
const ofC = log0 + (calling + GAS.warmAccount + log0) + 2n * GAS.push
const gasUsed =
  21_000n +
  // 8 for a byte of data, and a word of memory.
  (log1 + 8n + 3n) +
  (calling + GAS.coldAccount + log0) +
  log1 +
  (calling + GAS.coldAccount + ofC) +
  log1

/** Two logs inside C were reverted, so the third log follows the second. */
const logsOfA = [
  { address: A, topics: [topic(11)], data: '0x00', position: '0x0', index: '0x0' },
  { address: A, topics: [topic(12)], data: '0x', position: '0x1', index: '0x2' },
  { address: A, topics: [topic(13)], data: '0x', position: '0x2', index: '0x3' },
]
const logOfB = { address: B, topics: [], data: '0x', position: '0x0', index: '0x1' }
const error = 'execution reverted'

const traced = (tracerConfig: Json) => traceOf(accounts, { tracer: 'callTracer', tracerConfig })

test('withLog: kept logs with the number of earlier calls of their frame', async () => {
  expect(await traced({ withLog: true })).toEqual(
    top(
      { gasUsed, logs: logsOfA },
      frame({ from: A, to: B, gas: 50_000n, gasUsed: log0, logs: [logOfB] }),
      frame(
        { from: A, to: C, gas: 50_000n, gasUsed: ofC, error },
        frame({ from: C, to: B, gas: 10_000n, gasUsed: log0 }),
      ),
    ),
  )
})

test('no logs by default', async () => {
  const calls = [
    frame({ from: A, to: B, gas: 50_000n, gasUsed: log0 }),
    frame(
      { from: A, to: C, gas: 50_000n, gasUsed: ofC, error },
      frame({ from: C, to: B, gas: 10_000n, gasUsed: log0 }),
    ),
  ]
  expect(await traced({ withLog: false })).toEqual(top({ gasUsed }, ...calls))
  expect(await traced({})).toEqual(top({ gasUsed }, ...calls))
})

test('onlyTopCall: only the message', async () => {
  expect(await traced({ onlyTopCall: true })).toEqual(top({ gasUsed }))
})

test('onlyTopCall with logs: those of the message, at position 0', async () => {
  const logs = logsOfA.map((log) => ({ ...log, position: '0x0' }))
  expect(await traced({ onlyTopCall: true, withLog: true })).toEqual(top({ gasUsed, logs }))
})

test('a failed message and its calls have no logs', async () => {
  const failing = [
    holding(A, code(op(OP.LOG0, 0, 0), call(B, 50_000n), OP.INVALID)),
    holding(B, op(OP.LOG0, 0, 0)),
  ]
  const config = { tracer: 'callTracer', tracerConfig: { withLog: true } }
  expect(await traceOf(failing, config)).toEqual(
    top(
      { gasUsed: LIMIT, error: 'invalid opcode: INVALID' },
      frame({ from: A, to: B, gas: 50_000n, gasUsed: log0 }),
    ),
  )
})

test('each has its index in the block', async () => {
  const genesis = testGenesis({}, accounts)
  const calls = [0n, 1n].map((nonce) => signed(alice, { nonce, to: A }))
  const { chain } = await chainOfBlocks(genesis, [calls])
  const ask = rpcOf(chain)
  const options = { tracer: 'callTracer', tracerConfig: { withLog: true, onlyTopCall: true } }
  type Logs = { logs: readonly { index?: string; logIndex?: string; address: string }[] }
  for (const { hash } of calls) {
    const traced = await ask<Logs>('debug_traceTransaction', hash, options)
    const receipt = await ask<Logs>('eth_getTransactionReceipt', hash)
    const own = receipt.logs.filter(({ address }) => address === A)
    expect(own).toHaveLength(3)
    expect(traced.logs.map(({ index }) => index)).toEqual(own.map(({ logIndex }) => logIndex))
  }
  await chain.close()
})

test('logs of failed transactions before it in the block do not count', async () => {
  // Logs; fails if it is called with data.
  const log = op(OP.LOG0, 0, 0)
  // CALLDATASIZE, ISZERO, PUSH1, JUMPI, INVALID, JUMPDEST.
  const failing = code(log, 0x36, 0x15, push(log.length + 6), 0x57, OP.INVALID, 0x5b)
  const genesis = testGenesis({}, [holding(A, failing)])
  const calls = [Uint8Array.of(), Uint8Array.of(1), Uint8Array.of()].map((data, nonce) =>
    signed(alice, { nonce: BigInt(nonce), to: A, data }),
  )
  const { chain } = await chainOfBlocks(genesis, [calls])
  const ask = rpcOf(chain)
  const options = { tracer: 'callTracer', tracerConfig: { withLog: true } }
  const indexes = await Promise.all(
    calls.map(async ({ hash }) => {
      const traced = await ask<{ logs?: { index: string }[] }>(
        'debug_traceTransaction',
        hash,
        options,
      )
      return traced.logs?.map(({ index }) => index)
    }),
  )
  expect(indexes).toEqual([['0x0'], undefined, ['0x1']])
  await chain.close()
})
