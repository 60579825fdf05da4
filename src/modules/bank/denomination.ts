/** Denominations that coins can have. */
export const DENOMINATION = /^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/

/** Whether a text is a denomination that coins can have. */
export function isDenomination(text: string): boolean {
  return DENOMINATION.test(text)
}
