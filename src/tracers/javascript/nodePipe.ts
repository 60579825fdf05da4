import { readSync, writeSync } from 'node:fs'
import { errorCode } from '../../primitives/errorCode.ts'
import { decodeBody, encodeFrame, LENGTH_BYTES, readLength } from './frames.ts'
import { PIPE_FD } from './messages.ts'

/** Most messages are smaller and need one read. */
const BUFFER_BYTES = 4096

/** Delay between attempts if the pipe does not block. */
const PAUSE_MS = 1

/**
 * A worker's end of the pipe to its node. Blocks until a message is complete, and exits if the node
 * is gone.
 */
export class NodePipe {
  readonly #buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES)

  send(message: unknown): void {
    const frame = encodeFrame(message)
    for (let at = 0; at < frame.length; ) {
      at += patiently(() => writeSync(PIPE_FD, frame, at, frame.length - at))
    }
  }

  /** Returns the next message: the node sends none before the result of the previous one. */
  receive(): unknown {
    const start = this.#buffer
    const filled = readUntil(start, 0, LENGTH_BYTES)
    const end = LENGTH_BYTES + readLength(start)
    // Decoded values may be views of the bytes.
    const bytes = Buffer.allocUnsafeSlow(end)
    start.copy(bytes, 0, 0, filled)
    readUntil(bytes, filled, end)
    return decodeBody(bytes.subarray(LENGTH_BYTES))
  }
}

/** Reads at least `needed` bytes, and more if available; returns their number. */
function readUntil(bytes: Buffer, filled: number, needed: number): number {
  let at = filled
  while (at < needed) {
    const read = patiently(() => readSync(PIPE_FD, bytes, at, bytes.length - at, null))
    if (read === 0) process.exit()
    at += read
  }
  return at
}

function patiently(transfer: () => number): number {
  for (;;) {
    try {
      return transfer()
    } catch (error) {
      switch (errorCode(error)) {
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
