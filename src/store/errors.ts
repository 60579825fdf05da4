import { DomainError } from '../primitives/domainError.ts'

/** Why the store refuses. */
export type StoreRefusal =
  | { readonly code: 'EMPTY_VALUE' }
  | { readonly code: 'EMPTY_STORE' }
  | { readonly code: 'UNKNOWN_VERSION'; readonly version: number; readonly newest: number }

export class StoreRefused extends DomainError<StoreRefusal> {
  override readonly name = 'StoreRefused'
}
