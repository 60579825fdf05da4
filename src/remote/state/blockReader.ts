import { toQuantity } from '../../primitives/encoding/hex.ts'
import type { CallOptions } from '../client/rpcCall.ts'
import { readBlock } from '../remoteAnswers.ts'
import type { RemoteBlock } from '../remoteChain.ts'
import { RemoteError } from '../remoteError.ts'
import type { RemoteNode } from '../remoteNode.ts'

const NEEDS_BLOCK: CallOptions = { needsBlock: true }

/** Calls methods on the state of one block. */
export interface StateReader {
  readonly node: RemoteNode
  /**
   * @param params without the block
   * @param later parameters after the block
   * @throws RemoteError
   */
  ask<T>(
    method: string,
    params: readonly unknown[],
    read: (result: unknown) => T,
    later?: readonly unknown[],
  ): Promise<T>
}

/**
 * A reader of a block that is read with the same batch: the caller compares its hash, so that a
 * number is enough.
 */
export class NumberReader implements StateReader {
  readonly node: RemoteNode
  readonly #number: string

  constructor(node: RemoteNode, number: bigint) {
    this.node = node
    this.#number = toQuantity(number)
  }

  ask<T>(
    method: string,
    params: readonly unknown[],
    read: (result: unknown) => T,
    later: readonly unknown[] = [],
  ): Promise<T> {
    return this.node.ask(method, [...params, this.#number, ...later], read, NEEDS_BLOCK)
  }
}

/**
 * Calls methods on the state of one block. It is named by its hash (EIP-1898), so that a node that
 * has another block of that number, or none, answers with an error. For a node that does not know
 * hashes it is named by number, and its hash is read in the same batch.
 */
export class BlockReader implements StateReader {
  readonly node: RemoteNode
  readonly block: RemoteBlock

  constructor(node: RemoteNode, block: RemoteBlock) {
    this.node = node
    this.block = block
  }

  async ask<T>(
    method: string,
    params: readonly unknown[],
    read: (result: unknown) => T,
    later: readonly unknown[] = [],
  ): Promise<T> {
    const { hasHashRefs } = this.node.facts
    if (hasHashRefs === false) return this.#askByNumber(method, params, read, later)
    const at = { blockHash: this.block.hash }
    try {
      const result = await this.node.ask(method, [...params, at, ...later], read, NEEDS_BLOCK)
      if (!hasHashRefs) this.node.learn({ hasHashRefs: true })
      return result
    } catch (error) {
      if (!isRefusal(error)) throw error
      const result = await this.#askByNumber(method, params, read, later)
      this.node.learn({ hasHashRefs: false })
      return result
    }
  }

  async #askByNumber<T>(
    method: string,
    params: readonly unknown[],
    read: (result: unknown) => T,
    later: readonly unknown[],
  ): Promise<T> {
    const at = toQuantity(this.block.number)
    const [result] = await Promise.all([
      this.node.ask(method, [...params, at, ...later], read, NEEDS_BLOCK),
      this.#requireBlock(at),
    ])
    return result
  }

  /** @throws RemoteError if the node has another block of the number */
  async #requireBlock(number: string): Promise<void> {
    const options = { needsBlock: true, isNullBehind: true }
    const method = 'eth_getBlockByNumber'
    const { hash } = await this.node.ask(method, [number, false], readBlock, options)
    const want = this.block.hash
    if (hash === want) return
    const reason = `block ${this.block.number} has the hash ${hash} there, want ${want}`
    throw new RemoteError({ code: 'REMOTE_LACKS_BLOCK', method, url: this.node.url.shown, reason })
  }
}

/** Whether the node answered with an error that is not the called contract's. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof RemoteError)) return false
  return error.details.code === 'REMOTE_ANSWERED_ERROR' && error.details.rpcCode !== 3
}
