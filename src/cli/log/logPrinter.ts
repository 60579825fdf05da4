import type { Writable } from 'node:stream'
import { formatAddress } from '../../server/http/httpServer.ts'
import type { Listening } from '../run/listen.ts'
import { type BannerFacts, createBanner, describeStart } from './banner.ts'
import { LineOutput } from './lineOutput.ts'
import type { NodeEvent } from './nodeEvent.ts'
import { jsonLine } from './printable.ts'
import { TextLog, type TextLogOptions } from './textLog.ts'

/** Shortest time between two writes. */
const PAUSE_MS = 10

/** Format of a log. */
export interface LogForm extends Pick<TextLogOptions, 'isColoured' | 'coin' | 'labelOf'> {
  /** JSON instead of text. */
  readonly json: boolean
  /** Only the ready line. */
  readonly silent: boolean
}

/** A destination of the log, in text or JSON lines. */
export class LogPrinter {
  readonly silent: boolean
  readonly #json: boolean
  readonly #output: LineOutput
  readonly #text: TextLog

  constructor(stream: Writable, { json, silent, ...form }: LogForm) {
    this.silent = silent
    this.#json = json
    const describeDropped = (count: number) =>
      json ? jsonLine({ event: 'dropped', count }) : `(${count} entries of this log were dropped)`
    this.#output = new LineOutput(stream, describeDropped, PAUSE_MS)
    this.#text = new TextLog({ ...form, print: (text) => this.#output.offer(text) })
  }

  tell(happening: NodeEvent): void {
    if (this.silent) return
    if (this.#json) this.#output.offer(jsonLine(happening))
    else this.#text.tell(happening)
  }

  /** Other messages, such as errors. */
  say(text: string, event: string): void {
    if (this.silent) return
    this.#output.offer(this.#json ? jsonLine({ event, message: text }) : text)
  }

  started(facts: BannerFacts): void {
    if (this.silent) return
    this.#output.write(
      this.#json ? jsonLine(describeStart(facts)) : createBanner(facts).replace(/\n$/, ''),
    )
  }

  listening({ http, webSocket, ipc, comet, rest }: Listening): void {
    if (this.#json) {
      const second = {
        ...(webSocket && { webSocket }),
        ...(ipc !== undefined && { ipc }),
        ...(comet && { comet }),
        ...(rest && { rest }),
      }
      this.#output.write(jsonLine({ event: 'listening', ...http, ...second }))
      return
    }
    if (webSocket !== undefined) this.#output.write(`WebSocket on ${formatAddress(webSocket)}`)
    if (ipc !== undefined) this.#output.write(`IPC on ${ipc}`)
    if (comet !== undefined) this.#output.write(`CometBFT RPC on ${formatAddress(comet)}`)
    if (rest !== undefined) this.#output.write(`REST on ${formatAddress(rest)}`)
    this.#output.write(`Listening on ${formatAddress(http)}`)
  }

  async close(): Promise<void> {
    this.#text.close()
    await this.#output.close()
  }
}
