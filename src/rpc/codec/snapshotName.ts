import type { SnapshotId } from '../../chain/rewind/snapshots.ts'
import type { SnapshotRef } from '../../node/named/namedSnapshots.ts'
import { isJsonObject } from '../../primitives/encoding/json.ts'
import { invalidParams } from '../errors/rpcError.ts'
import type { Codec } from './codec.ts'
import { index, readInteger, text } from './scalar.ts'

/** Names of snapshots and branches: path segments except `.` and `..`. */
const NAME = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/

/** Stands for the newest state instead of a snapshot. */
export const CURRENT = 'current'

const schema = { type: 'string', title: 'name', pattern: '^[A-Za-z0-9._-]{1,64}$' } as const

/** Name of a branch. */
export const branchName: Codec<string> = {
  decode(json, path) {
    const name = text.decode(json, path)
    if (NAME.test(name)) return name
    throw invalidParams(`${path}: want a name: 1 to 64 letters, digits, ".", "_" and "-"`)
  },
  encode: (name) => name,
  schema,
}

/** Name of a new snapshot, as text or as an object's `name`. */
export const snapshotName: Codec<string> = {
  decode(json, path) {
    const name = isJsonObject(json)
      ? branchName.decode(json.name, `${path}: name`)
      : branchName.decode(json, path)
    if (name === CURRENT)
      throw invalidParams(`${path}: ${CURRENT} is reserved for the latest state`)
    return name
  },
  encode: (name) => name,
  schema: {
    anyOf: [
      schema,
      {
        type: 'object',
        title: 'named',
        properties: { name: schema },
        required: ['name'],
      },
    ],
  },
}

/** Id of a snapshot: 0x1, 0x2, … Accepts `"0x01"`, `"1"` and `1`. */
export const snapshotId: Codec<SnapshotId> = {
  ...index,
  // An id beyond safe integers loses digits, which is harmless, because no snapshot has it.
  decode: (json, path) => Number(readInteger(json, path)),
}

/** A snapshot by name or id. */
export const snapshotRef: Codec<SnapshotRef> = {
  decode(json, path) {
    if (typeof json === 'number') return { name: String(json), id: snapshotId.decode(json, path) }
    const name = branchName.decode(json, path)
    return { name, id: numberOf(name) }
  },
  encode: ({ name }) => name,
  schema: { type: 'string', title: 'name or id', pattern: schema.pattern },
}

/** A snapshot, or undefined for the newest state. */
export const snapshotRefOrCurrent: Codec<SnapshotRef | undefined> = {
  decode(json, path) {
    return json === CURRENT ? undefined : snapshotRef.decode(json, path)
  },
  encode: (ref) => (ref === undefined ? CURRENT : snapshotRef.encode(ref)),
  schema: snapshotRef.schema,
}

function numberOf(name: string): number | undefined {
  return /^(0[xX][0-9a-fA-F]+|[0-9]+)$/.test(name) ? Number(name) : undefined
}
