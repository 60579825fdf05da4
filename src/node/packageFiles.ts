import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Genesis of the development chain. Its time is fixed (2025-01-01), so the hash of block 0 is
 * constant.
 */
export const DEV_GENESIS_FILE = 'genesis/dev.json'

/** Code of well-known contracts, by name. */
export const PREDEPLOYS_FILE = 'genesis/predeploys.json'

/** Returns the path of a file of this package, for sources, modules and bundles. */
export function packageFile(name: string): string {
  let folder = new URL('.', import.meta.url)
  while (!existsSync(new URL('package.json', folder))) {
    const above = new URL('..', folder)
    if (above.href === folder.href) throw new Error('no package.json found for this module')
    folder = above
  }
  return fileURLToPath(new URL(name, folder))
}

/** Returns the version of this package. */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'))
  const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return isManifest ? String(manifest.version) : 'unknown'
}

/** Prefix of the default client version: tools search for `anvil` to select methods. */
export const DEFAULT_CLIENT = 'anvil-compatible/'

/** Returns the default result of `web3_clientVersion`. */
export function defaultClientVersion(version: string): string {
  const { platform, arch, version: node } = process
  return `${DEFAULT_CLIENT}rockpool/${version}/${platform}-${arch}/node-${node}`
}
