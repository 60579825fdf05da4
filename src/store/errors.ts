import { DomainError } from '../primitives/domainError.ts'

/** Reasons of a {@link StoreError}. */
export type StoreErrorDetails =
  | { readonly code: 'EMPTY_VALUE' }
  | { readonly code: 'EMPTY_STORE' }
  | { readonly code: 'DATABASE_CLOSED' }
  | {
      readonly code: 'DATABASE_UNWRITABLE'
      readonly directory: string
      readonly reason: string
    }
  | { readonly code: 'UNKNOWN_VERSION'; readonly version: number; readonly newest: number }
  | { readonly code: 'DATABASE_LOCKED'; readonly directory: string }
  | {
      readonly code: 'DATABASE_FORMAT'
      readonly directory: string
      /** Undefined if the database does not store a format. */
      readonly found?: string
      readonly want: string
    }
  | { readonly code: 'DATABASE_UNREADABLE'; readonly directory: string; readonly reason: string }
  | { readonly code: 'DIRECTORY_TAKEN'; readonly directory: string }
  | {
      readonly code: 'BAD_EXPORT'
      /** Position in the file, or in its uncompressed content. */
      readonly where: string
      readonly reason: string
    }

export class StoreError extends DomainError<StoreErrorDetails> {
  override readonly name = 'StoreError'
}
