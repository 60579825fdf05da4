/** CommonJS inside a bundle expects these names; an ES module has none of them. */
const COMMON_JS = `
import { createRequire as rockpoolCreateRequire } from 'node:module'
import { dirname as rockpoolDirname } from 'node:path'
import { fileURLToPath as rockpoolFileURLToPath } from 'node:url'
const require = rockpoolCreateRequire(import.meta.url)
const __filename = rockpoolFileURLToPath(import.meta.url)
const __dirname = rockpoolDirname(__filename)`

/** How code that runs in Node.js is bundled: split where the sources say `await import`. */
export const nodeBundle = {
  splitting: true,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  // Addons: they are loaded from node_modules, secp256k1 only where it could be built. jiti loads its own parts.
  external: ['secp256k1', 'level', 'jiti'],
  banner: { js: COMMON_JS.trim() },
  legalComments: 'none',
  logLevel: 'warning',
}
