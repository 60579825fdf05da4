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
