/** Details of an expected failure: a stable code, and the data for an error message. */
export type ErrorDetails = { readonly code: string }

/**
 * An expected failure: the input or the state does not allow the operation. Bugs are plain
 * `Error`s, EVM outcomes are values. Codes are stable and part of the interface. Messages are not:
 * those for clients are in `rpc/errors`.
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
