import type { BlockView, Overrides } from '../chain/view/blockView.ts'
import type { ChainSimulator } from '../chain/view/chainSimulator.ts'
import type { ConsoleRecord } from '../evm/precompiles/console/consoleRecorder.ts'
import { consoleLine } from '../evm/precompiles/console/consoleText.ts'
import type { CallRequest } from '../evm/transaction/callRequest.ts'
import type { Hash } from '../primitives/encoding/hex.ts'
import type { Logger } from '../primitives/logger.ts'

/** Code that `eth_call` runs. */
export interface LoggableCall {
  readonly simulate: ChainSimulator
  readonly view: BlockView
  readonly request: CallRequest
  readonly overrides: Overrides
}

/** Log output of a node and its branches. */
export class Logging {
  /** Whether anything except errors is logged: `hardhat_setLoggingEnabled`. */
  enabled = true
  /** Observer of `eth_call`, if any. */
  onCall: ((call: LoggableCall) => void) | undefined
  readonly #logger: Logger
  readonly #hasConsole: boolean

  /** @param hasConsole whether `console.log` output is logged */
  constructor(logger: Logger, hasConsole = true) {
    this.#logger = logger
    this.#hasConsole = hasConsole
  }

  /**
   * Logs the `console.log` output of a message.
   *
   * @param transactionHash of the mined transaction, if any
   */
  printConsole({ calls, dropped }: ConsoleRecord, transactionHash?: Hash): void {
    if (!this.enabled || !this.#hasConsole) return
    const logger = this.#logger
    for (const { caller, input } of calls) {
      const message = consoleLine(input)?.message
      if (message === undefined) continue
      const said = { message, address: caller, ...(transactionHash && { transactionHash }) }
      if (logger.console === undefined) logger.info(message)
      else logger.console(said)
    }
    if (dropped > 0) logger.info(`console.log: ${dropped} more lines omitted`)
  }
}
