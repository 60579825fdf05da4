/** Returns the code of an error of the operating system or of Node.js; empty for others. */
export function errorCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}
