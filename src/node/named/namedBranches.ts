import { BranchError } from '../errors.ts'

/** Maximum number of names. */
export const MAX_NAMED_BRANCHES = 1_000

/** A branch: a node. */
interface Closable {
  readonly closing: AbortSignal
  close(): Promise<void>
}

/** Open branches by name. */
export class NamedBranches<Branch extends Closable> {
  readonly #nodes = new Map<string, Branch>()
  /** Names of branches under construction. */
  readonly #coming = new Set<string>()

  get(name: string): Branch | undefined {
    return this.#nodes.get(name)
  }

  /** All branches in order of creation. */
  list(): readonly (readonly [name: string, branch: Branch])[] {
    return [...this.#nodes]
  }

  /**
   * Creates a branch with a name.
   *
   * @throws BranchError BRANCH_EXISTS or TOO_MANY_BRANCHES; errors of `make`
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

  /** Closes a branch and its branches. Returns false if it does not exist. */
  async delete(name: string): Promise<boolean> {
    const branch = this.#nodes.get(name)
    await branch?.close()
    return branch !== undefined
  }
}
