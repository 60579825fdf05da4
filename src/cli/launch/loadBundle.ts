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
  /** Whether V8 took its code from the cache. */
  readonly isFromCache: boolean
  /** Saves the code of all functions that ran until now. */
  save(): void
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
  const cachedData = cache?.read()
  // The build verifies that it is ASCII. This is faster than UTF-8.
  const script = new Script(bytes.toString('latin1'), {
    filename: path,
    ...(cachedData !== undefined && { cachedData }),
  })
  const run: RunBundle = script.runInThisContext()
  const module = { exports: {} }
  const url = pathToFileURL(path).href
  run(module.exports, createRequire(path), module, url, (name) => import(name))
  return {
    exports: module.exports as Exports,
    isFromCache: cachedData !== undefined && script.cachedDataRejected !== true,
    save: () => void cache?.write(script.createCachedData()),
  }
}

/** Of the script, V8 itself compares only the length. */
function cacheName(bundle: Uint8Array): string {
  const hash = `${bundle.length.toString(16)}-${crc32(bundle).toString(16)}`
  // Of the version of V8, its flags and the features of the processor.
  const engine = cachedDataVersionTag().toString(16)
  return `${hash}-${process.version}-${process.arch}-${engine}`
}
