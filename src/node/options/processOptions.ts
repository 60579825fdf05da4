import { option } from './option.ts'
import { hostNames, integer, optional, text, toggle } from './optionReaders.ts'

/** What the process of a node does beside serving it. */
export const processOptions = {
  ipc: option<string | undefined>({
    flag: 'ipc',
    aliases: ['ipcpath'],
    argument: 'path',
    bare: process.platform === 'win32' ? '\\\\.\\pipe\\rockpool.ipc' : '/tmp/rockpool.ipc',
    help: 'serve JSON-RPC on a Unix socket (a named pipe on Windows) as well; without a path it is /tmp/rockpool.ipc',
    fallback: undefined,
    fallbackText: 'none',
    read: optional(text),
    isForCommand: true,
    isPath: true,
  }),
  allowHost: option<readonly string[]>({
    flag: 'allow-host',
    argument: 'name,…',
    help: 'host names with a dot by which the node may be asked, beside localhost and addresses; * is any',
    fallback: [],
    fallbackText: 'none',
    read: hostNames,
  }),
  requestTimeout: option<number | undefined>({
    flag: 'request-timeout',
    argument: 'seconds',
    help: 'time after which a request is answered with error -32002, whatever becomes of it',
    fallback: undefined,
    fallbackText: 'none',
    read: optional(integer(1, 86_400)),
  }),
  configOut: option<string | undefined>({
    flag: 'config-out',
    argument: 'file',
    help: 'write the accounts, their keys and the fees of block 0 to this file, as JSON',
    fallback: undefined,
    fallbackText: 'none',
    read: optional(text),
    isForCommand: true,
    isPath: true,
  }),
  readyFile: option<string | undefined>({
    flag: 'ready-file',
    argument: 'file',
    help: 'write where the node listens, its process id and its accounts to this file once it is ready, as JSON',
    fallback: undefined,
    fallbackText: 'none',
    read: optional(text),
    isForCommand: true,
    isPath: true,
  }),
  exitWithParent: option({
    flag: 'exit-with-parent',
    help: 'end when the process ends that started this one; npx and npm start do so anyway',
    fallback: false,
    read: toggle,
    isForCommand: true,
  }),
} as const
