import { readSync, writeSync } from 'node:fs'
import { PIPE_FD } from './descriptors.ts'
import { decodeBody, encodeFrame, LENGTH_BYTES, readLength } from './frames.ts'

/** How long to stand still where the pipe does not do so by itself. */
const PAUSE_MS = 1

/**
 * A worker's end of the pipe to its node. It stands still until all of a message is written or read, and ends the process where
 * the node is gone.
 */
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
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
