/** The disk's fault, not the transaction's. `cause` says what happened. */
export class WriteFailed extends Error {
  override readonly name = 'WriteFailed'
}

/** @throws WriteFailed */
export async function written(writing: Promise<void>): Promise<void> {
  try {
    await writing
  } catch (cause) {
    throw new WriteFailed('a write failed', { cause })
  }
}

/** What a caller of the chain is to be told. */
export function reasonOf(error: unknown): unknown {
  return error instanceof WriteFailed ? error.cause : error
}
