import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { CommandError, fileFailure, nameOf } from '../failure.ts'

/**
 * Reads a JSON file; `-` is stdin.
 *
 * @throws CommandError (exit code 2)
 */
export async function readJsonFile(path: string): Promise<unknown> {
  const content = path === '-' ? await text(process.stdin) : readText(path)
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw new CommandError(
      `${nameOf(path, 'read')}: not JSON: ${cause instanceof Error ? cause.message : cause}`,
      2,
    )
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw fileFailure(path, error, 'read')
  }
}

/**
 * Removes a file if it exists.
 * @throws CommandError if it cannot be removed
 */
export function removeFile(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch (error) {
    throw fileFailure(path, error, 'written')
  }
}

/**
 * Writes a JSON file atomically, readable only by this user.
 *
 * @throws CommandError if it cannot be written
 */
export function writeJsonFile(path: string, content: object): void {
  const unfinished = `${path}.${process.pid}.tmp`
  try {
    writeFileSync(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
    renameSync(unfinished, path)
  } catch (error) {
    discard(unfinished)
    throw fileFailure(path, error, 'written')
  }
}

/** Removes a temporary file if possible. */
function discard(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // For example below a file, so it never existed.
  }
}
