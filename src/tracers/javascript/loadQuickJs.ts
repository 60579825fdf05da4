import { readFileSync } from 'node:fs'
import packaged from '@jitl/quickjs-wasmfile-release-sync'
import {
  type CustomizeVariantOptions,
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core'
import { Memory } from '../../primitives/wasmModule.ts'
import { builtFile } from './builtFile.ts'

// The package's types are CommonJS, but a module is loaded.
const variant = packaged as unknown as QuickJSSyncVariant

/** Size of a page of WebAssembly's memory, and the pages that QuickJS starts with. */
const PAGE_BYTES = 64 * 1024
const FIRST_PAGES = 256

let loaded: { readonly pages: number; readonly module: Promise<QuickJSWASMModule> } | undefined
let script: string | undefined

/**
 * The JavaScript engine of tracers. Runs in a worker. Its memory cannot grow beyond the limit,
 * because the engine's own limit does not count the sizes of allocations in this build.
 */
export function loadQuickJs(memoryBytes: number): Promise<QuickJSWASMModule> {
  const pages = Math.max(FIRST_PAGES, Math.floor(memoryBytes / PAGE_BYTES))
  if (loaded?.pages !== pages) {
    const wasmMemory = new Memory({ initial: FIRST_PAGES, maximum: pages })
    const limited = newVariant(variant, {
      wasmBinary: readQuickJs,
      wasmMemory: wasmMemory as NonNullable<CustomizeVariantOptions['wasmMemory']>,
    })
    loaded = { pages, module: newQuickJSWASMModuleFromVariant(limited) }
  }
  return loaded.module
}

/** Source of the sandbox: an expression whose value is `boot`. */
export function loadSandboxScript(): string {
  script ??= `(() => { ${readFileSync(builtFile('sandbox.js'), 'utf8')}; return sandbox.boot })()`
  return script
}

async function readQuickJs(): Promise<ArrayBuffer> {
  const bytes = readFileSync(builtFile('quickjs.wasm'))
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
}
