import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The chain of a node that is given no other. Its time is fixed (2025-01-01), so the hash of its
 * block 0 never changes.
 */
export const DEV_GENESIS_FILE = 'genesis/dev.json'

/**
 * Path of a file of this package, whether this code runs from sources, from modules or from one
 * bundle.
 */
export function packageFile(name: string): string {
  let folder = new URL('.', import.meta.url)
  while (!existsSync(new URL('package.json', folder))) {
    const above = new URL('..', folder)
    if (above.href === folder.href)
      throw new Error('the package of this module has no package.json')
    folder = above
  }
  return fileURLToPath(new URL(name, folder))
}

/** Version of this package. */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'))
  const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return isManifest ? String(manifest.version) : 'unknown'
}

/**
 * What the default client version begins with: tools look for `anvil` to learn which methods they
 * may use.
 */
export const DEFAULT_CLIENT = 'anvil-compatible/'

/** What `web3_clientVersion` answers by default. */
export function defaultClientVersion(version: string): string {
  const { platform, arch, version: node } = process
  return `${DEFAULT_CLIENT}rockpool/${version}/${platform}-${arch}/node-${node}`
}
