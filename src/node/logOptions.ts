import { option } from './option.ts'
import { toggle } from './optionReaders.ts'

/** What the node tells of itself while it runs. */
export const logOptions = {
  silent: option({
    flag: 'silent',
    short: 'q',
    aliases: ['quiet'],
    help: 'print only the line that says where the node listens',
    fallback: false,
    read: toggle,
  }),
  json: option({
    flag: 'json',
    help: 'print each thing that happens as a JSON object on a line of its own',
    fallback: false,
    read: toggle,
  }),
  printTraces: option({
    flag: 'print-traces',
    help: 'print the calls of each mined transaction and of each eth_call as a tree',
    fallback: false,
    read: toggle,
  }),
  disableConsoleLog: option({
    flag: 'disable-console-log',
    help: 'do not print what contracts say with console.log',
    fallback: false,
    read: toggle,
  }),
} as const
