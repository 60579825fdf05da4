import { DomainError } from '../../primitives/domainError.ts'

/** Where in a proof, as a path such as `proof.storageProof[1].ops[0]` (may be empty), and why. */
export interface ProofErrorDetails {
  readonly code: 'NOT_PROVEN'
  readonly where: string
  readonly reason: string
}

/** What does not prove. */
export class ProofError extends DomainError<ProofErrorDetails> {
  override readonly name = 'ProofError'

  constructor(details: ProofErrorDetails, options?: ErrorOptions) {
    super(details, options)
    const { where, reason } = details
    this.message = where === '' ? reason : `${where}: ${reason}`
  }
}

/** The details for this reason; {@link locate} adds where. */
export function invalidProof(reason: string, options?: ErrorOptions): ProofError {
  return new ProofError({ code: 'NOT_PROVEN', where: '', reason }, options)
}

/** Runs `check`, and puts `place` before the path of what it refuses. */
export function locate<T>(place: string, check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    const { code, where, reason } = error.details
    const path = where === '' ? place : `${place}.${where}`
    throw new ProofError({ code, where: path, reason }, { cause: error })
  }
}
