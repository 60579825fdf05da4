import type { OptionName } from '../../node/options/config.ts'

/** Node options of a node whose network decides on the chain; it refuses all others. */
export const networkOptions: readonly OptionName[] = [
  ...(['port', 'wsPort', 'host', 'ipc', 'allowOrigin', 'allowHost'] as const),
  ...(['requestSizeLimit', 'batchLimit', 'requestTimeout', 'genesis', 'reference'] as const),
  ...(['accounts', 'account', 'mnemonic', 'derivationPath'] as const),
  ...(['db', 'dbSync', 'keep', 'noAddressIndex'] as const),
  ...(['callGasCap', 'callTimeout', 'traceTimeout', 'maxLogs', 'maxLogBlocks'] as const),
  ...(['maxFilters', 'filterTimeout', 'maxSubscriptionsNewHead', 'maxSubscriptionsLogs'] as const),
  ...(['denyMethods', 'gasPrice', 'clientVersion', 'networkId', 'compat'] as const),
  ...([
    'disableMinPriorityFee',
    'vmErrorsOnRpcResponse',
    'enabledLegacyNativeApis',
    'legacyPrefix',
  ] as const),
  ...(['silent', 'json', 'logFile', 'printTraces', 'disableConsoleLog'] as const),
  ...(['config', 'home', 'exitWithParent'] as const),
]
