import { ModuleRefused } from '../moduleRefused.ts'

/** Codes of the distribution module (Cosmos SDK, x/distribution/types/errors.go). */
const codes = { noDelegation: 5, noValidator: 6, noCommission: 7 } as const

/** A refusal that has a code of the distribution module. */
export function refusedByDistribution(code: keyof typeof codes, message: string): ModuleRefused {
  return new ModuleRefused('distribution', codes[code], message)
}
