import { ModuleError } from '../moduleError.ts'

/** Codes of the governance module (Cosmos SDK, x/gov/types/errors.go). */
const codes = {
  unknownProposal: 2,
  inactiveProposal: 3,
  invalidContent: 5,
  invalidType: 6,
  invalidVote: 7,
} as const

/** Creates an error with a code of the governance module. */
export function govError(code: keyof typeof codes, message: string): ModuleError {
  return new ModuleError('gov', codes[code], message)
}
