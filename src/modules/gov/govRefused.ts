import { ModuleRefused } from '../moduleRefused.ts'

/** Codes of the governance module (Cosmos SDK, x/gov/types/errors.go). */
const codes = {
  unknownProposal: 2,
  inactiveProposal: 3,
  invalidContent: 5,
  invalidType: 6,
  invalidVote: 7,
} as const

/** A refusal that has a code of the governance module. */
export function refusedByGov(code: keyof typeof codes, message: string): ModuleRefused {
  return new ModuleRefused('gov', codes[code], message)
}
