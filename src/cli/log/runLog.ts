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

/** What a run of the command prints on stdout, and writes to a file. */
export interface RunLog {
  /** For the node. Errors go where they went before, and to the file. */
  readonly logger: Logger
  /** Follows node and server; undefined where nothing is to be told of them. */
  readonly activity: ActivityLog | undefined
  /** Tells what the node is, unless nobody wants to know. */
  started(facts: () => Promise<BannerFacts>): Promise<void>
  /** Tells that the node listens: always, and after anything else about the start. */
  listening(where: Listening): void
  close(): Promise<void>
}

/**
 * Makes the log that the options ask for.
 *
 * @param errors where errors go
 * @throws CommandError where its file cannot be opened
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
  /** What happens before the node listens, to be told after that; undefined once it does. */
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

/** What becomes of a log that cannot be written. */
function lossOf(path: string, error: unknown): string {
  const failure = describeFailure(fileFailure(path, error, 'written'), '')
  return `${failure?.message ?? `${path}: ${String(error)}`}; what the log misses is lost, and the node goes on`
}

/** As https://no-color.org wants it. */
function mayColour({ isTTY }: NodeJS.WriteStream): boolean {
  const { NO_COLOR = '', TERM } = process.env
  return isTTY === true && NO_COLOR === '' && TERM !== 'dumb'
}
