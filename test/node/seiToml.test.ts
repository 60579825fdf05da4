import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createNode } from '../../src/index.ts'
import { AppTomlError } from '../../src/node/errors.ts'
import { readHomeConfig } from '../../src/node/options/home.ts'
import { silentLogger } from '../../src/primitives/logger.ts'
import { executorOption } from '../support/executor.ts'

/** Every key of upstream's evmrpc/config/config.go with its default. */
const DEFAULTS = `
http_enabled = true
http_port = 8545
ws_enabled = true
ws_port = 8546
read_timeout = "30s"
read_header_timeout = "30s"
write_timeout = "30s"
idle_timeout = "2m0s"
simulation_gas_limit = 10000000
simulation_evm_timeout = "1m0s"
cors_origins = "*"
ws_origins = "*"
filter_timeout = "2m0s"
checktx_timeout = "5s"
max_tx_pool_txs = 1000
slow = false
deny_list = []
max_log_no_block = 10000
max_log_bytes = 67108864
max_blocks_for_log = 2000
max_estimate_gas_calls = 100
max_state_override_accounts = 100
max_state_override_slots = 1000
max_subscriptions_new_head = 10000
max_subscriptions_logs = 1000
enable_test_api = false
max_concurrent_trace_calls = 10
max_concurrent_simulation_calls = 16
max_trace_lookback_blocks = 10000
trace_timeout = "30s"
max_trace_struct_log_bytes = 33554432
trace_allowed_tracers = ["callTracer", "prestateTracer", "flatCallTracer", "4byteTracer", "noopTracer", "muxTracer"]
trace_allow_js_tracers = false
enable_parallelized_block_trace = false
rpc_stats_interval = "10s"
worker_pool_size = 32
worker_queue_size = 1000
enabled_legacy_sei_apis = ["sei_getSeiAddress", "sei_getEVMAddress", "sei_getCosmosTx"]
trace_bake_enabled = false
trace_bake_workers = 1
trace_bake_queue_size = 4096
trace_bake_tracers = ["callTracer"]
trace_bake_window_blocks = 0
trace_bake_use_snapshot = false
trace_bake_snapshot_window = 64
ip_rate_limit_rps = 200
ip_rate_limit_burst = 400
batch_request_limit = 1000
batch_response_max_size = 25000000
max_request_body_bytes = 5242880
max_concurrent_request_bytes = 134217728
ws_admission_timeout = "30s"
max_open_connections = 2000
`

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'rockpool-sei-'))
  mkdirSync(join(home, 'config'))
  writeFileSync(join(home, 'config', 'genesis.json'), '{"alloc":{}}')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

function settings(lines: string, given: object = { profile: 'sei' }) {
  writeFileSync(join(home, 'config', 'app.toml'), `[evm]\n${lines}`)
  return readHomeConfig({ home, ...given })
}

test("the real chain's own file is taken as it is", () => {
  expect(settings(DEFAULTS)).toMatchObject({
    warnings: [],
    callGasCap: 10_000_000n,
    callTimeout: 60,
    filterTimeout: 120,
    maxLogs: 10_000,
    maxSubscriptionsLogs: 1000,
    batchLimit: 1000,
    requestSizeLimit: 5_242_880,
    legacyPrefix: 'sei',
    enabledLegacyNativeApis: ['sei_getSeiAddress', 'sei_getEVMAddress', 'sei_getCosmosTx'],
  })
})

test.each([
  ['deny_list = ["eth_call"]', { denyMethods: ['eth_call'] }],
  ['trace_timeout = "1500ms"', { traceTimeout: 1.5 }],
  ['batch_request_limit = 0', { batchLimit: 1_000_000 }],
  ['max_request_body_bytes = 0', { requestSizeLimit: 5_242_880 }],
  ['max_subscriptions_new_head = 3', { maxSubscriptionsNewHead: 3 }],
  ['legacy_prefix = "native"', { legacyPrefix: 'native' }],
])('%s works', (line, wanted) => {
  expect(settings(line)).toMatchObject({ ...wanted, warnings: [] })
})

describe('a value that the node does not do is refused with a sentence', () => {
  test.each([
    ['http_enabled = false', 'want true, got false: HTTP is always served'],
    ['ws_origins = "*"\ncors_origins = "local"', 'want the value of cors_origins, got "*": '],
    ['read_timeout = "31s"', 'want "30s", got "31s": '],
    ['slow = true', 'want false, got true: '],
    ['trace_timeout = "0s"', ''],
    ['max_trace_lookback_blocks = 100', 'want -1 or 10000, got 100: '],
    ['max_concurrent_trace_calls = 1', 'want 0 or 10, got 1: '],
    ['worker_pool_size = -1', 'want an integer of at least 0, got -1: '],
    ['worker_queue_size = "many"', 'want an integer of at least 0, got "many": '],
    ['trace_bake_enabled = true', 'want false, got true: '],
    ['ip_rate_limit_rps = 5', 'want 0 or 200, got 5: '],
    ['enable_test_api = true', 'want false, got true: '],
    ['max_tx_pool_txs = 5', 'want 1000, got 5: '],
  ])('%s', (line, reason) => {
    try {
      settings(line)
    } catch (error) {
      if (!(error instanceof AppTomlError)) throw error
      expect(error.details.reason).toContain(reason)
      expect(error.details.key).toBe(line.split(' ')[0])
      return
    }
    throw new Error('expected a refusal')
  })
})

test('keys that no node reads still warn', () => {
  expect(settings('slwo = 1').warnings).toEqual([
    expect.stringContaining('keys of [evm] without effect: slwo'),
  ])
})

test('denied methods are unknown, under each of their names alone', async () => {
  const node = await createNode({ ...executorOption, denyMethods: ['eth_call', 'evm_mine'] })
  const denied = node.request({ method: 'eth_call', params: [{}] })
  await expect(denied).rejects.toMatchObject({
    code: -32601,
    message: expect.stringContaining('the method eth_call does not exist/is not available'),
  })
  expect(await node.request({ method: 'eth_chainId' })).toBe('0xae3f2')
  await node.close()
})

test('a denied name that no method has is a warning', async () => {
  const lines: string[] = []
  const logger = { ...silentLogger, error: (line: string) => void lines.push(line) }
  const denyMethods = [
    ...['eth_sendTransactoin', 'foo_bar', 'eth_call', 'anvil_setBalance', 'native_getLogs'],
    // Only Ganache's dialect has it.
    'personal_newAccount',
  ]
  const node = await createNode({ ...executorOption, denyMethods, logger })
  await node.close()
  const prefixed = { denyMethods: ['sei_getLogs', 'native_getLogs'], legacyPrefix: 'sei' }
  await (await createNode({ ...executorOption, ...prefixed, logger })).close()
  const unknown = 'Warning: unknown method on the deny list:'
  expect(lines).toEqual([
    `${unknown} eth_sendTransactoin; did you mean eth_sendTransaction?`,
    `${unknown} foo_bar`,
    `${unknown} native_getLogs`,
  ])
})

test('traces end after trace_timeout unless they ask for another limit', async () => {
  const node = await createNode({ ...executorOption, traceTimeout: 0.02, gasLimit: 2 ** 40 })
  const to = `0x${'ab'.repeat(20)}`
  await node.request({ method: 'hardhat_setCode', params: [to, '0x5b600056'] })
  const trace = (options: object) =>
    node.request({
      method: 'debug_traceCall',
      params: [{ to }, 'latest', { tracer: 'noopTracer', ...options }],
    })
  await expect(trace({})).rejects.toThrow('longer than 20ms')
  await expect(trace({ timeout: '30ms' })).rejects.toThrow('longer than 30ms')
  const parity = node.request({ method: 'trace_call', params: [{ to }, ['trace']] })
  await expect(parity).rejects.toThrow('longer than 20ms')
  await node.close()
})

test('subscriptions are limited by kind', async () => {
  const limits = { maxSubscriptionsNewHead: 1, maxSubscriptionsLogs: 2 }
  const node = await createNode({ ...executorOption, ...limits })
  const subscribe = (kind: string) => node.request({ method: 'eth_subscribe', params: [kind] })
  const full = { code: -32000, message: 'no new subscription can be created' }
  const first = await subscribe('newHeads')
  await expect(subscribe('newHeads')).rejects.toMatchObject(full)
  await subscribe('logs')
  await subscribe('logs')
  await expect(subscribe('logs')).rejects.toMatchObject(full)
  await subscribe('newPendingTransactions')
  await node.request({ method: 'eth_unsubscribe', params: [first] })
  expect(await subscribe('newHeads')).toMatch(/^0x/)
  await node.close()
})
