import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

const { O_APPEND, O_CREAT, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants
/** Owner only: answers of a private node are private. */
const FILE_MODE = 0o600

/** Reads a file. Refuses devices, pipes and directories, which may never end. */
export function readRegularFile(path: string): Promise<string> {
  return withRegularFile(path, O_RDONLY, (file) => file.readFile('utf8'))
}

/** Appends to a file, or creates it for its owner only. Refuses what is not a regular file. */
export function appendRegularFile(path: string, text: string): Promise<void> {
  return withRegularFile(path, O_WRONLY | O_APPEND | O_CREAT, (file) => file.appendFile(text))
}

async function withRegularFile<T>(
  path: string,
  flags: number,
  use: (file: FileHandle) => Promise<T>,
): Promise<T> {
  // Otherwise a pipe opens only when another process opens its other end.
  const file = await open(path, flags | O_NONBLOCK, FILE_MODE)
  try {
    if (!(await file.stat()).isFile()) throw new Error(`${path} is not a regular file`)
    return await use(file)
  } finally {
    await file.close()
  }
}
