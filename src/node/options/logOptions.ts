import { option } from './option.ts'
import { optional, text, toggle } from './optionReaders.ts'

/** Options of the log. */
export const logOptions = {
  silent: option({
    flag: 'silent',
    short: 'q',
    aliases: ['quiet', 'logging.quiet'],
    help: 'Print only the address that the node listens on',
    fallback: false,
    read: toggle,
    isForCommand: true,
  }),
  json: option({
    flag: 'json',
    help: 'Print each event as one line of JSON',
    fallback: false,
    read: toggle,
    isForCommand: true,
  }),
  logFile: option<string | undefined>({
    flag: 'log-file',
    argument: 'file',
    help: 'Append the log to this file, also with --silent',
    fallback: undefined,
    fallbackText: 'none',
    read: optional(text),
    isForCommand: true,
    isPath: true,
  }),
  printTraces: option({
    flag: 'print-traces',
    aliases: ['enable-trace-printing'],
    help: 'Print a call tree of each mined transaction and each eth_call',
    fallback: false,
    read: toggle,
    isForCommand: true,
  }),
  disableConsoleLog: option({
    flag: 'disable-console-log',
    aliases: ['no-console-log'],
    help: 'Do not print console.log messages of contracts',
    fallback: false,
    read: toggle,
  }),
} as const
