import { existsSync, readFileSync } from 'node:fs'

/** The used part of the WebAssembly API, which Node's types lack. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown }
  /** Sizes are pages of 64 KiB. */
  readonly Memory: new (size: {
    readonly initial: number
    readonly maximum: number
  }) => object
}

export const { Module, Instance, Memory } = (
  globalThis as unknown as { WebAssembly: WebAssemblyApi }
).WebAssembly

/**
 * Folders of the modules relative to this code: of the sources, in dist/ or dist/tracer/, and
 * for bundles of benchmarks and the fuzzer, which are three folders deep.
 */
const places = ['../evm/engine/compiled', '.', '..', '../../../src/evm/engine/compiled']

/**
 * Reads the code of a module.
 * @throws Error if it is missing
 */
export function readModule(name: string): Uint8Array {
  for (const place of places) {
    const url = new URL(`${place}/${name}`, import.meta.url)
    if (existsSync(url)) return readFileSync(url)
  }
  throw new Error(`${name} is missing: run "npm run build"`)
}
