import { RLP } from '@ethereumjs/rlp'
import fc from 'fast-check'
import { signTransaction } from '../../src/evm/transaction/signTransaction.ts'
import type { UnsignedTransaction } from '../../src/evm/transaction/transaction.ts'
import { bigIntToBytes, concatBytes, trimLeft } from '../../src/primitives/encoding/bytes.ts'
import { alice } from './accounts.ts'
import { anyUnsigned } from './chain/arbitraryBlock.ts'
import { CHAIN_ID } from './genesis.ts'

/** RLP items before encoding. */
export type Tree = Uint8Array | readonly Tree[]

/** A transaction's bytes, decoded without validation. */
export interface RawParts {
  readonly type: number
  readonly tree: Tree
}

/** Decodes the bytes of a transaction with the library's reader. */
export function takeApart(raw: Uint8Array): RawParts {
  const type = (raw[0] ?? 0) >= 0xc0 ? 0 : (raw[0] ?? 0)
  return { type, tree: RLP.decode(type === 0 ? raw : raw.subarray(1)) as Tree }
}

/** The inverse of {@link takeApart}, in canonical RLP unless `write` differs. */
export function putTogether(
  { type, tree }: RawParts,
  write: (tree: Tree) => Uint8Array = (item) => RLP.encode(item as never),
): Uint8Array {
  return type === 0 ? write(tree) : concatBytes(Uint8Array.of(type), write(tree))
}

/** Transactions of every type with any values of the right size, signed for the test chain. */
export const anyFields: fc.Arbitrary<UnsignedTransaction> = fc
  .tuple(
    anyUnsigned,
    // Most of them can be created by every wallet.
    fc.option(fc.constantFrom(2n ** 53n - 1n, 2n ** 64n - 2n, 2n ** 64n - 1n), {
      nil: undefined,
      freq: 6,
    }),
    fc.option(fc.constantFrom('tip', 'fee', 'gas', 'authorizations', 'target'), {
      nil: undefined,
      freq: 6,
    }),
  )
  .map(([fields, nonce = fields.nonce >> 32n, odd]) => ({
    ...fields,
    chainId: CHAIN_ID,
    nonce,
    ...(odd === 'tip' && fields.type > 1 && { maxPriorityFeePerGas: fields.maxFeePerGas + 1n }),
    ...(odd === 'fee' && { maxFeePerGas: 2n ** 256n - 1n }),
    ...(odd === 'fee' && fields.type < 2 && { maxPriorityFeePerGas: 2n ** 256n - 1n }),
    ...(odd === 'gas' && { gasLimit: 2n ** 64n - 1n }),
    ...(odd === 'authorizations' && { authorizationList: [] }),
  }))

export const anyRaw: fc.Arbitrary<Uint8Array> = anyFields.map(
  (fields) => signTransaction(fields, alice.privateKey).raw,
)

const NOTHING = new Uint8Array(0)
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
const edges = [0n, 1n, 2n, 27n, 28n, 35n, 36n, 37n, 2n ** 53n, 2n ** 64n - 1n, 2n ** 64n]
const bigEdges = [HALF_ORDER, HALF_ORDER + 1n, 2n * HALF_ORDER + 1n, 2n ** 256n - 1n, 2n ** 256n]

const replacement: fc.Arbitrary<Tree> = fc.oneof(
  fc.constantFrom<Tree>(NOTHING, [], [[]], [NOTHING], Uint8Array.of(0), Uint8Array.of(0, 1)),
  fc.constantFrom(...edges, ...bigEdges).map((edge) => trimLeft(bigIntToBytes(edge, 40))),
  fc.constantFrom(19, 20, 21, 31, 32, 33, 60).map((length) => new Uint8Array(length).fill(0xfe)),
  // An item as long as an address or a slot.
  fc.constantFrom(20, 32).map((length) => Array.from({ length }, () => NOTHING)),
  fc.nat(100).map((depth) => {
    let nested: Tree = []
    for (let i = 0; i < depth; i++) nested = [nested]
    return nested
  }),
)

/** Changes one item of a tree. */
type Change = (item: Tree) => Tree

function isString(item: Tree): item is Uint8Array {
  return item instanceof Uint8Array
}

/** Changes that keep most of an item, its length, or its kind. */
const changes: readonly Change[] = [
  // A string instead of a list, and the reverse.
  (item) => (isString(item) ? [] : NOTHING),
  (item) => (isString(item) ? [...item.subarray(0, 40)].map(byte) : RLP.encode(item as never)),
  (item) => (isString(item) ? Array.from({ length: item.length % 64 }, () => NOTHING) : [[item]]),
  (item) => [item],
  // One more and one less.
  (item) => (isString(item) ? concatBytes(byte(0), item) : [NOTHING, ...item]),
  (item) => (isString(item) ? concatBytes(item, byte(7)) : [...item, NOTHING]),
  (item) => item.slice(0, -1),
  (item) => item.slice(1),
  (item) => (isString(item) ? concatBytes(item, item) : [...item, ...item]),
  () => NOTHING,
  () => byte(0),
]

function byte(value: number): Uint8Array {
  return Uint8Array.of(value)
}

const change: fc.Arbitrary<Change> = fc.oneof(
  replacement.map((other) => () => other),
  fc.constantFrom(...changes),
)

/** Yields the transaction with each item changed in each way, one at a time. */
export function* everyChange(raw: Uint8Array): Generator<Uint8Array> {
  const { type, tree } = takeApart(raw)
  for (let place = 0; place < sizeOf(tree); place++) {
    for (const made of changes) yield putTogether({ type, tree: changeAt(tree, place, made) })
  }
}

/** Changes the item at a position in the flattened tree. */
function changeAt(tree: Tree, place: number, made: Change): Tree {
  let left = place
  const visit = (item: Tree): Tree => {
    if (left-- === 0) return made(item)
    return item instanceof Uint8Array ? item : item.map(visit)
  }
  return visit(tree)
}

function sizeOf(tree: Tree): number {
  return tree instanceof Uint8Array ? 1 : tree.reduce((sum, item) => sum + sizeOf(item), 1)
}

/** Non-canonical prefixes of an item. */
const quirks = ['longLength', 'zeroInLength', 'prefixedByte'] as const
type Quirk = (typeof quirks)[number]

function writeWithQuirk(tree: Tree, place: number, quirk: Quirk): Uint8Array {
  let left = place
  const visit = (item: Tree): Uint8Array => {
    const isHere = left-- === 0
    if (item instanceof Uint8Array) return isHere ? oddly(item, 0x80, quirk) : RLP.encode(item)
    const content = concatBytes(...item.map(visit))
    return isHere ? oddly(content, 0xc0, quirk) : concatBytes(listHead(content.length), content)
  }
  return visit(tree)
}

function listHead(length: number): Uint8Array {
  if (length < 56) return Uint8Array.of(0xc0 + length)
  const size = trimLeft(bigIntToBytes(BigInt(length), 8))
  return Uint8Array.of(0xf7 + size.length, ...size)
}

function oddly(content: Uint8Array, base: number, quirk: Quirk): Uint8Array {
  const size = trimLeft(bigIntToBytes(BigInt(content.length), 8))
  const padded = quirk === 'zeroInLength' ? concatBytes(Uint8Array.of(0), size) : size
  const isByte = quirk === 'prefixedByte' && content.length < 56
  const head = isByte
    ? Uint8Array.of(base + content.length)
    : Uint8Array.of(base + 55 + Math.max(padded.length, 1), ...(padded.length === 0 ? [0] : padded))
  return concatBytes(head, content)
}

const mutatedTree = fc
  .tuple(anyRaw, fc.array(fc.tuple(fc.nat(), change), { minLength: 1, maxLength: 2 }))
  .map(([raw, made]) => {
    const { type, tree } = takeApart(raw)
    const changed = made.reduce(
      (item, [place, one]) => changeAt(item, place % sizeOf(item), one),
      tree,
    )
    return putTogether({ type, tree: changed })
  })

const mutatedPrefix = fc
  .tuple(anyRaw, fc.nat(), fc.constantFrom(...quirks))
  .map(([raw, place, quirk]) => {
    const parts = takeApart(raw)
    const at = place % sizeOf(parts.tree)
    return putTogether(parts, (tree) => writeWithQuirk(tree, at, quirk))
  })

const mutatedBytes = fc
  .tuple(
    anyRaw,
    fc.constantFrom('flip', 'cut', 'append', 'type'),
    fc.nat(),
    fc.integer({ min: 1, max: 255 }),
  )
  .map(([raw, how, place, byte]) => {
    if (how === 'cut') return raw.subarray(0, place % raw.length)
    if (how === 'append') return Uint8Array.of(...raw, byte)
    const at = how === 'type' ? 0 : place % raw.length
    const flipped = Uint8Array.from(raw)
    flipped[at] = (flipped[at] ?? 0) ^ byte
    return flipped
  })

/** Bytes similar to a transaction, including valid ones. */
export const nearlyRaw: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 6, arbitrary: mutatedTree },
  { weight: 2, arbitrary: mutatedPrefix },
  { weight: 2, arbitrary: mutatedBytes },
)
