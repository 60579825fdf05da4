/** What every refusal carries: a stable code, and the facts that any layer may put into words. */
export type ErrorDetails = { readonly code: string }

/**
 * A refusal: the input or the state does not allow what was asked. Bugs are plain `Error`s, EVM
 * outcomes are values. Codes are stable and part of the interface; messages are not (wording for
 * clients lives in `rpc/errorTable.ts`).
 */
export class DomainError<R extends ErrorDetails = ErrorDetails> extends Error {
  override readonly name: string = 'DomainError'
  readonly details: R

  constructor(details: R, options?: ErrorOptions) {
    super(describe(details), options)
    this.details = details
  }

  get code(): R['code'] {
    return this.details.code
  }
}

function describe({ code, ...facts }: ErrorDetails): string {
  const words = Object.entries(facts).map(([name, value]) => `${name}=${String(value)}`)
  return words.length === 0 ? code : `${code} (${words.join(', ')})`
}
