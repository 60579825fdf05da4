import { readSync, writeSync } from 'node:fs'
import { decodeBody, encodeFrame, LENGTH_BYTES, readLength } from './frames.ts'

/** Where a worker finds its end of the pipe. */
export const PIPE_FD = 3

/** How long to stand still where the pipe does not do so by itself. */
const PAUSE_MS = 1

/** The node whose worker this process is. Once it is gone, another process is the parent (but on Windows). */
const node = process.ppid

/** A worker's end of the pipe to its node: it stands still until it has written or read all of a message. Where the node is gone, it ends. */
export class NodePipe {
  send(message: unknown): void {
    const frame = encodeFrame(message)
    for (let at = 0; at < frame.length; ) {
      at += patiently(() => writeSync(PIPE_FD, frame, at, frame.length - at))
    }
  }

  receive(): unknown {
    return decodeBody(this.#read(readLength(this.#read(LENGTH_BYTES))))
  }

  #read(length: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length)
    for (let at = 0; at < length; ) {
      const read = patiently(() => readSync(PIPE_FD, bytes, at, length - at, null))
      if (read === 0) process.exit()
      at += read
    }
    return bytes
  }
}

/** Ends this process where its node is gone. */
export function endWithoutNode(): void {
  if (process.ppid !== node) process.exit()
}

function patiently(transfer: () => number): number {
  for (;;) {
    try {
      return transfer()
    } catch (error) {
      switch (codeOf(error)) {
        case 'EINTR':
          break
        case 'EAGAIN':
          pause()
          break
        case 'ECONNRESET':
        case 'EPIPE':
          return process.exit()
        default:
          throw error
      }
    }
  }
}

function pause(): void {
  endWithoutNode()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
