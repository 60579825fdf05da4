/** A time in words, in milliseconds where it is short. */
export function duration(ms: number): string {
  return ms < 1000 ? `${Number(ms.toPrecision(6))}ms` : `${ms / 1000}s`
}
