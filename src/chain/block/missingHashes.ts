/** Hashes of blocks that take long to make. */
export interface PendingHashes {
  /** Makes them while others have their turns. */
  complete(): Promise<void>
}

/** Thrown where a hash is missing, to whoever would rather wait for it. */
class HashesMissing extends Error {
  readonly hashes: PendingHashes

  constructor(hashes: PendingHashes) {
    super('bug: hashes are to be made first')
    this.hashes = hashes
  }
}

/** Whether a hash that is missing is waited for, not made at once: while something runs that can be run again. */
let isPatient = false

/** To be called before hashes are made at once: whoever can wait for them does. */
export function awaitIfPatient(hashes: PendingHashes): void {
  if (isPatient) throw new HashesMissing(hashes)
}

/**
 * The seam where hashes are waited for: what `read` gives, while others have their turns as long as hashes are made that it needs.
 *
 * @param read is called again once they are there, so it must change nothing before it has read all, and wait for nothing.
 * @throws what `read` throws
 */
export async function withHashes<T>(read: () => T): Promise<T> {
  for (;;) {
    const result = attempt(read)
    if (!(result instanceof HashesMissing)) return result
    await result.hashes.complete()
  }
}

/** The hashes that `read` needs first; undefined where it needs none. @throws what `read` throws */
export function missingIn(read: () => void): PendingHashes | undefined {
  const result = attempt(read)
  return result instanceof HashesMissing ? result.hashes : undefined
}

function attempt<T>(read: () => T): T | HashesMissing {
  const wasPatient = isPatient
  isPatient = true
  try {
    return read()
  } catch (error) {
    if (error instanceof HashesMissing) return error
    throw error
  } finally {
    isPatient = wasPatient
  }
}
