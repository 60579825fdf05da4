import assert from 'node:assert/strict'
import {
  type Address,
  type Client,
  decodeErrorResult,
  decodeEventLog,
  decodeFunctionResult,
  encodeFunctionData,
  type Hash,
  type Hex,
  toHex,
} from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { specimen } from '../../support/clients/specimen.ts'
import { alice, bob, startWithViem, type ViemSetup } from '../../support/clients/viemSetup.ts'

const { abi } = specimen

interface CallTrace {
  readonly type: string
  readonly from: Address
  readonly to?: Address
  readonly gas: Hex
  readonly gasUsed: Hex
  readonly input: Hex
  readonly output?: Hex
  readonly error?: string
  readonly revertReason?: string
  readonly calls?: readonly CallTrace[]
  readonly logs?: readonly { readonly address: Address; topics: [Hex, ...Hex[]]; data: Hex }[]
}

interface TraceOptions {
  readonly tracer?: string
  readonly tracerConfig?: Readonly<Record<string, boolean>>
}

interface CallParameters {
  readonly from: Address
  readonly to: Address
  readonly data: Hex
}

/** What a program adds to viem, which has no tracing of its own. */
const tracing = (client: Client) => {
  // viem's types know the methods of the standard alone.
  const request = client.request as (request: {
    readonly method: string
    readonly params: readonly unknown[]
  }) => Promise<unknown>
  return {
    traceTransaction: (hash: Hash, options: TraceOptions) =>
      request({ method: 'debug_traceTransaction', params: [hash, options] }),
    traceCall: (call: CallParameters, options: TraceOptions) =>
      request({ method: 'debug_traceCall', params: [call, 'latest', options] }),
    traceBlock: (number: bigint, options: TraceOptions) =>
      request({ method: 'debug_traceBlockByNumber', params: [toHex(number), options] }),
  }
}

const callTracer = { tracer: 'callTracer', tracerConfig: { withLog: true } }

let on: ViemSetup
beforeEach(async () => {
  on = await startWithViem()
})
afterEach(() => on.close())

test('viem traces a transaction and decodes call and events', async () => {
  const client = on.client.extend(tracing)
  const address = await on.deploy()
  const hash = await on.local.writeContract({
    abi,
    address,
    functionName: 'deposit',
    args: ['tea'],
    value: 5n,
  })
  const receipt = await on.mined(hash)
  const trace = (await client.traceTransaction(hash, callTracer)) as CallTrace
  expect(trace).toMatchObject({
    type: 'CALL',
    from: alice.address.toLowerCase(),
    to: address,
    gasUsed: toHex(receipt.gasUsed),
    input: encodeFunctionData({ abi, functionName: 'deposit', args: ['tea'] }),
    value: '0x5',
  })
  expect(trace).not.toHaveProperty('error')
  const events = (trace.logs ?? []).map((log) => decodeEventLog({ abi, ...log }))
  expect(events).toEqual(receipt.logs.map((log) => decodeEventLog({ abi, ...log })))
  expect(events.length).toBeGreaterThan(0)
  const number = receipt.blockNumber
  expect(await client.traceBlock(number, callTracer)).toEqual([{ txHash: hash, result: trace }])

  const logs = (await client.traceTransaction(hash, {})) as { gas: number; structLogs: object[] }
  expect(logs).toMatchObject({ gas: Number(receipt.gasUsed), failed: false })
  expect(logs.structLogs.length).toBeGreaterThan(10)
})

test('viem traces calls, also failing ones, without effects', async () => {
  const client = on.client.extend(tracing)
  const address = await on.deploy()
  const balance = await on.client.getBalance({ address: bob.address })
  const data = encodeFunctionData({ abi, functionName: 'number' })
  const read = (await client.traceCall({ from: bob.address, to: address, data }, callTracer)) as
    | CallTrace
    | undefined
  assert(read?.output)
  expect(decodeFunctionResult({ abi, functionName: 'number', data: read.output })).toBe(7n)
  const fail = async (functionName: string, args: readonly unknown[] = []) => {
    const input = encodeFunctionData({ abi, functionName, args })
    const call = { from: bob.address, to: address, data: input }
    return (await client.traceCall(call, callTracer)) as CallTrace
  }
  const error = 'execution reverted'
  expect(await fail('failWithReason', ['tea'])).toMatchObject({ error, revertReason: 'tea' })
  expect(await fail('failAssertion')).toMatchObject({ error, revertReason: 'assert(false)' })
  const custom = await fail('failWithCustomError', [101n])
  expect(custom).toMatchObject({ error })
  assert(custom.output)
  expect(decodeErrorResult({ abi, data: custom.output })).toMatchObject({
    errorName: 'OutOfRange',
    args: [bob.address, 101n, 100n],
  })
  expect(await fail('failSilently')).not.toHaveProperty('output')

  const child = await fail('createChild')
  expect(child.calls).toMatchObject([{ type: 'CREATE', from: address, value: '0x0' }])
  expect(child.logs).toHaveLength(1)
  expect(await on.client.getBalance({ address: bob.address })).toBe(balance)
  expect(await on.client.getBlockNumber()).toBe(1n)
})

test('viem reports problems of a tracer', async () => {
  const client = on.client.extend(tracing)
  const call = { from: bob.address, to: alice.address, data: '0x' } as const
  await expect(client.traceCall(call, { tracer: 'calTracer' })).rejects.toThrow(
    'unknown tracer "calTracer"',
  )
})
