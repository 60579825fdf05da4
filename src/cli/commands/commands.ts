import type { CommandDefinition } from './command.ts'

/** Which chain the commands about snapshots mean. */
const snapshotOptions: CommandDefinition['options'] = [
  {
    flags: '--url <url>',
    help: 'where the node listens, or /branch/NAME there (default: http://127.0.0.1:8545)',
  },
  {
    flags: '--db <directory>',
    help: 'says why a directory that no node has open has no snapshots',
  },
]

/** All commands, as the help lists them. */
export const commands: readonly CommandDefinition[] = [
  {
    name: 'init',
    summary: 'makes the files of a home directory: settings and genesis',
    operands: [],
    options: [
      { flags: '--home <directory>', help: 'where to (default: ~/.rockpool)' },
      {
        flags: '--legacy-prefix <name>',
        help: 'what stands for native in the names of the deprecated methods (default: native)',
      },
    ],
    load: async () => (await import('./initCommand.ts')).initCommand,
  },
  {
    name: 'verify-proof',
    summary: 'says what a saved eth_getProof answer proves',
    operands: [
      {
        name: 'file',
        help: 'the answer, or {"stateRoot", "proof", "address", "keys"} with the answer as proof; - is stdin',
      },
    ],
    options: [
      {
        flags: '--state-root <hash>',
        help: "the block's state root, from a source that you trust (default: the file's)",
      },
    ],
    load: async () => (await import('./verifyProofFile.ts')).verifyProofFile,
  },
  {
    name: 'export',
    summary: 'writes one height of the chain in a directory to a file',
    operands: [{ name: 'file', help: 'where to; - is stdout' }],
    options: [
      { flags: '--db <directory>', help: 'holds the chain; no node may be using it' },
      { flags: '--height <number>', help: 'number of the block (default: the newest)' },
    ],
    load: async () => (await import('./transferCommands.ts')).exportCommand,
  },
  {
    name: 'import',
    summary: 'makes a chain in a new directory from a file that export wrote',
    operands: [{ name: 'file', help: 'where from; - is stdin' }],
    options: [{ flags: '--db <directory>', help: 'where to; must be new or empty' }],
    load: async () => (await import('./transferCommands.ts')).importCommand,
  },
  {
    name: 'replay',
    summary:
      'makes the chain of a journal that --record wrote again, and compares it block by block',
    operands: [{ name: 'file', help: 'the journal; - is stdin' }],
    options: [
      { flags: '--until <number>', help: 'stop once there is a block of this number' },
      { flags: '--db <directory>', help: 'keep the chain here; must be new or empty' },
      { flags: '--dump-state <file>', help: 'save the state in this file at the end' },
      { flags: '--reference', help: 'run all code on the reference instead of the engine' },
    ],
    load: async () => (await import('./replayCommand.ts')).replayCommand,
  },
  {
    name: 'snapshot ls',
    synonyms: ['list', 'show'],
    summary: 'lists the snapshots of a running node',
    operands: [],
    options: [...snapshotOptions, { flags: '--json', help: 'as JSON' }],
    load: async () => (await import('./snapshotCommands.ts')).listSnapshots,
  },
  {
    name: 'snapshot save',
    synonyms: ['take', 'create', 'add'],
    summary: 'takes a snapshot of a running node under a name',
    operands: [{ name: 'name', help: 'what had this name is forgotten' }],
    options: snapshotOptions,
    load: async () => (await import('./snapshotCommands.ts')).saveSnapshot,
  },
  {
    name: 'snapshot use',
    synonyms: ['restore', 'load', 'revert', 'checkout'],
    summary: 'makes a running node go to a snapshot, which stays',
    operands: [{ name: 'name', help: 'its name, or its id' }],
    options: snapshotOptions,
    load: async () => (await import('./snapshotCommands.ts')).useSnapshot,
  },
  {
    name: 'snapshot rm',
    synonyms: ['remove', 'delete'],
    summary: 'makes a running node forget a snapshot',
    operands: [{ name: 'name', help: 'its name, or its id' }],
    options: snapshotOptions,
    load: async () => (await import('./snapshotCommands.ts')).removeSnapshot,
  },
  {
    name: 'config print',
    synonyms: ['show', 'list', 'ls'],
    summary: 'shows what the options of a node are, and where each was set',
    operands: [],
    options: [{ flags: '--json', help: 'as JSON' }],
    takesNodeOptions: true,
    load: async () => (await import('./configPrintCommand.ts')).configPrintCommand,
  },
  {
    name: 'genesis validate',
    synonyms: ['check', 'verify'],
    summary: 'says whether a genesis file is one, and what block 0 it makes',
    operands: [{ name: 'file', help: 'the genesis' }],
    options: [],
    load: async () => (await import('./genesisValidateCommand.ts')).genesisValidateCommand,
  },
  {
    name: 'help',
    summary: 'shows this text, or that of a command',
    operands: [{ name: 'command', help: 'such as config print', isList: true }],
    options: [],
    load: async (helpOf) => (await import('./helpCommand.ts')).helpCommand(commands, helpOf),
  },
  {
    name: 'completions',
    summary: 'writes a script by which bash, zsh or fish completes the command line',
    operands: [{ name: 'shell', help: 'bash, zsh or fish' }],
    options: [],
    load: async () => (await import('./completions.ts')).completionsCommand(commands),
  },
]
