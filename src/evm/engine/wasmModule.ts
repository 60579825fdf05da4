import { existsSync, readFileSync } from 'node:fs'

/** The part of the WebAssembly API that is used here, which Node has and its types do not tell. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown }
}

export const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi })
  .WebAssembly

/**
 * Folders with the modules, relative to this code: beside the sources, in dist/ or dist/chunks/,
 * and in a bundle of a benchmark or of the fuzzer, which is three folders deep.
 */
const places = ['./compiled', '.', '..', '../../../src/evm/engine/compiled']

/** Reads the code of a module. @throws Error if it is missing */
export function readModule(name: string): Uint8Array {
  for (const place of places) {
    const url = new URL(`${place}/${name}`, import.meta.url)
    if (existsSync(url)) return readFileSync(url)
  }
  throw new Error(`${name} is missing: run "npm run build"`)
}
