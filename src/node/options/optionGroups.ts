import type { OptionName } from './config.ts'

/** What each option is about, in the order of the help. Every option is in one group. */
export const optionGroups: ReadonlyMap<string, readonly OptionName[]> = new Map([
  [
    'Server',
    [
      'port',
      'wsPort',
      'host',
      'ipc',
      'allowOrigin',
      'allowHost',
      'requestSizeLimit',
      'batchLimit',
      'requestTimeout',
    ],
  ],
  [
    'Chain',
    [
      'genesis',
      'chainId',
      'hardfork',
      'timestamp',
      'gasLimit',
      'disableBlockGasLimit',
      'blockBaseFeePerGas',
      'fixedBaseFee',
      'codeSizeLimit',
      'disableCodeSizeLimit',
      'disableDefaultCreate2Deployer',
      'reference',
    ],
  ],
  [
    'Accounts',
    [
      'accounts',
      'balance',
      'mnemonic',
      'mnemonicRandom',
      'derivationPath',
      'fundAccounts',
      'autoImpersonate',
    ],
  ],
  [
    'Mining and time',
    [
      'blockTime',
      'mixedMining',
      'noMining',
      'order',
      'blockTimestampInterval',
      'allowEqualTimestamps',
      'deterministic',
    ],
  ],
  ['State', ['db', 'dbSync', 'keep', 'state', 'loadState', 'dumpState', 'stateInterval', 'record']],
  [
    'Answers and limits',
    [
      'callGasCap',
      'callTimeout',
      'maxLogs',
      'maxLogBlocks',
      'maxFilters',
      'filterTimeout',
      'gasPrice',
      'clientVersion',
      'compat',
      'enabledLegacyNativeApis',
      'legacyPrefix',
    ],
  ],
  ['Output', ['silent', 'json', 'logFile', 'printTraces', 'disableConsoleLog']],
  ['Settings and process', ['config', 'home', 'configOut', 'readyFile', 'exitWithParent']],
])
