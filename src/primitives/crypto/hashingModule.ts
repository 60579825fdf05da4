import { Instance, Module, readModule } from '../wasmModule.ts'

/** Exports of the module; see `assembly/hashing/` of the engine. */
export interface HashingModule {
  readonly memory: { readonly buffer: ArrayBuffer }
  /** Makes room up to an address. Growth replaces the memory. */
  reserve(end: number): void
  /** Where the message of {@link hash} begins. */
  readonly message: Constant
  hash(size: number): number
  /** Where the entries of a trie begin: position and length of each value. */
  readonly entries: Constant
  /** Free bytes before each value. */
  readonly headroom: Constant
  trieRoot(values: number): number
  /** Bytes of a receipt without its logs, of a log without topics and data, and of a topic. */
  readonly receiptRoom: Constant
  readonly logRoom: Constant
  readonly topicRoom: Constant
  /** Where {@link encodeReceipts} merges the filters. */
  readonly mergedBloom: Constant
  encodeReceipts(count: number, records: number, texts: number, blobs: number, room: number): void
}

interface Constant {
  readonly value: number
}

let code: object | undefined

/** Creates an instance with a memory of its own. All share their code once V8 has optimised it. */
export function createHashing(): HashingModule {
  code ??= new Module(readModule('hashing.wasm'))
  return new Instance(code, {}).exports as HashingModule
}
