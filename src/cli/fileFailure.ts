import { fileReason } from '../node/options/fileReason.ts'
import { CommandFailed } from './failure.ts'

/** `-` is a stream. */
export function nameOf(path: string, done: 'read' | 'written'): string {
  if (path !== '-') return path
  return done === 'read' ? 'stdin' : 'stdout'
}

/**
 * What the operating system says about a file, in words; any other error as it is.
 *
 * @param done what cannot be done: `read`. A file that cannot be read is wrong usage (exit code 2).
 */
export function fileFailure(path: string, error: unknown, done: 'read' | 'written'): unknown {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return error
  return new CommandFailed(
    `${nameOf(path, done)}: ${fileReason(error, done)}`,
    done === 'read' ? 2 : 1,
  )
}
