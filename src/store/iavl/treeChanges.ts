import { type IavlNode, type Leaf, leafValue, type NodeRef, nodeOf } from './iavlNode.ts'

/** A key that differs between two trees. A side without the key is undefined. */
export interface LeafChange {
  /** As in {@link Leaf}. */
  readonly key: string
  readonly before: Uint8Array | undefined
  readonly after: Uint8Array | undefined
}

/**
 * Yields the keys whose values differ between two committed trees, in key order. Shared subtrees
 * are skipped without reading them, so the cost is the number of changes times the height of the
 * trees.
 */
export function* treeChanges(
  before: NodeRef | undefined,
  after: NodeRef | undefined,
): Generator<LeafChange, void, undefined> {
  const old = new Cursor(before)
  const now = new Cursor(after)
  while (old.next !== undefined || now.next !== undefined) {
    const [a, b] = [old.next, now.next]
    if (a !== undefined && b !== undefined && isSame(a, b)) {
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

/** A cursor over a tree in key order. */
class Cursor {
  /** Subtrees still to visit, the next one last. */
  readonly #pending: NodeRef[]

  constructor(root: NodeRef | undefined) {
    this.#pending = root === undefined ? [] : [root]
  }

  /** The next subtree; undefined at the end. */
  get next(): NodeRef | undefined {
    return this.#pending.at(-1)
  }

  /** The next leaf; undefined at an inner node and at the end. */
  get leaf(): Leaf | undefined {
    const node = this.#node
    return node?.left === undefined ? node : undefined
  }

  skip(): void {
    this.#pending.pop()
  }

  /** Replaces the next subtree by its children. */
  enter(): void {
    const node = this.#node
    this.skip()
    if (node?.left !== undefined) this.#pending.push(node.right, node.left)
  }

  get #node(): IavlNode | undefined {
    const link = this.next
    return link === undefined ? undefined : nodeOf(link)
  }
}

/** Nodes of a database may be reached through different links, others may have no hash. */
function isSame(a: NodeRef, b: NodeRef): boolean {
  return a === b || (a.hash !== '' && a.hash === b.hash)
}

/** Whether `a` is an inner node, and higher than `b` if `b` is defined. */
function isTaller(a: NodeRef | undefined, b: NodeRef | undefined): boolean {
  return a !== undefined && a.height > (b?.height ?? 0)
}

/** Skips the smaller of two leaves, or both if their keys are equal. */
function nextChange(old: Cursor, now: Cursor): LeafChange | undefined {
  const [a, b] = [old.leaf, now.leaf]
  const isFirst = (leaf: Leaf | undefined, other: Leaf | undefined): leaf is Leaf =>
    leaf !== undefined && (other === undefined || leaf.key <= other.key)
  const before = isFirst(a, b) ? a : undefined
  const after = isFirst(b, a) ? b : undefined
  if (before !== undefined) old.skip()
  if (after !== undefined) now.skip()
  const key = before?.key ?? after?.key
  // An equal value may have been written again, with another hash.
  if (key === undefined || (before && after && before.value === after.value)) return undefined
  return { key, before: leafValue(before), after: leafValue(after) }
}
