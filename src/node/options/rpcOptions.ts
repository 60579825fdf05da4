import { DEFAULT_FILTER_IDLE_MS, DEFAULT_MAX_FILTERS } from '../../chain/filters/filterSpace.ts'
import { DEFAULT_LOG_LIMITS } from '../../chain/history/logQuery.ts'
import { DEFAULT_TRACE_TIMEOUT_MS } from '../../tracers/traceTimeout.ts'
import { type DialectName, dialectNames } from './dialectNames.ts'
import { allowlistKey, defaultLegacyNames, LEGACY_PREFIX, legacyName } from './legacyNames.ts'
import { option } from './option.ts'
import {
  choice,
  integer,
  legacyPrefix,
  names,
  optional,
  quantity,
  seconds,
  text,
  toggle,
} from './optionReaders.ts'
import { tomlDuration, tomlInteger, tomlNames, tomlSeconds, tomlText } from './toml/tomlForms.ts'

const MAX_INT63 = (1n << 63n) - 1n

/** Options of the JSON-RPC methods. */
export const rpcOptions = {
  callGasCap: option<bigint | undefined>({
    flag: 'call-gas-cap',
    argument: 'gas',
    help: 'Limit the gas of eth_call and similar methods',
    fallback: undefined,
    fallbackText: 'the gas limit of a block',
    read: optional(quantity(1n, MAX_INT63)),
    toml: { key: 'simulation_gas_limit', form: tomlInteger, sample: 10_000_000 },
  }),
  callTimeout: option({
    flag: 'call-timeout',
    argument: 'seconds',
    help: 'Limit the run time of eth_call and similar methods, in seconds',
    fallback: 30,
    read: integer(1, 86_400),
    toml: { key: 'simulation_evm_timeout', form: tomlSeconds },
  }),
  traceTimeout: option({
    flag: 'trace-timeout',
    argument: 'seconds',
    help: 'Limit the run time of a trace whose request has no timeout, in seconds',
    fallback: DEFAULT_TRACE_TIMEOUT_MS / 1000,
    read: seconds(0.001, 86_400),
    toml: { key: 'trace_timeout', form: tomlDuration },
  }),
  maxLogs: option({
    flag: 'max-logs',
    argument: 'count',
    help: 'Limit the logs of a query without fromBlock or toBlock',
    fallback: DEFAULT_LOG_LIMITS.maxLogs,
    read: integer(1, 1_000_000),
    toml: { key: 'max_log_no_block', form: tomlInteger },
  }),
  maxLogBlocks: option({
    flag: 'max-log-blocks',
    argument: 'count',
    help: 'Limit the blocks of a log query with fromBlock and toBlock',
    fallback: DEFAULT_LOG_LIMITS.maxBlocks,
    read: integer(1, Number.MAX_SAFE_INTEGER),
    toml: { key: 'max_blocks_for_log', form: tomlInteger },
  }),
  maxFilters: option({
    flag: 'max-filters',
    argument: 'count',
    help: 'Limit the number of filters',
    fallback: DEFAULT_MAX_FILTERS,
    read: integer(1, 1_000_000),
  }),
  filterTimeout: option({
    flag: 'filter-timeout',
    argument: 'seconds',
    help: 'Remove a filter that is not polled for this long, in seconds',
    fallback: DEFAULT_FILTER_IDLE_MS / 1000,
    read: integer(1, 86_400),
    toml: { key: 'filter_timeout', form: tomlSeconds },
  }),
  maxSubscriptionsNewHead: option<number | undefined>({
    flag: 'max-subscriptions-new-head',
    argument: 'count',
    help: 'Limit the subscriptions to new blocks of all connections to a port',
    fallback: undefined,
    fallbackText: '10000 per connection',
    read: optional(integer(0, 1_000_000)),
    toml: { key: 'max_subscriptions_new_head', form: tomlInteger, sample: 10_000 },
  }),
  maxSubscriptionsLogs: option<number | undefined>({
    flag: 'max-subscriptions-logs',
    argument: 'count',
    help: 'Limit the subscriptions to logs of all connections to a port',
    fallback: undefined,
    fallbackText: '10000 per connection',
    read: optional(integer(0, 1_000_000)),
    toml: { key: 'max_subscriptions_logs', form: tomlInteger, sample: 1000 },
  }),
  denyMethods: option<readonly string[]>({
    flag: 'deny-methods',
    argument: 'name,…',
    help: 'Do not serve these JSON-RPC methods',
    fallback: [],
    fallbackText: 'none',
    read: names,
    toml: { key: 'deny_list', form: tomlNames },
  }),
  enabledLegacyNativeApis: option<readonly string[] | undefined>({
    flag: 'enabled-legacy-native-apis',
    aliases: ['legacy-apis'],
    argument: 'name,…',
    help: 'Serve these deprecated methods; "all" serves every one',
    fallback: undefined,
    fallbackText: defaultLegacyNames.join(','),
    read: optional(names),
    toml: {
      key: allowlistKey(LEGACY_PREFIX),
      form: tomlNames,
      initial: (prefix) => defaultLegacyNames.map((name) => legacyName(name, prefix)),
      note: 'the key and its values contain legacy_prefix: with "sei", enabled_legacy_sei_apis = ["sei_getEVMAddress"]',
    },
  }),
  legacyPrefix: option({
    flag: 'legacy-prefix',
    argument: 'name',
    help: 'Replace "native" in the names of the deprecated methods, e.g. with sei',
    fallback: LEGACY_PREFIX,
    read: legacyPrefix,
    toml: { key: 'legacy_prefix', form: tomlText, initial: (prefix) => prefix },
  }),
  clientVersion: option<string | undefined>({
    flag: 'client-version',
    argument: 'text',
    help: 'Set the result of web3_clientVersion',
    fallback: undefined,
    fallbackText: 'anvil-compatible/rockpool/VERSION/…',
    read: optional(text),
  }),
  networkId: option<bigint | undefined>({
    flag: 'network-id',
    aliases: ['networkid', 'chain.networkId'],
    argument: 'number',
    help: 'Set the result of net_version',
    details: 'Transactions are signed for the chain id.',
    fallback: undefined,
    fallbackText: 'the chain id',
    read: optional(quantity()),
  }),
  compat: option<DialectName>({
    flag: 'compat',
    argument: dialectNames.join('|'),
    help: 'Imitate the results and errors of this node; per request: ?compat=NAME',
    details: 'The query parameter applies to one request, or to one WebSocket connection.',
    fallback: 'rockpool',
    read: choice(dialectNames),
  }),
  vmErrorsOnRpcResponse: option({
    flag: 'vm-errors-on-rpc-response',
    aliases: ['chain.vmErrorsOnRPCResponse'],
    help: "In Ganache's dialect, answer the sending of a transaction that fails with an error",
    fallback: false,
    read: toggle,
  }),
} as const
