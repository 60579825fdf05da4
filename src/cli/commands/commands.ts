import { optionNames } from '../../node/options/config.ts'
import type { CommandDefinition } from './command.ts'
import { networkOptions } from './networkOptions.ts'

/** Operand of the snapshot commands. */
const snapshotOptions: CommandDefinition['options'] = [
  {
    flags: '--url <url>',
    help: 'URL of the node or of a branch (default: http://127.0.0.1:8545)',
  },
  {
    flags: '--db <directory>',
    help: 'Explain why a directory without a running node has no snapshots',
  },
]

/** All commands in the order of the help. */
export const commands: readonly CommandDefinition[] = [
  {
    name: 'init',
    summary: 'Create a home directory with settings and genesis',
    operands: [],
    options: [
      { flags: '--home <directory>', help: 'Directory to create (default: ~/.rockpool)' },
      {
        flags: '--legacy-prefix <name>',
        help: 'Replace "native" in the names of the deprecated methods',
      },
    ],
    load: async () => (await import('./initCommand.ts')).initCommand,
  },
  {
    name: 'verify-proof',
    summary: 'Verify a saved eth_getProof result and print what it proves',
    operands: [
      {
        name: 'file',
        help: 'The result, or {"stateRoot", "proof", "address", "keys"}; - reads stdin',
      },
    ],
    options: [
      {
        flags: '--state-root <hash>',
        help: "State root of the block, from a trusted source (default: the file's)",
      },
    ],
    load: async () => (await import('./verifyProofFile.ts')).verifyProofFile,
  },
  {
    name: 'export',
    summary: 'Export one height of a chain to a file',
    operands: [{ name: 'file', help: 'File to write; - writes stdout' }],
    options: [
      { flags: '--db <directory>', help: 'Directory of the chain; no node may have it open' },
      { flags: '--height <number>', help: 'Block number to export (default: the latest)' },
    ],
    load: async () => (await import('./transferCommands.ts')).exportCommand,
  },
  {
    name: 'import',
    summary: 'Import an exported file into a new directory',
    operands: [{ name: 'file', help: 'File to read; - reads stdin' }],
    options: [{ flags: '--db <directory>', help: 'Directory to create; must be new or empty' }],
    load: async () => (await import('./transferCommands.ts')).importCommand,
  },
  {
    name: 'abci',
    summary: 'Run the chain as the application of a CometBFT node',
    operands: [],
    options: [
      {
        flags: '--address <address>',
        help: 'Listen for CometBFT here: tcp://HOST:PORT or unix://PATH (default: tcp://127.0.0.1:26658)',
      },
      {
        flags: '--comet-rpc <url>',
        help: 'RPC server of the CometBFT node (default: http://127.0.0.1:26657)',
      },
      {
        flags: '--snapshot-interval <blocks>',
        help: 'Take a snapshot for state sync every N blocks; needs --db (default: none)',
      },
      {
        flags: '--snapshot-keep <count>',
        help: 'Keep this many of the newest snapshots (default: 2)',
      },
    ],
    nodeOptions: networkOptions,
    load: async () => (await import('./abciCommand.ts')).abciCommand,
  },
  {
    name: 'testnet',
    summary: 'Write the files of a network of CometBFT nodes on this machine',
    operands: [],
    options: [
      { flags: '--validators <count>', help: 'Number of validators (default: 4)' },
      { flags: '--output <directory>', help: 'Directory to create (default: testnet)' },
      { flags: '--chain-id <name>', help: 'Chain id (default: rockpool-testnet)' },
      { flags: '--genesis <file>', help: 'Genesis file (default: the development chain)' },
      { flags: '--base-port <number>', help: 'First port of CometBFT (default: 26650)' },
      { flags: '--port <number>', help: 'JSON-RPC port of the first node (default: 8545)' },
      { flags: '--run', help: 'Run the network until it is interrupted' },
    ],
    load: async () => (await import('./testnetCommand.ts')).testnetCommand,
  },
  {
    name: 'replay',
    summary: 'Replay a --record journal and compare its blocks',
    operands: [{ name: 'file', help: 'Journal to replay; - reads stdin' }],
    options: [
      { flags: '--until <number>', help: 'Stop after this block' },
      {
        flags: '--fork-url <url>',
        help: 'Read the remote chain of a recorded fork here (default: the recorded URL)',
      },
      {
        flags: '--fork-cache <directory>',
        help: 'Keep the state of the remote chain in this directory',
      },
      {
        flags: '--fork-header <header>',
        help: 'Send this header with requests to the remote node; may be repeated',
        isRepeatable: true,
      },
      {
        flags: '--offline',
        help: 'Answer from the cache of the fork alone, without requests',
      },
      {
        flags: '--db <directory>',
        help: 'Persist the chain in this directory; must be new or empty',
      },
      { flags: '--dump-state <file>', help: 'Save the state to this file on exit' },
      {
        flags: '--reference',
        help: 'Execute with @ethereumjs/evm instead of the WebAssembly engine',
      },
    ],
    load: async () => (await import('./replayCommand.ts')).replayCommand,
  },
  {
    name: 'snapshot ls',
    synonyms: ['list', 'show'],
    summary: 'List the snapshots of a running node',
    operands: [],
    options: [...snapshotOptions, { flags: '--json', help: 'Print JSON' }],
    load: async () => (await import('./snapshotCommands.ts')).listSnapshots,
  },
  {
    name: 'snapshot save',
    synonyms: ['take', 'create', 'add'],
    summary: 'Take a named snapshot of a running node',
    operands: [{ name: 'name', help: 'Name; replaces a snapshot of the same name' }],
    options: snapshotOptions,
    load: async () => (await import('./snapshotCommands.ts')).saveSnapshot,
  },
  {
    name: 'snapshot use',
    synonyms: ['restore', 'load', 'revert', 'checkout'],
    summary: 'Revert a running node to a snapshot and keep the snapshot',
    operands: [{ name: 'name', help: 'Name or id of the snapshot' }],
    options: snapshotOptions,
    load: async () => (await import('./snapshotCommands.ts')).useSnapshot,
  },
  {
    name: 'snapshot rm',
    synonyms: ['remove', 'delete'],
    summary: 'Remove a snapshot of a running node',
    operands: [{ name: 'name', help: 'Name or id of the snapshot' }],
    options: snapshotOptions,
    load: async () => (await import('./snapshotCommands.ts')).removeSnapshot,
  },
  {
    name: 'config print',
    synonyms: ['show', 'list', 'ls'],
    summary: 'Print all options of a node and the source of each value',
    operands: [],
    options: [{ flags: '--json', help: 'Print JSON' }],
    nodeOptions: optionNames,
    load: async () => (await import('./configPrintCommand.ts')).configPrintCommand,
  },
  {
    name: 'genesis validate',
    synonyms: ['check', 'verify'],
    summary: 'Validate a genesis file and print its block 0',
    operands: [{ name: 'file', help: 'Genesis file' }],
    options: [],
    load: async () => (await import('./genesisValidateCommand.ts')).genesisValidateCommand,
  },
  {
    name: 'help',
    summary: 'Show the help of a command',
    operands: [{ name: 'command', help: 'Command, e.g. config print', isList: true }],
    options: [],
    load: async (helpOf) => (await import('./helpCommand.ts')).helpCommand(commands, helpOf),
  },
  {
    name: 'completions',
    summary: 'Print a completion script for bash, zsh or fish',
    operands: [{ name: 'shell', help: 'Shell: bash, zsh or fish' }],
    options: [],
    load: async () => (await import('./completions.ts')).completionsCommand(commands),
  },
]
