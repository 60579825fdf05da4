import { BranchError } from '../errors.ts'

/** Names at a time. */
export const MAX_NAMED_BRANCHES = 1_000

/** What can be a branch: a node. */
interface Closable {
  readonly closing: AbortSignal
  close(): Promise<void>
}

/** Branches that are found by their names, until they are closed. */
export class NamedBranches<Branch extends Closable> {
  readonly #nodes = new Map<string, Branch>()
  /** Names of those that are being made. */
  readonly #coming = new Set<string>()

  get(name: string): Branch | undefined {
    return this.#nodes.get(name)
  }

  /** All there are, in the order in which they were made. */
  list(): readonly (readonly [name: string, branch: Branch])[] {
    return [...this.#nodes]
  }

  /**
   * Makes a branch under a name.
   *
   * @throws BranchError BRANCH_EXISTS or TOO_MANY_BRANCHES, and what `make` throws
   */
  async add(name: string, make: () => Promise<Branch>): Promise<Branch> {
    if (this.#nodes.has(name) || this.#coming.has(name)) {
      throw new BranchError({ code: 'BRANCH_EXISTS', name })
    }
    if (this.#nodes.size + this.#coming.size >= MAX_NAMED_BRANCHES) {
      throw new BranchError({ code: 'TOO_MANY_BRANCHES', limit: MAX_NAMED_BRANCHES })
    }
    this.#coming.add(name)
    try {
      const branch = await make()
      this.#nodes.set(name, branch)
      branch.closing.addEventListener('abort', () => this.#nodes.delete(name), { once: true })
      return branch
    } finally {
      this.#coming.delete(name)
    }
  }

  /** Closes a branch, and all that branched from it; false where there is none. */
  async delete(name: string): Promise<boolean> {
    const branch = this.#nodes.get(name)
    await branch?.close()
    return branch !== undefined
  }
}
