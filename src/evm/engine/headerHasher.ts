import { Instance, Module, readModule } from '../../primitives/wasmModule.ts'

/** Maximum number of headers per call. */
export const MAX_HEADERS = 1024

const HASH_BYTES = 32

/** Position and length of a number in a header. */
export interface NumberSlot {
  readonly end: number
  readonly size: number
}

/** RLP of a header and the positions of the fields that differ between headers. */
export interface HeaderLayout {
  readonly rlp: Uint8Array
  readonly parentHash: number
  readonly mixHash: number
  readonly number: NumberSlot
  readonly timestamp: NumberSlot
}

/** Consecutive headers of one form. Numbers are safe integers. */
export interface HeaderSequence {
  /** For the first header. */
  readonly number: number
  readonly timestamp: number
  /** Seconds between headers. */
  readonly step: number
  /** At most {@link MAX_HEADERS}. */
  readonly count: number
}

/** Exports of the module; see `assembly/hashing/headers.ts`. */
interface HeaderModule {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly header: { readonly value: number }
  readonly hashes: { readonly value: number }
  hashHeaders(
    size: number,
    parentHash: number,
    mixHash: number,
    numberEnd: number,
    numberBytes: number,
    timeEnd: number,
    timeBytes: number,
    number: number,
    time: number,
    step: number,
    count: number,
  ): void
}

let loaded: { readonly module: HeaderModule; readonly memory: Uint8Array } | undefined

/**
 * Returns the hashes of headers, 32 bytes each. Each header has the hash of the one before as its
 * parent hash, and the PREVRANDAO of its timestamp.
 *
 * @param parentHash of the first one
 */
export function hashHeaders(
  { rlp, parentHash: parentAt, mixHash, number, timestamp }: HeaderLayout,
  parentHash: Uint8Array,
  sequence: HeaderSequence,
): Uint8Array {
  loaded ??= load()
  const { module, memory } = loaded
  const hashes = module.hashes.value
  memory.set(rlp, module.header.value)
  memory.set(parentHash, hashes)
  module.hashHeaders(
    rlp.length,
    parentAt,
    mixHash,
    number.end,
    number.size,
    timestamp.end,
    timestamp.size,
    sequence.number,
    sequence.timestamp,
    sequence.step,
    sequence.count,
  )
  return memory.slice(hashes + HASH_BYTES, hashes + HASH_BYTES * (sequence.count + 1))
}

function load(): NonNullable<typeof loaded> {
  const { exports } = new Instance(new Module(readModule('headers.wasm')), {})
  const module = exports as HeaderModule
  return { module, memory: new Uint8Array(module.memory.buffer) }
}
