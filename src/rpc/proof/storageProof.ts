import { bytesToBase64 } from '../../primitives/encoding/bytes.ts'
import { bytesToBareHex, hexToBytes } from '../../primitives/encoding/hex.ts'
import type { ProofOp } from '../../store/ics23/ics23.ts'
import type { Codec, Decoded } from '../codec/codec.ts'
import { array, record } from '../codec/compound.ts'
import { address, text } from '../codec/scalar.ts'
import { invalidParams } from '../errors/rpcError.ts'

/** Base64 bytes as in Go's JSON; only the canonical form is accepted. */
const base64: Codec<Uint8Array> = {
  decode(json, path) {
    const given = text.decode(json, path)
    const bytes = Uint8Array.from(Buffer.from(given, 'base64'))
    if (bytesToBase64(bytes) !== given) throw invalidParams(`${path}: want padded base64`)
    return bytes
  },
  encode: bytesToBase64,
  schema: { type: 'string', title: 'base64', pattern: '^[0-9A-Za-z+/]*={0,2}$' },
}

const opTypes: readonly ProofOp['type'][] = ['ics23:iavl', 'ics23:simple']

const opType: Codec<ProofOp['type']> = {
  decode(json, path) {
    const found = opTypes.find((type) => type === json)
    if (found === undefined) throw invalidParams(`${path}: want one of ${opTypes.join(', ')}`)
    return found
  },
  encode: (value) => value,
  schema: { title: 'kind of proof', enum: opTypes },
}

/** A 32-byte word without `0x`, or empty for an empty slot. */
const bareWord: Codec<Uint8Array | undefined> = {
  decode(json, path) {
    const digits = text.decode(json, path)
    if (digits === '') return undefined
    if (!/^[0-9a-f]{64}$/.test(digits)) throw invalidParams(`${path}: want 64 digits or nothing`)
    return hexToBytes(digits)
  },
  encode: (word) => (word === undefined ? '' : bytesToBareHex(word)),
  schema: { type: 'string', title: 'word without 0x', pattern: '^([0-9a-f]{64})?$' },
}

const op = record(
  { type: opType, key: base64, data: base64 },
  {
    title: 'proof step',
    meanings: {
      type: '`ics23:iavl` from the key to the root of the store, `ics23:simple` from there to the state root',
      key: 'key in the store (`03`, address, slot), or name of the store (`evm`)',
      data: 'a `cosmos.ics23.v1.CommitmentProof`',
    },
  },
)

const slotProof = record(
  { ops: array(op) },
  {
    title: 'slot proof',
    meanings: { ops: 'two steps; the root of the first is the value of the second' },
  },
)

/** Result of `eth_getProof`, which the verifier reads. */
export const storageProof = record(
  { address, hexValues: array(bareWord), storageProof: array(slotProof) },
  {
    title: 'storage proof',
    meanings: {
      hexValues: 'words of the slots, in the order of the keys; empty text for an empty slot',
      storageProof: 'proof of each word',
    },
  },
)

export type StorageProof = Decoded<typeof storageProof>
