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

/** What work for a caller comes to. @throws what a write failed of, where that is what happens */
export async function orReason<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof WriteFailed ? error.cause : error
  }
}
