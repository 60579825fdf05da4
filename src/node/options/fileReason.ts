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

/** Why something cannot be done with a file, in words. @param done `read` */
export function fileReason(cause: unknown, done: 'read' | 'written'): string {
  const code = errorCode(cause)
  const isFolderMissing = code === 'ENOENT' && done === 'written'
  return `cannot be ${done}: ${isFolderMissing ? 'no such folder' : (REASONS[code] ?? code)}`
}

/** What the operating system calls an error; empty for any other. */
export function errorCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}
