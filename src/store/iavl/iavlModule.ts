import { Instance, Module, readModule } from '../../primitives/wasmModule.ts'

interface Constant {
  readonly value: number
}

/** Exports of the module; see `assembly/hashing/iavl.ts`. */
export interface IavlModule {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly most: Constant
  readonly mostBytes: Constant
  readonly records: Constant
  readonly hashes: Constant
  readonly text: Constant
  readonly roots: Constant
  readonly leaves: Constant
  readonly leafBytes: Constant
  readonly mostStores: Constant
  reserve(bytes: number): void
  hashNodes(count: number): void
  appHash(stores: number): number
}

let loaded: IavlModule | undefined

/** Returns the module, which is loaded once. */
export function iavlModule(): IavlModule {
  loaded ??= new Instance(new Module(readModule('iavl.wasm')), {}).exports as IavlModule
  return loaded
}

/** Returns views of the module's memory. They are empty once it has grown. */
export function memoryOf({ memory }: IavlModule): {
  readonly bytes: Buffer
  readonly words: Int32Array
} {
  return { bytes: Buffer.from(memory.buffer), words: new Int32Array(memory.buffer) }
}
