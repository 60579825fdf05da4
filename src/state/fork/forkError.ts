import { DomainError } from '../../primitives/domainError.ts'
import type { Hex } from '../../primitives/encoding/hex.ts'

/** What a fork of a remote chain cannot do. */
export type ForkErrorDetails =
  /** Each round of requests found more rows to ask for. */
  | { readonly code: 'TOO_MANY_ROUNDS'; readonly rounds: number }
  /** An export must be complete, and a fork has only the changes. */
  | { readonly code: 'FORK_NOT_EXPORTABLE' }
  /** The method only knows the blocks since the fork. */
  | { readonly code: 'NOT_BEFORE_FORK'; readonly method: string; readonly forkBlock: number }
  /** The slot has not changed since the fork, so it is in no local store. */
  | { readonly code: 'REMOTE_SLOT_NOT_PROVABLE'; readonly address: Hex; readonly slot: Hex }

export class ForkError extends DomainError<ForkErrorDetails> {
  override readonly name = 'ForkError'
}
