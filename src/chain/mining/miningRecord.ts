import { bytesToUtf8, utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes } from '../../primitives/encoding/hex.ts'
import type { Database } from '../../store/database/database.ts'
import { metaKey } from '../../store/database/tables.ts'
import type { MiningConfigChange, MiningState } from './miningConfig.ts'

const KEY = metaKey('mining')

/**
 * Mining state in a database, so that modes, the clock and limits that were set at run time survive
 * a restart. It is stored with the configuration of the node that set it: an option that changed
 * since then wins over the stored state.
 */
export class MiningRecord {
  readonly #database: Database
  readonly #given: MiningConfigChange

  /** @param given configuration of this node, where it differs from the default */
  constructor(database: Database, given: MiningConfigChange = {}) {
    this.#database = database
    this.#given = given
  }

  stage({ mining, clockOffset }: MiningState): void {
    const text = JSON.stringify({ given: this.#given, mining, clockOffset }, toJson)
    this.#database.put(KEY, utf8ToBytes(text))
  }

  /** Returns the stored state, or `initial` if nothing was stored. */
  load(initial: MiningState): MiningState {
    const bytes = this.#database.get(KEY)
    if (bytes === undefined) return initial
    const stored: Stored = JSON.parse(bytesToUtf8(bytes), fromJson)
    const { mining, clockOffset } = initial
    const changed = Object.keys(mining).filter((name) => !this.#hasSame(stored.given, name))
    const options = Object.entries(mining).filter(([name]) => changed.includes(name))
    return {
      // JSON lacks undefined members, which win over the initial ones.
      mining: { ...unset(mining), ...stored.mining, ...Object.fromEntries(options) },
      clockOffset: this.#hasSame(stored.given, 'clockOffset') ? stored.clockOffset : clockOffset,
    }
  }

  #hasSame(given: Members, name: string): boolean {
    const own: Members = this.#given
    return JSON.stringify(own[name], toJson) === JSON.stringify(given[name], toJson)
  }
}

type Members = Readonly<Record<string, unknown>>

interface Stored extends MiningState {
  readonly given: Members
}

function unset(mining: MiningState['mining']): MiningState['mining'] {
  return {
    ...mining,
    intervalMs: undefined,
    timestampInterval: undefined,
    nextTimestamp: undefined,
    nextBaseFee: undefined,
    nextPrevRandao: undefined,
    minBaseFee: undefined,
    chainId: undefined,
  }
}

function toJson(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return { integer: String(value) }
  return value instanceof Uint8Array ? { bytes: bytesToHex(value) } : value
}

function fromJson(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('integer' in value) return BigInt(String(value.integer))
  return 'bytes' in value ? hexToBytes(String(value.bytes)) : value
}
