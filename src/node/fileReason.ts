const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'is a folder',
  EACCES: 'permission denied',
}

/** Why a file cannot be read, in words. */
export function fileReason(cause: unknown): string {
  const code = errorCode(cause)
  return `cannot be read: ${REASONS[code] ?? code}`
}

/** What the operating system calls an error; empty for any other. */
export function errorCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}
