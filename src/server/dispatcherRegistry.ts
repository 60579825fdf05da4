import type { Node } from '../node/node.ts'
import type { DialectName } from '../node/options/dialectNames.ts'
import type { Dispatcher } from '../rpc/core/dispatch.ts'

/** Dispatchers of a node and its named branches. */
export class DispatcherRegistry {
  readonly #node: Node
  readonly #root: Dispatcher
  readonly #onGone: (dispatcher: Dispatcher) => void
  readonly #ofBranches = new Map<Node, Dispatcher>()
  /** Dispatchers by dialect. */
  readonly #inDialects = new Map<Dispatcher, Map<DialectName, Dispatcher>>()
  readonly #closing = new AbortController()

  /** @param onGone called with a branch's dispatcher when the branch closes */
  constructor(node: Node, root: Dispatcher, onGone: (dispatcher: Dispatcher) => void) {
    this.#node = node
    this.#root = root
    this.#onGone = onGone
  }

  /**
   * Returns the dispatcher of the node, or of a branch; undefined if it does not exist.
   *
   * @param dialect of responses; default: the server's
   */
  find(branch: string | undefined, dialect?: DialectName): Dispatcher | undefined {
    const dispatcher = branch === undefined ? this.#root : this.#ofBranch(branch)
    if (dispatcher === undefined || dialect === undefined) return dispatcher
    return this.#speaking(dispatcher, dialect)
  }

  /** Stops watching branches. */
  close(): void {
    this.#closing.abort()
  }

  #ofBranch(branch: string): Dispatcher | undefined {
    const node = this.#node.branches.get(branch)
    return node && (this.#ofBranches.get(node) ?? this.#open(node))
  }

  #speaking(dispatcher: Dispatcher, dialect: DialectName): Dispatcher {
    const known = this.#inDialects.get(dispatcher) ?? new Map<DialectName, Dispatcher>()
    const found = known.get(dialect) ?? dispatcher.forDialect(dialect)
    this.#inDialects.set(dispatcher, known.set(dialect, found))
    return found
  }

  #open(node: Node): Dispatcher {
    const dispatcher = this.#root.branch(node)
    this.#ofBranches.set(node, dispatcher)
    const onGone = () => {
      this.#ofBranches.delete(node)
      const inDialects = this.#inDialects.get(dispatcher)?.values() ?? []
      this.#inDialects.delete(dispatcher)
      for (const gone of [dispatcher, ...inDialects]) this.#onGone(gone)
    }
    const { signal } = this.#closing
    node.closing.addEventListener('abort', onGone, { once: true, signal })
    return dispatcher
  }
}

const BRANCH_PATH = /^\/branch\/([^/]+)$/

/** Returns the name in a path `/branch/NAME`; undefined for another path. */
export function branchFromPath(path: string): string | undefined {
  const [, name] = BRANCH_PATH.exec(path) ?? []
  return name
}
