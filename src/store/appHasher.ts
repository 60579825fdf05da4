import { sha256 } from '../primitives/crypto/sha256.ts'
import { concatBytes, utf8ToBytes } from '../primitives/encoding/bytes.ts'
import { uvarintToBytes } from '../primitives/encoding/varint.ts'
import { INNER_PREFIX, LEAF_PREFIX, merkleSplit } from './ics23/merkle.ts'

const HASH_BYTES = 32

/** A node of the Merkle tree over the stores, with its hash of the last version. */
type Node = StoreNode | InnerNode

/**
 * Computes the app hashes of consecutive versions, as `computeAppHash` does. It hashes again only
 * what changed: most blocks change two or three stores.
 */
export class AppHasher {
  readonly #root: Node

  /** @param names of the stores in bytewise order, at least one */
  constructor(names: readonly string[]) {
    this.#root = nodeOver(names, 0)
  }

  /** @param roots of the stores in the order of their names, as latin1 strings */
  appHash(roots: readonly string[]): Uint8Array {
    this.#root.update(roots)
    return this.#root.hash
  }
}

function nodeOver(names: readonly string[], first: number): Node {
  const [only = ''] = names
  if (names.length <= 1) return new StoreNode(only, first)
  const split = merkleSplit(names.length)
  return new InnerNode(
    nodeOver(names.slice(0, split), first),
    nodeOver(names.slice(split), first + split),
  )
}

class StoreNode {
  hash: Uint8Array = new Uint8Array(HASH_BYTES)
  readonly #index: number
  /** The hash of the root is its end. */
  readonly #preimage: Uint8Array
  #root: string | undefined

  constructor(name: string, index: number) {
    this.#index = index
    const key = utf8ToBytes(name)
    const prefix = [uvarintToBytes(key.length), key, Uint8Array.of(HASH_BYTES)]
    this.#preimage = concatBytes(LEAF_PREFIX, ...prefix, new Uint8Array(HASH_BYTES))
  }

  /** Returns whether the hash changed. */
  update(roots: readonly string[]): boolean {
    const root = roots[this.#index] ?? ''
    if (root === this.#root) return false
    this.#root = root
    this.#preimage.set(sha256(Buffer.from(root, 'latin1')), this.#preimage.length - HASH_BYTES)
    this.hash = sha256(this.#preimage)
    return true
  }
}

class InnerNode {
  hash: Uint8Array = new Uint8Array(HASH_BYTES)
  readonly #left: Node
  readonly #right: Node
  readonly #preimage = concatBytes(INNER_PREFIX, new Uint8Array(2 * HASH_BYTES))

  constructor(left: Node, right: Node) {
    this.#left = left
    this.#right = right
  }

  update(roots: readonly string[]): boolean {
    const isLeftNew = this.#left.update(roots)
    const isRightNew = this.#right.update(roots)
    if (!isLeftNew && !isRightNew) return false
    this.#preimage.set(this.#left.hash, 1)
    this.#preimage.set(this.#right.hash, 1 + HASH_BYTES)
    this.hash = sha256(this.#preimage)
    return true
  }
}
