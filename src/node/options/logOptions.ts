import { option } from './option.ts'
import { optional, text, toggle } from './optionReaders.ts'

/** What the node tells of itself while it runs. */
export const logOptions = {
  silent: option({
    flag: 'silent',
    short: 'q',
    aliases: ['quiet'],
    help: 'print only the line that says where the node listens',
    fallback: false,
    read: toggle,
    isForCommand: true,
  }),
  json: option({
    flag: 'json',
    help: 'print each thing that happens as a JSON object on a line of its own',
    fallback: false,
    read: toggle,
    isForCommand: true,
  }),
  logFile: option<string | undefined>({
    flag: 'log-file',
    argument: 'file',
    help: 'append all that is printed to this file too, with --silent what would be',
    fallback: undefined,
    fallbackText: 'none',
    read: optional(text),
    isForCommand: true,
    isPath: true,
  }),
  printTraces: option({
    flag: 'print-traces',
    aliases: ['enable-trace-printing'],
    help: 'print the calls of each mined transaction and of each eth_call as a tree',
    fallback: false,
    read: toggle,
    isForCommand: true,
  }),
  disableConsoleLog: option({
    flag: 'disable-console-log',
    aliases: ['no-console-log'],
    help: 'do not print what contracts say with console.log',
    fallback: false,
    read: toggle,
  }),
} as const
