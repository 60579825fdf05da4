import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { cachedDataVersionTag } from 'node:v8'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'
import { CodeCache } from './codeCache.ts'

/** The value of the bundle's script (`scripts/cacheableScript.js`): runs it as CommonJS. */
type RunBundle = (
  exports: object,
  require: NodeJS.Require,
  module: { exports: object },
  url: string,
  dynamicImport: (name: string) => Promise<unknown>,
) => void

/** A bundle that runs. */
export interface LoadedBundle<Exports> {
  readonly exports: Exports
  /** The `work` of the code that V8 took from the cache. Undefined if it took none. */
  readonly savedWork: number | undefined
  /** Saves the code of all functions that ran until now. */
  save(work: number): void
}

/**
 * Runs a bundle of the build. With code from the cache, V8 need not parse and compile it, which is
 * half of the start of a node.
 *
 * ES modules cannot have such a cache in Node.js 20, and the one of `node:module` in Node.js 22 is
 * written only when a process ends by itself.
 *
 * @param folder folder of the cache. Undefined if the cache is disabled
 * @throws Error if the bundle is missing
 */
export function loadBundle<Exports extends object>(
  path: string,
  folder: string | undefined,
): LoadedBundle<Exports> {
  const bytes = readFileSync(path)
  const cache = folder === undefined ? undefined : new CodeCache(folder, cacheName(bytes))
  const saved = cache?.read()
  // The build verifies that it is ASCII. This is faster than UTF-8.
  const script = new Script(bytes.toString('latin1'), {
    filename: path,
    ...(saved !== undefined && { cachedData: saved.code }),
  })
  const run: RunBundle = script.runInThisContext()
  const module = { exports: {} }
  const url = pathToFileURL(path).href
  run(module.exports, createRequire(path), module, url, (name) => import(name))
  return {
    exports: module.exports as Exports,
    savedWork: script.cachedDataRejected === true ? undefined : saved?.work,
    save: (work) => void cache?.write({ code: script.createCachedData(), work }),
  }
}

/** Of the script, V8 itself compares only the length. */
function cacheName(bundle: Uint8Array): string {
  const hash = `${bundle.length.toString(16)}-${crc32(bundle).toString(16)}`
  // Of the version of V8, its flags and the features of the processor.
  const engine = cachedDataVersionTag().toString(16)
  return `${hash}-${process.version}-${process.arch}-${engine}`
}
