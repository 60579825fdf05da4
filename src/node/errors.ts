import { DomainError } from '../primitives/domainError.ts'
import { errorCode } from '../primitives/errorCode.ts'

/** An invalid option: its name and the reason. */
export class ConfigError extends DomainError<{
  readonly code: 'BAD_OPTION'
  readonly option: string
  readonly reason: string
}> {
  override readonly name = 'ConfigError'
}

/** Errors of named snapshots and branches. */
export type BranchErrorDetails =
  | { readonly code: 'SNAPSHOT_UNKNOWN'; readonly name: string }
  | { readonly code: 'TOO_MANY_SNAPSHOTS'; readonly limit: number }
  | { readonly code: 'BRANCH_UNKNOWN'; readonly name: string }
  | { readonly code: 'BRANCH_EXISTS'; readonly name: string }
  | { readonly code: 'TOO_MANY_BRANCHES'; readonly limit: number }

export class BranchError extends DomainError<BranchErrorDetails> {
  override readonly name = 'BranchError'
}

/** An invalid line of a journal; lines count from 1. */
export class JournalError extends DomainError<{
  readonly code: 'BAD_JOURNAL'
  readonly line: number
  readonly reason: string
}> {
  override readonly name = 'JournalError'
}

/** An invalid `app.toml`: path, key (empty: the whole file) and reason. */
export class AppTomlError extends DomainError<{
  readonly code: 'BAD_APP_TOML'
  readonly file: string
  readonly key: string
  readonly reason: string
}> {
  override readonly name = 'AppTomlError'
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'is a directory',
  ERR_FS_EISDIR: 'is a directory',
  EBUSY: 'is in use, or a directory',
  ENOTEMPTY: 'is a directory',
  ENOTDIR: 'is below a file',
  EACCES: 'permission denied',
  ENOSPC: 'the disk is full',
  EPIPE: 'the reader has closed it',
}

/**
 * Describes a failed file operation.
 * @param done such as `read`
 */
export function fileReason(cause: unknown, done: 'read' | 'written'): string {
  const code = errorCode(cause)
  const isFolderMissing = code === 'ENOENT' && done === 'written'
  return `cannot be ${done}: ${isFolderMissing ? 'no such directory' : (REASONS[code] ?? code)}`
}
