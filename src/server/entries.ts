import type { Node } from '../node/node.ts'
import type { Dispatcher } from '../rpc/dispatch.ts'

/** The dispatchers of a node and of its named branches. */
export class Entries {
  readonly #node: Node
  readonly #root: Dispatcher
  readonly #onGone: (dispatcher: Dispatcher) => void
  readonly #ofBranches = new Map<Node, Dispatcher>()
  readonly #closing = new AbortController()

  /** @param onGone told of a branch's dispatcher when the branch is closed */
  constructor(node: Node, root: Dispatcher, onGone: (dispatcher: Dispatcher) => void) {
    this.#node = node
    this.#root = root
    this.#onGone = onGone
  }

  /** The dispatcher of the node, or of the branch of that name; undefined where there is none. */
  find(branch: string | undefined): Dispatcher | undefined {
    if (branch === undefined) return this.#root
    const node = this.#node.branches.get(branch)
    return node && (this.#ofBranches.get(node) ?? this.#open(node))
  }

  /** Hears of no branch any more. */
  close(): void {
    this.#closing.abort()
  }

  #open(node: Node): Dispatcher {
    const dispatcher = this.#root.branch(node)
    this.#ofBranches.set(node, dispatcher)
    const onGone = () => {
      this.#ofBranches.delete(node)
      this.#onGone(dispatcher)
    }
    const { signal } = this.#closing
    node.closing.addEventListener('abort', onGone, { once: true, signal })
    return dispatcher
  }
}

const BRANCH_PATH = /^\/branch\/([^/]+)$/

/** The name in a path `/branch/NAME`; undefined for another path. */
export function branchAt(path: string): string | undefined {
  const [, name] = BRANCH_PATH.exec(path) ?? []
  return name
}
