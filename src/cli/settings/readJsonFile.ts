import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { CommandFailed } from '../failure.ts'
import { fileFailure, nameOf } from '../fileFailure.ts'

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
