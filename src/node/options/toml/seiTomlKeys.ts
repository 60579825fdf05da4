import { parseGoDuration } from '../../../primitives/encoding/goDuration.ts'

/** A key of the real chain's `app.toml` without an option here. */
export interface SeiTomlKey {
  /** Whether the node does what the value says. */
  readonly isMet: (value: unknown, section: Readonly<Record<string, unknown>>) => boolean
  /** The accepted values. */
  readonly want: string
  /** Why there are no others. */
  readonly reason: string
}

const NO_BAKING = 'traces are not computed in advance'
const NO_WORKERS = 'requests are served in one thread'
const TRACERS = 'callTracer prestateTracer flatCallTracer 4byteTracer noopTracer muxTracer'.split(
  ' ',
)

/** Keys of the section `[evm]` of the real chain that no option reads. */
export const seiTomlKeys: Readonly<Record<string, SeiTomlKey>> = {
  http_enabled: only(true, 'HTTP is always served; select the port with http_port'),
  ws_enabled: only(true, 'WebSocket is always served, on the ports of HTTP'),
  ws_origins: {
    isMet: (value, { cors_origins }) => value === cors_origins,
    want: 'the value of cors_origins',
    reason: 'HTTP and WebSocket accept the same origins',
  },
  read_timeout: duration(30, 'the server has its own limits of slow connections'),
  read_header_timeout: duration(30, 'the server has its own limits of slow connections'),
  write_timeout: duration(30, 'the server has its own limits of slow connections'),
  idle_timeout: duration(120, 'the server has its own limits of idle connections'),
  ws_admission_timeout: duration(30, 'connections do not wait for admission'),
  checktx_timeout: duration(5, 'the check of a transaction has no limit'),
  max_tx_pool_txs: numbers([1000], 'the methods of the pool return all transactions'),
  slow: only(false, 'transactions are always accepted one by one, and executed so'),
  max_log_bytes: numbers([0, 67_108_864], 'responses are streamed; max_log_no_block limits logs'),
  max_estimate_gas_calls: numbers(
    [100],
    'the number of calls of eth_estimateGasAfterCalls is fixed',
  ),
  max_state_override_accounts: numbers([100], 'the size of the request limits overrides'),
  max_state_override_slots: numbers([1000], 'the size of the request limits overrides'),
  enable_test_api: only(false, 'the cheats evm_*, hardhat_* and anvil_* are always served'),
  max_concurrent_trace_calls: numbers([0, 10], 'the number of traces is not limited'),
  max_concurrent_simulation_calls: anyCount('calls run one after another'),
  max_trace_lookback_blocks: numbers(
    [-1, 10_000],
    'all blocks with state can be traced; see --keep',
  ),
  max_trace_struct_log_bytes: numbers([0, 33_554_432], 'responses are streamed'),
  trace_allowed_tracers: {
    isMet: (value) => Array.isArray(value) && TRACERS.every((name) => value.includes(name)),
    want: `a list with ${TRACERS.join(', ')}`,
    reason: 'all tracers are served',
  },
  trace_allow_js_tracers: anyBoolean('JavaScript tracers are always served, in a process apart'),
  enable_parallelized_block_trace: anyBoolean('the result is the same'),
  rpc_stats_interval: {
    isMet: (value) => typeof value === 'string' && parseGoDuration(value) !== undefined,
    want: 'a duration such as "10s"',
    reason: 'there are no statistics',
  },
  worker_pool_size: anyCount(NO_WORKERS),
  worker_queue_size: anyCount(NO_WORKERS),
  trace_bake_enabled: only(false, NO_BAKING),
  trace_bake_workers: anyCount(NO_BAKING),
  trace_bake_queue_size: anyCount(NO_BAKING),
  trace_bake_tracers: {
    isMet: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
    want: 'an array of names',
    reason: NO_BAKING,
  },
  trace_bake_window_blocks: anyCount(NO_BAKING),
  trace_bake_use_snapshot: anyBoolean(NO_BAKING),
  trace_bake_snapshot_window: anyCount(NO_BAKING),
  ip_rate_limit_rps: numbers([0, 200], 'requests are not limited by address'),
  ip_rate_limit_burst: numbers([0, 400], 'requests are not limited by address'),
  batch_response_max_size: numbers([0, 25_000_000], 'the memory limits a batch, with an error'),
  max_concurrent_request_bytes: numbers(
    [0, 134_217_728],
    'max_request_body_bytes limits each request',
  ),
  max_open_connections: numbers([0, 2000], 'connections are not limited'),
}

function only(value: boolean, reason: string): SeiTomlKey {
  return { isMet: (given) => given === value, want: String(value), reason }
}

function anyBoolean(reason: string): SeiTomlKey {
  return { isMet: (given) => typeof given === 'boolean', want: 'true or false', reason }
}

/** @param values the real chain's default, and what stands for no limit there */
function numbers(values: readonly number[], reason: string): SeiTomlKey {
  return {
    isMet: (given) => values.some((value) => value === given),
    want: values.join(' or '),
    reason,
  }
}

/** A resource that no client can observe. */
function anyCount(reason: string): SeiTomlKey {
  return {
    isMet: (given) => typeof given === 'number' && Number.isInteger(given) && given >= 0,
    want: 'an integer of at least 0',
    reason,
  }
}

function duration(seconds: number, reason: string): SeiTomlKey {
  return {
    isMet: (given) => typeof given === 'string' && parseGoDuration(given) === seconds * 1000,
    want: `"${seconds}s"`,
    reason,
  }
}
