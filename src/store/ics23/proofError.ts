import { DomainError } from '../../primitives/domainError.ts'

/** A path into a proof, such as `proof.storageProof[1].ops[0]` (may be empty), and the reason. */
export interface ProofErrorDetails {
  readonly code: 'NOT_PROVEN'
  readonly where: string
  readonly reason: string
}

/** An invalid proof. */
export class ProofError extends DomainError<ProofErrorDetails> {
  override readonly name = 'ProofError'

  constructor(details: ProofErrorDetails, options?: ErrorOptions) {
    super(details, options)
    const { where, reason } = details
    this.message = where === '' ? reason : `${where}: ${reason}`
  }
}

/** Creates an error without a path; {@link locate} adds the path. */
export function invalidProof(reason: string, options?: ErrorOptions): ProofError {
  return new ProofError({ code: 'NOT_PROVEN', where: '', reason }, options)
}

/** Runs `check` and prepends `prefix` to the path of its errors. */
export function locate<T>(prefix: string, check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    const { code, where, reason } = error.details
    const path = where === '' ? prefix : `${prefix}.${where}`
    throw new ProofError({ code, where: path, reason }, { cause: error })
  }
}
