import type { NodeConfig } from '../../node/config.ts'
import type { Logger } from '../../primitives/logger.ts'
import { formatAddress } from '../../server/httpServer.ts'
import { type BannerFacts, createBanner, describeStart } from '../banner.ts'
import { coinOf } from '../coins.ts'
import { ActivityLog } from './activityLog.ts'
import { jsonLine } from './jsonLine.ts'
import { LineOutput } from './lineOutput.ts'
import { TextLog } from './textLog.ts'

/** Where a server listens. */
interface Bound {
  readonly host: string
  readonly port: number
}

/** What a run of the command prints on stdout. */
export interface RunLog {
  /** For the node. Errors go where they went before. */
  readonly logger: Logger
  /** Follows node and server; undefined where nothing is to be told of them. */
  readonly activity: ActivityLog | undefined
  /** Tells what the node is, unless nobody wants to know. */
  started(facts: () => Promise<BannerFacts>): Promise<void>
  /** Tells that the node listens: always, and after anything else about the start. */
  listening(http: Bound, webSocket: Bound | undefined): void
  close(): Promise<void>
}

/** Makes the log that the options ask for. @param errors where errors go */
export function createRunLog(
  config: Pick<NodeConfig, 'silent' | 'json' | 'printTraces'>,
  errors: Logger,
): RunLog {
  const { json, silent } = config
  const output = new LineOutput(process.stdout, (count) =>
    json ? jsonLine({ event: 'dropped', count }) : `(${count} entries of this log were dropped)`,
  )
  const print = (text: string) => output.offer(text)
  const text = new TextLog({
    isColoured: isColoured(process.stdout),
    coin: () => coinOf(activity.denomination),
    labelOf: (address) => activity.labelOf(address),
    print,
  })
  const activity = new ActivityLog(
    (happening) => (json ? print(jsonLine(happening)) : text.tell(happening)),
    config.printTraces,
  )
  return {
    activity: silent ? undefined : activity,
    logger: silent
      ? errors
      : {
          info: (message) => activity.info(message),
          error: (message, error) => errors.error(message, error),
          console: (said) => activity.console(said),
        },
    async started(facts) {
      if (silent) return
      const known = await facts()
      output.write(json ? jsonLine(describeStart(known)) : createBanner(known).replace(/\n$/, ''))
    },
    listening(http, webSocket) {
      if (json) {
        output.write(jsonLine({ event: 'listening', ...http, ...(webSocket && { webSocket }) }))
        return
      }
      if (webSocket !== undefined) output.write(`WebSocket on ${formatAddress(webSocket)}`)
      output.write(`Listening on ${formatAddress(http)}`)
    },
    async close() {
      text.close()
      await output.close()
    },
  }
}

/** As https://no-color.org wants it. */
function isColoured({ isTTY }: NodeJS.WriteStream): boolean {
  const { NO_COLOR = '', TERM } = process.env
  return isTTY === true && NO_COLOR === '' && TERM !== 'dumb'
}
