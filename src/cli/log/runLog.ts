import type { NodeConfig } from '../../node/options/config.ts'
import type { Logger } from '../../primitives/logger.ts'
import { describeFailure, fileFailure } from '../failure.ts'
import type { Listening } from '../run/listen.ts'
import { ActivityLog } from './activityLog.ts'
import { appendFile } from './appendFile.ts'
import type { BannerFacts } from './banner.ts'
import { LogPrinter } from './logPrinter.ts'
import type { NodeEvent } from './nodeEvent.ts'
import { coinOf } from './printable.ts'

/** The log of a run on stdout and in a file. */
export interface RunLog {
  /** Logger of the node. Errors also go to the file. */
  readonly logger: Logger
  /** Observes node and server; undefined if nothing is logged. */
  readonly activity: ActivityLog | undefined
  /** Logs the start, unless it is disabled. */
  started(facts: () => Promise<BannerFacts>): Promise<void>
  /** Logs the ready line, after everything else about the start. */
  listening(where: Listening): void
  close(): Promise<void>
}

/**
 * Creates the log for the options.
 *
 * @param errors destination of errors
 * @throws CommandError if its file cannot be opened
 */
export function createRunLog(
  config: Pick<NodeConfig, 'silent' | 'json' | 'printTraces' | 'logFile'>,
  errors: Logger,
): RunLog {
  const { json, silent, logFile } = config
  const form = {
    json,
    coin: () => coinOf(activity.denomination),
    labelOf: (address: Parameters<ActivityLog['labelOf']>[0]) => activity.labelOf(address),
  }
  const isColoured = mayColour(process.stdout)
  const terminal = new LogPrinter(process.stdout, { ...form, isColoured, silent })
  const stream =
    logFile === undefined
      ? undefined
      : appendFile(logFile, (error) => errors.error(`Warning: ${lossOf(logFile, error)}`))
  const file = stream && new LogPrinter(stream, { ...form, isColoured: false, silent: false })
  const printers = file === undefined ? [terminal] : [terminal, file]
  const listeners = printers.filter((printer) => !printer.silent)
  const tell = (happening: NodeEvent) => {
    for (const printer of listeners) printer.tell(happening)
  }
  /** Events before the ready line, logged after it; then undefined. */
  let early: NodeEvent[] | undefined = []
  const activity = new ActivityLog((happening) => {
    if (early === undefined) tell(happening)
    else early.push(happening)
  }, config.printTraces)
  const noted: Logger = {
    ...errors,
    error(message, error) {
      errors.error(message, error)
      file?.say(error === undefined ? message : `${message}: ${String(error)}`, 'error')
    },
  }
  return {
    activity: listeners.length === 0 ? undefined : activity,
    logger:
      listeners.length === 0
        ? noted
        : {
            info: (message) => activity.info(message),
            error: (message, error) => noted.error(message, error),
            console: (said) => activity.console(said),
          },
    async started(facts) {
      if (listeners.length === 0) return
      const known = await facts()
      for (const printer of listeners) printer.started(known)
    },
    listening(where) {
      for (const printer of printers) printer.listening(where)
      const missed = early ?? []
      early = undefined
      for (const happening of missed) tell(happening)
    },
    async close() {
      for (const printer of printers) await printer.close()
      stream?.end()
    },
  }
}

/** Handles a failure to write the log. */
function lossOf(path: string, error: unknown): string {
  const failure = describeFailure(fileFailure(path, error, 'written'), '')
  return `${failure?.message ?? `${path}: ${String(error)}`}; log lines are lost, the node continues`
}

/** See https://no-color.org. */
function mayColour({ isTTY }: NodeJS.WriteStream): boolean {
  const { NO_COLOR = '', TERM } = process.env
  return isTTY === true && NO_COLOR === '' && TERM !== 'dumb'
}
