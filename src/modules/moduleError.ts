/** Maximum length of a message. Messages quote requests, and receipts store them. */
const MAX_MESSAGE = 512

/**
 * Rejection by a module. Its message, in the words of the Cosmos SDK if it has any, is the log of a
 * transaction and the reason of a failed precompile.
 */
export class ModuleError extends Error {
  override readonly name = 'ModuleError'
  /** Codespace: `sdk` or the module. */
  readonly codespace: string
  readonly code: number

  constructor(codespace: string, code: number, message: string) {
    super(message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE - 1)}…` : message)
    this.codespace = codespace
    this.code = code
  }
}

/** Codes of the SDK (types/errors). */
export const sdkCode = {
  unauthorized: 4,
  insufficientFunds: 5,
  invalidAddress: 7,
  invalidCoins: 10,
  outOfGas: 11,
  invalidRequest: 18,
  invalidType: 29,
  notFound: 38,
  invalidRecipient: 46,
} as const

/** An error of what panics in the SDK, which recovers from it (baseapp/recovery.go). */
export function recoveredPanic(reason: string): ModuleError {
  return new ModuleError('undefined', 111_222, `recovered: ${reason}: panic`)
}

/** Creates an error with a code of the SDK. */
export function sdkError(code: keyof typeof sdkCode, message: string): ModuleError {
  return new ModuleError('sdk', sdkCode[code], message)
}

/** Creates an error that is not registered on the real chain. */
export function plainError(message: string): ModuleError {
  return new ModuleError('undefined', 1, message)
}
