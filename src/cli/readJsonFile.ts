import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { CommandFailed } from './failure.ts'

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'is a folder',
  EACCES: 'permission denied',
}

/**
 * The JSON in a file; `-` is stdin.
 *
 * @throws CommandFailed (exit code 2)
 */
export async function readJsonFile(path: string): Promise<unknown> {
  const content = path === '-' ? await text(process.stdin) : readText(path)
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw new CommandFailed(
      `${path}: not JSON: ${cause instanceof Error ? cause.message : cause}`,
      2,
    )
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    throw new CommandFailed(`${path}: cannot be read: ${REASONS[code] ?? code}`, 2)
  }
}
