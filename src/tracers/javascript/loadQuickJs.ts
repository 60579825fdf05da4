import { readFileSync } from 'node:fs'
import packaged from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core'
import { builtFile } from './builtFile.ts'

// The package's types are CommonJS, but a module is loaded.
const variant = packaged as unknown as QuickJSSyncVariant

let module: Promise<QuickJSWASMModule> | undefined
let script: string | undefined

/** The JavaScript engine of tracers. Runs in a worker. */
export function loadQuickJs(): Promise<QuickJSWASMModule> {
  module ??= newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmBinary: readQuickJs }))
  return module
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
