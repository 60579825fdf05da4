// Builds dist/: the engine's interpreter (asc), the library as modules with declarations (tsc), the worker of tracers, and the command as a
// bundle (esbuild), which starts twice as fast as its hundreds of modules. The bundle is split where the sources say
// `await import`, so that `--version` does not parse what only a node needs (40 ms). Needs nothing but node and the
// installed dependencies.
import { execFile } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildEngine } from './buildEngine.js'
import { buildTracers } from './buildTracers.js'
import { nodeBundle } from './esbuildOptions.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = fileURLToPath(new URL('../dist', import.meta.url))
/**
 * Where it is built, to take the place of dist/ in one step: whoever runs from there meanwhile is not cut off. Builds that run at the
 * same time have folders of their own.
 */
const next = `${dist}.next-${process.pid}`
const outdir = basename(next)
const require = createRequire(import.meta.url)

async function buildCommand() {
  const { build } = await import('esbuild')
  await build({
    ...nodeBundle,
    absWorkingDir: root,
    entryPoints: { cli: 'src/cli/main.ts' },
    outdir,
    chunkNames: 'chunks/[hash]',
  })
}

function buildModules() {
  const compiler = require.resolve('typescript/package.json').replace(/package\.json$/, 'bin/tsc')
  return new Promise((resolve, reject) => {
    const args = [compiler, '-p', 'tsconfig.build.json', '--outDir', outdir]
    execFile(process.execPath, args, { cwd: root }, (error, stdout) => {
      if (error) reject(new Error(stdout.trim() || error.message))
      else resolve()
    })
  })
}

/** Puts what was built in the place of dist/. Another build may do the same at this moment: then once more. */
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
    require.resolve('assemblyscript/package.json')
    return true
  } catch {
    return false
  }
}

// `npm ci --omit=dev` runs this too: what is built already then stays as it is.
if (hasCompiler() || !existsSync(new URL('../dist/cli.js', import.meta.url))) {
  try {
    rmSync(next, { recursive: true, force: true })
    await Promise.all([
      buildModules(),
      buildCommand(),
      buildEngine(outdir),
      buildTracers(`${outdir}/tracer`),
    ])
    takePlace()
  } catch (error) {
    rmSync(next, { recursive: true, force: true })
    process.stderr.write(`Error: the build failed.\n${error.message}\n`)
    process.exitCode = 1
  }
}
