import { createHashing, type HashingModule } from './hashingModule.ts'

const HASH_BYTES = 32
/** Memory for longer messages is not kept. */
const MOST_KEPT_BYTES = 1024 * 1024

/** An instance with a view of its memory. */
interface Hasher {
  readonly module: HashingModule
  readonly start: number
  bytes: Uint8Array
}

let loaded: Hasher | undefined

/**
 * Returns the keccak256 digest of `message`: the hash function of Ethereum, with 32 bytes. It is
 * computed in WebAssembly, which is fast from the first call.
 */
export function keccak256(message: Uint8Array): Uint8Array {
  loaded ??= load()
  const { start, module } = loaded
  if (start + message.length > loaded.bytes.length) {
    module.reserve(start + message.length)
    loaded.bytes = new Uint8Array(module.memory.buffer)
  }
  const { bytes } = loaded
  bytes.set(message, start)
  const at = module.hash(message.length)
  if (bytes.length > MOST_KEPT_BYTES) loaded = undefined
  return bytes.slice(at, at + HASH_BYTES)
}

function load(): Hasher {
  const module = createHashing()
  return { module, start: module.message.value, bytes: new Uint8Array(module.memory.buffer) }
}
