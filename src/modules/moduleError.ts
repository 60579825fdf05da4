/**
 * How many characters of a message are told at the most. Messages quote what was asked for, and
 * receipts keep them.
 */
const MAX_MESSAGE = 256

/**
 * A module refuses what it was asked for. The message is its own, in the words of the Cosmos SDK
 * where it has some: it is told as the log of a transaction and as the reason of a failed
 * precompile.
 */
export class ModuleError extends Error {
  override readonly name = 'ModuleError'
  /** Who numbers the code: `sdk`, or the module. */
  readonly codespace: string
  readonly code: number

  constructor(codespace: string, code: number, message: string) {
    super(message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE - 1)}…` : message)
    this.codespace = codespace
    this.code = code
  }
}

/** Codes of the SDK itself (types/errors). */
export const sdkCode = {
  unauthorized: 4,
  insufficientFunds: 5,
  invalidAddress: 7,
  invalidCoins: 10,
  outOfGas: 11,
  invalidRequest: 18,
  notFound: 38,
  invalidRecipient: 46,
} as const

/** A refusal that has a code of the SDK. */
export function sdkError(code: keyof typeof sdkCode, message: string): ModuleError {
  return new ModuleError('sdk', sdkCode[code], message)
}
