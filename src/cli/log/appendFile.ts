import { close, openSync, statSync, write } from 'node:fs'
import { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { concatBytes, utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import { CommandError, fileFailure } from '../failure.ts'

const LINE_END = utf8ToBytes('\n')
const writeTo = promisify(write)
const closeFile = promisify(close)

/**
 * Creates a stream that appends to a file, which is created for this user if absent. Failed writes
 * are lost and the stream continues, because a full disk may have space again.
 *
 * @param onFailure called with the reason of the first failure
 * @throws CommandError if the file cannot be opened
 */
export function appendFile(path: string, onFailure: (error: unknown) => void): Writable {
  const file = open(path)
  let hasFailed = false
  /** Whether the file ends in the middle of a line. */
  let isTorn = false
  return new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      const line = isTorn ? concatBytes(LINE_END, chunk) : chunk
      writeWhole(file, line)
        .then(() => {
          isTorn = false
        })
        .catch((error: unknown) => {
          isTorn = true
          if (!hasFailed) onFailure(error)
          hasFailed = true
        })
        .finally(() => done())
    },
    final(done) {
      closeFile(file).then(
        () => done(),
        () => done(),
      )
    },
  })
}

/**
 * Rejects paths that are not regular files. A pipe would block the process until it is read.
 *
 * @throws CommandError
 */
function requireAppendable(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  // Opening a directory produces the system's own reason.
  if (found === undefined || found.isFile() || found.isCharacterDevice() || found.isDirectory()) {
    return
  }
  const kind = found.isFIFO() ? 'a pipe' : found.isSocket() ? 'a socket' : 'a block device'
  throw new CommandError(`${path}: cannot be written: is ${kind}, want a file`, 1)
}

function open(path: string): number {
  try {
    requireAppendable(path)
    return openSync(path, 'a', 0o600)
  } catch (error) {
    throw fileFailure(path, error, 'written')
  }
}

async function writeWhole(file: number, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await writeTo(file, bytes, at)
    at += bytesWritten
  }
}
