import { DomainError } from '../../primitives/domainError.ts'

/** Where in a proof, as a path such as `proof.storageProof[1].ops[0]` (may be empty), and why. */
export interface ProofRefusal {
  readonly code: 'NOT_PROVEN'
  readonly where: string
  readonly reason: string
}

/** What does not prove. */
export class ProofRefused extends DomainError<ProofRefusal> {
  override readonly name = 'ProofRefused'

  constructor(refusal: ProofRefusal, options?: ErrorOptions) {
    super(refusal, options)
    const { where, reason } = refusal
    this.message = where === '' ? reason : `${where}: ${reason}`
  }
}

/** The refusal for this reason; {@link locate} adds where. */
export function notProven(reason: string, options?: ErrorOptions): ProofRefused {
  return new ProofRefused({ code: 'NOT_PROVEN', where: '', reason }, options)
}

/** Runs `check`, and puts `place` before the path of what it refuses. */
export function locate<T>(place: string, check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof ProofRefused)) throw error
    const { code, where, reason } = error.refusal
    const path = where === '' ? place : `${place}.${where}`
    throw new ProofRefused({ code, where: path, reason }, { cause: error })
  }
}
