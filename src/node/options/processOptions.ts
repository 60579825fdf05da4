import { option } from './option.ts'
import { hostNames, integer, optional, text, toggle } from './optionReaders.ts'

/** Options of the process. */
export const processOptions = {
  ipc: option<string | undefined>({
    flag: 'ipc',
    aliases: ['ipcpath'],
    argument: 'path',
    bare: process.platform === 'win32' ? '\\\\.\\pipe\\rockpool.ipc' : '/tmp/rockpool.ipc',
    help: 'Also serve a Unix socket or named pipe (without a path: /tmp/rockpool.ipc)',
    fallback: undefined,
    fallbackText: 'none',
    read: optional(text),
    isForCommand: true,
    isPath: true,
  }),
  allowHost: option<readonly string[]>({
    flag: 'allow-host',
    argument: 'name,…',
    help: 'Accept these names in the Host header, beside localhost; * accepts any',
    details: 'Names without a dot and addresses are always accepted.',
    fallback: [],
    fallbackText: 'none',
    read: hostNames,
  }),
  requestTimeout: option<number | undefined>({
    flag: 'request-timeout',
    argument: 'seconds',
    help: 'Fail a request with error -32002 after this time, in seconds',
    fallback: undefined,
    fallbackText: 'none',
    read: optional(integer(1, 86_400)),
  }),
  configOut: option<string | undefined>({
    flag: 'config-out',
    argument: 'file',
    help: 'Write accounts, private keys and fees of block 0 to this file as JSON',
    fallback: undefined,
    fallbackText: 'none',
    read: optional(text),
    isForCommand: true,
    isPath: true,
  }),
  readyFile: option<string | undefined>({
    flag: 'ready-file',
    argument: 'file',
    help: 'Write addresses, process id and accounts to this file once ready, as JSON',
    fallback: undefined,
    fallbackText: 'none',
    read: optional(text),
    isForCommand: true,
    isPath: true,
  }),
  exitWithParent: option({
    flag: 'exit-with-parent',
    help: 'Exit when the parent process exits; always on for npx and npm start',
    fallback: false,
    read: toggle,
    isForCommand: true,
  }),
} as const
