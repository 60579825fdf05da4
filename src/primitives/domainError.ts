/** What every refusal carries: a stable code, and the facts that any layer may put into words. */
export type Refusal = { readonly code: string }

/**
 * A refusal: the input or the state does not allow what was asked. Bugs are plain `Error`s, EVM outcomes are values.
 * Codes are stable and part of the interface; messages are not (wording for clients lives in `rpc/wire.ts`).
 */
export class DomainError<R extends Refusal = Refusal> extends Error {
  override readonly name: string = 'DomainError'
  readonly refusal: R

  constructor(refusal: R, options?: ErrorOptions) {
    super(describe(refusal), options)
    this.refusal = refusal
  }

  get code(): R['code'] {
    return this.refusal.code
  }
}

function describe({ code, ...facts }: Refusal): string {
  const words = Object.entries(facts).map(([name, value]) => `${name}=${String(value)}`)
  return words.length === 0 ? code : `${code} (${words.join(', ')})`
}
