import { ModuleError } from '../moduleError.ts'

/** Codes and words of the module (Cosmos SDK, x/feegrant/errors.go). */
const errors = {
  exceeded: [2, 'fee limit exceeded'],
  expired: [3, 'fee allowance expired'],
  invalidDuration: [4, 'invalid duration'],
  noAllowance: [5, 'no allowance'],
  noMessages: [6, 'allowed messages are empty'],
  messageNotAllowed: [7, 'message not allowed'],
} as const

/** Creates an error with a code of the feegrant module. */
export function feegrantError(code: keyof typeof errors, what: string): ModuleError {
  const [number, words] = errors[code]
  return new ModuleError('feegrant', number, `${what}: ${words}`)
}
