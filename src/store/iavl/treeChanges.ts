import { equalBytes } from '../../primitives/encoding/bytes.ts'
import { type IavlNode, type Leaf, type NodeRef, nodeOf } from './iavlNode.ts'

/** A key that two trees do not agree on; a side that lacks it has undefined. */
export interface LeafChange {
  /** As in {@link Leaf}. */
  readonly key: string
  readonly before: Uint8Array | undefined
  readonly after: Uint8Array | undefined
}

/**
 * The keys whose values differ between two committed trees, in key order. Subtrees that both have
 * are passed over unread, so it costs what changed, times the height of the trees, whatever their
 * size.
 */
export function* treeChanges(
  before: NodeRef | undefined,
  after: NodeRef | undefined,
): Generator<LeafChange, void, undefined> {
  const old = new Walk(before)
  const now = new Walk(after)
  while (old.next !== undefined || now.next !== undefined) {
    const [a, b] = [old.next, now.next]
    if (a !== undefined && b !== undefined && a.hash === b.hash) {
      old.skip()
      now.skip()
    } else if (isTaller(a, b)) old.enter()
    else if (isTaller(b, a)) now.enter()
    else if (a !== undefined && b !== undefined && a.height > 0) {
      old.enter()
      now.enter()
    } else {
      const change = nextChange(old, now)
      if (change !== undefined) yield change
    }
  }
}

/** A way through a tree in key order. */
class Walk {
  /** What is still to come, the nearest last. */
  readonly #ahead: NodeRef[]

  constructor(root: NodeRef | undefined) {
    this.#ahead = root === undefined ? [] : [root]
  }

  /** The subtree that the way leads to next; undefined at the end. */
  get next(): NodeRef | undefined {
    return this.#ahead.at(-1)
  }

  /** The leaf that the way leads to next; undefined where a fork comes first, or nothing. */
  get leaf(): Leaf | undefined {
    const node = this.#node
    return node?.left === undefined ? node : undefined
  }

  skip(): void {
    this.#ahead.pop()
  }

  /** Goes on with the children of the next subtree. */
  enter(): void {
    const node = this.#node
    this.skip()
    if (node?.left !== undefined) this.#ahead.push(node.right, node.left)
  }

  get #node(): IavlNode | undefined {
    const link = this.next
    return link === undefined ? undefined : nodeOf(link)
  }
}

/** Whether `a` has children, and more levels below it than `b`, if there is a `b`. */
function isTaller(a: NodeRef | undefined, b: NodeRef | undefined): boolean {
  return a !== undefined && a.height > (b?.height ?? 0)
}

/** Passes the smaller of two leaves, or both where they have the same key. */
function nextChange(old: Walk, now: Walk): LeafChange | undefined {
  const [a, b] = [old.leaf, now.leaf]
  const isFirst = (leaf: Leaf | undefined, other: Leaf | undefined): leaf is Leaf =>
    leaf !== undefined && (other === undefined || leaf.key <= other.key)
  const gone = isFirst(a, b) ? a : undefined
  const come = isFirst(b, a) ? b : undefined
  if (gone !== undefined) old.skip()
  if (come !== undefined) now.skip()
  const key = gone?.key ?? come?.key
  // The same value may have been written again, under another hash.
  if (key === undefined || (gone && come && equalBytes(gone.value, come.value))) return undefined
  return { key, before: gone?.value, after: come?.value }
}
