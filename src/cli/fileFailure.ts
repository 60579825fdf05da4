import { CommandFailed } from './failure.ts'

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'is a folder',
  ERR_FS_EISDIR: 'is a folder',
  EBUSY: 'is in use, or a folder',
  ENOTEMPTY: 'is a folder',
  ENOTDIR: 'is below a file',
  EACCES: 'permission denied',
  ENOSPC: 'the disk is full',
  EPIPE: 'its reader is gone',
}

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
  const code = String(error.code)
  const isFolderMissing = code === 'ENOENT' && done === 'written'
  const reason = isFolderMissing ? 'no such folder' : (REASONS[code] ?? code)
  return new CommandFailed(
    `${nameOf(path, done)}: cannot be ${done}: ${reason}`,
    done === 'read' ? 2 : 1,
  )
}
