import { ConfigError } from '../errors.ts'
import { type OptionValues, option } from './option.ts'
import { integer, optional, text } from './optionReaders.ts'

/** Maximum delay of a timer in seconds. */
const LONGEST_INTERVAL = 2_147_483

/** Options of state files. */
export const stateOptions = {
  state: option<string | undefined>({
    flag: 'state',
    argument: 'file',
    help: 'Load the state from this file, if it exists, and save it on exit',
    fallback: undefined,
    fallbackText: 'none',
    read: optional(text),
    isForCommand: true,
    isPath: true,
  }),
  loadState: option<string | undefined>({
    flag: 'load-state',
    argument: 'file',
    help: 'Load the state from this file on start',
    fallback: undefined,
    fallbackText: 'none',
    read: optional(text),
    isForCommand: true,
    isPath: true,
  }),
  dumpState: option<string | undefined>({
    flag: 'dump-state',
    argument: 'file',
    help: 'Save the state to this file on exit',
    fallback: undefined,
    fallbackText: 'none',
    read: optional(text),
    isForCommand: true,
    isPath: true,
  }),
  stateInterval: option<number | undefined>({
    flag: 'state-interval',
    short: 's',
    argument: 'seconds',
    help: 'With --state or --dump-state: also save the state every N seconds',
    fallback: undefined,
    fallbackText: 'only on exit',
    read: optional(integer(1, LONGEST_INTERVAL)),
    isForCommand: true,
  }),
  record: option<string | undefined>({
    flag: 'record',
    argument: 'file',
    help: 'Record every change in a new journal for rockpool replay; contains keys',
    details: 'Contains the private keys of the accounts.',
    fallback: undefined,
    fallbackText: 'none',
    read: optional(text),
    isPath: true,
  }),
} as const

/** Files that the state is loaded from and saved to. */
export interface StateFiles {
  /** Undefined if no file is loaded. */
  readonly load: { readonly path: string; readonly mayBeMissing: boolean } | undefined
  /** Undefined if no file is saved. */
  readonly save: { readonly path: string; readonly intervalMs: number | undefined } | undefined
}

/**
 * Combines the options.
 * @throws ConfigError if they contradict each other
 */
export function stateFiles(
  config: OptionValues<typeof stateOptions> & { readonly db: string | undefined },
): StateFiles {
  const { state, loadState, dumpState, stateInterval } = config
  if (state !== undefined) {
    if (loadState !== undefined) throw contradiction('state', 'contradicts --load-state')
    if (dumpState !== undefined) throw contradiction('state', 'contradicts --dump-state')
    // After a crash, the file would be older than the directory.
    if (config.db !== undefined)
      throw contradiction('state', 'contradicts --db, which persists the whole chain')
  }
  if (config.record !== undefined && (state ?? loadState) !== undefined) {
    const reason = `contradicts --${state === undefined ? 'load-state' : 'state'}: a journal begins with block 0; hardhat_loadState on the running node is recorded`
    throw contradiction('record', reason)
  }
  const [from, to] = [state ?? loadState, state ?? dumpState]
  if (stateInterval !== undefined && to === undefined) {
    throw contradiction('stateInterval', 'needs --state or --dump-state')
  }
  const intervalMs = stateInterval === undefined ? undefined : stateInterval * 1000
  return {
    load: from === undefined ? undefined : { path: from, mayBeMissing: state !== undefined },
    save: to === undefined ? undefined : { path: to, intervalMs },
  }
}

function contradiction(option: string, reason: string): ConfigError {
  return new ConfigError({ code: 'BAD_OPTION', option, reason })
}
