import { bytesToLatin1, latin1ToBytes } from '../../../src/primitives/encoding/bytes.ts'
import { bytesToBareHex, hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import type { IavlTree } from '../../../src/store/iavl/iavlTree.ts'

/** A write of a vector file; bytes are hexadecimal. */
export type TreeOp =
  | readonly [name: 'set', key: string, value: string]
  | readonly [name: 'remove', key: string]

/** Applies writes in order. */
export function applyOps(tree: IavlTree, ops: readonly TreeOp[]): void {
  for (const [name, keyHex, valueHex] of ops) {
    const key = bytesToLatin1(hexToBytes(keyHex))
    if (name === 'set') tree.set(key, hexToBytes(valueHex))
    else tree.remove(key)
  }
}

/** Root hash of a version in hexadecimal. */
export function rootHex(tree: IavlTree, version: number): string {
  return bytesToBareHex(latin1ToBytes(tree.rootHash(version)))
}
