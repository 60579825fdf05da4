import { close, openSync, statSync, write } from 'node:fs'
import { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { concatBytes, utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import { CommandError, fileFailure } from '../failure.ts'

const LINE_END = utf8ToBytes('\n')
const writeTo = promisify(write)
const closeFile = promisify(close)

/**
 * A stream at the end of a file, which is made where it is not there, for this user alone. What
 * cannot be written is lost, and the stream goes on: a full disk may have room again.
 *
 * @param onFailure is told why something could not be written, the first time
 * @throws CommandError where the file cannot be opened
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
 * Refuses what is there and can hold no log. A pipe would keep the process waiting until somebody
 * reads it, at the start and at the end.
 *
 * @throws CommandError
 */
function requireAppendable(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  // A folder gets the reason that the system gives.
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
