import type { Node } from '../node/node.ts'
import type { DialectName } from '../node/options/dialectNames.ts'
import type { Dispatcher } from '../rpc/core/dispatch.ts'

/** The dispatchers of a node and of its named branches. */
export class DispatcherRegistry {
  readonly #node: Node
  readonly #root: Dispatcher
  readonly #onGone: (dispatcher: Dispatcher) => void
  readonly #ofBranches = new Map<Node, Dispatcher>()
  /** Those of each of them that were asked for in a dialect. */
  readonly #inDialects = new Map<Dispatcher, Map<DialectName, Dispatcher>>()
  readonly #closing = new AbortController()

  /** @param onGone told of a branch's dispatcher when the branch is closed */
  constructor(node: Node, root: Dispatcher, onGone: (dispatcher: Dispatcher) => void) {
    this.#node = node
    this.#root = root
    this.#onGone = onGone
  }

  /**
   * The dispatcher of the node, or of the branch of that name; undefined where there is none.
   *
   * @param dialect in which it is to answer; undefined: in the one that the server has by default
   */
  find(branch: string | undefined, dialect?: DialectName): Dispatcher | undefined {
    const dispatcher = branch === undefined ? this.#root : this.#ofBranch(branch)
    if (dispatcher === undefined || dialect === undefined) return dispatcher
    return this.#speaking(dispatcher, dialect)
  }

  /** Hears of no branch any more. */
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

/** The name in a path `/branch/NAME`; undefined for another path. */
export function branchFromPath(path: string): string | undefined {
  const [, name] = BRANCH_PATH.exec(path) ?? []
  return name
}
