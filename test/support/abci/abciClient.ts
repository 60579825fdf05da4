import { createConnection, type Socket } from 'node:net'
import { Request, Response } from 'cosmjs-types/tendermint/abci/types'
import type { AbciAddress } from '../../../src/abci/wire/abciAddress.ts'
import { ExactWriter } from '../../../src/abci/wire/exactWriter.ts'
import { encodeFrame, FrameReader } from '../../../src/abci/wire/frames.ts'

/** One connection of CometBFT to an application. */
export class AbciClient {
  readonly #socket: Socket
  readonly #frames = new FrameReader()
  readonly #answers: Response[] = []
  readonly #waiting: ((answer: Response | undefined) => void)[] = []
  #isClosed = false

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (piece: Uint8Array) => {
      for (const message of this.#frames.push(piece)) this.#receive(Response.decode(message))
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      this.#isClosed = true
      for (const tell of this.#waiting.splice(0)) tell(undefined)
    })
  }

  /** Connects as soon as the application listens. */
  static async connect(address: AbciAddress): Promise<AbciClient> {
    for (;;) {
      const socket = createConnection(
        address.kind === 'unix'
          ? { path: address.path }
          : { host: address.host, port: address.port },
      )
      const isOpen = await new Promise<boolean>((resolve) => {
        socket.once('connect', () => resolve(true))
        socket.once('error', () => resolve(false))
      })
      if (isOpen) return new AbciClient(socket)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  /** Writes bytes of frames. */
  write(bytes: Uint8Array): void {
    this.#socket.write(bytes)
  }

  send(request: Request): void {
    this.write(encodeFrame(Request.encode(request, new ExactWriter()).finish()))
  }

  /** Returns the next answer; undefined if the connection is closed. */
  async next(): Promise<Response | undefined> {
    const answer = this.#answers.shift()
    if (answer !== undefined || this.#isClosed) return answer
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** Sends a request, as CometBFT does with a Flush, and returns the answer. */
  async ask(request: Request): Promise<Response> {
    this.send(request)
    this.send({ flush: {} })
    const answer = await this.next()
    if (answer === undefined) throw new Error('the connection was closed')
    if (answer.exception !== undefined) throw new Error(`exception: ${answer.exception.error}`)
    const flushed = await this.next()
    // The application may have ended between the two.
    if (flushed !== undefined && flushed.flush === undefined) throw new Error('no Flush')
    return answer
  }

  close(): void {
    this.#socket.destroy()
  }

  #receive(answer: Response): void {
    const tell = this.#waiting.shift()
    if (tell === undefined) this.#answers.push(answer)
    else tell(answer)
  }
}
