// Builds dist/ with nothing but Node.js and the installed packages:
// - the command, the library and the worker of JavaScript tracers as one set of bundles with shared chunks (esbuild);
//   a bundle loads several times faster than hundreds of modules;
// - the declarations of the library (tsc);
// - the licenses of the bundled packages.
// Bundles are split at each `await import`, so that `--version` does not parse the code of a node (40 ms).
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildDeclarations } from './buildDeclarations.js'
import { copyEngine } from './buildEngine.js'
import { buildSandbox, workerEntries } from './buildTracers.js'
import { nodeBundle } from './esbuildOptions.js'
import { thirdPartyNotices } from './thirdPartyNotices.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = fileURLToPath(new URL('../dist', import.meta.url))
/**
 * The folder that is built and then renamed to dist/ in one step, so that programs that run from
 * dist/ meanwhile are not interrupted. Builds that run at the same time have folders of their own.
 */
const next = `${dist}.next-${process.pid}`
const outdir = basename(next)
const require = createRequire(import.meta.url)

/** Entries of the library, for which declarations are written. */
const libraryEntries = ['index', 'vitest', 'fastify']

async function buildBundles() {
  const { build } = await import('esbuild')
  const { metafile } = await build({
    ...nodeBundle,
    absWorkingDir: root,
    entryPoints: {
      cli: 'src/cli/main.ts',
      ...Object.fromEntries(libraryEntries.map((name) => [name, `src/${name}.ts`])),
      ...workerEntries,
    },
    outdir,
    chunkNames: 'chunks/[hash]',
    metafile: true,
  })
  // Tests read which packages a bundle contains. The file is not part of the npm package.
  writeFileSync(join(next, 'metafile.json'), JSON.stringify(metafile).replaceAll(outdir, 'dist'))
  const sandbox = await buildSandbox(outdir)
  copyEngine(outdir)
  const notices = thirdPartyNotices(root, [metafile, sandbox.metafile], sandbox.packages)
  writeFileSync(join(next, 'THIRD_PARTY_NOTICES.txt'), notices)
}

/** Replaces dist/. Tries again if another build does the same at this moment. */
function takePlace() {
  const old = `${dist}.old-${process.pid}`
  for (let tries = 1; ; tries++) {
    try {
      if (existsSync(dist)) renameSync(dist, old)
      renameSync(next, dist)
      break
    } catch (error) {
      if (tries === 5) throw error
    } finally {
      rmSync(old, { recursive: true, force: true })
    }
  }
}

function hasCompiler() {
  try {
    require.resolve('typescript/package.json')
    require.resolve('esbuild')
    return true
  } catch {
    return false
  }
}

// `npm ci --omit=dev` runs this script without the compilers; an existing build then stays.
if (hasCompiler() || !existsSync(new URL('../dist/cli.js', import.meta.url))) {
  try {
    rmSync(next, { recursive: true, force: true })
    await Promise.all([buildBundles(), buildDeclarations(outdir, libraryEntries)])
    takePlace()
  } catch (error) {
    rmSync(next, { recursive: true, force: true })
    process.stderr.write(`Error: the build failed.\n${error.message}\n`)
    process.exitCode = 1
  }
}
