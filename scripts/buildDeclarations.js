import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const require = createRequire(import.meta.url)
/** Relative specifiers in declarations. The compiler keeps the extension of the sources. */
const SPECIFIER = /(\b(?:from|import)\s*\(?\s*['"])(\.[^'"]+)\.ts(['"])/g

/**
 * Writes the declarations of the public API: those of the entries and of their imports.
 *
 * @throws Error with the diagnostics of the compiler
 */
export async function buildDeclarations(outdir, entries) {
  const folder = mkdtempSync(join(tmpdir(), 'rockpool-declarations-'))
  try {
    await compile(folder)
    const pending = [...entries]
    const seen = new Set(pending)
    for (const file of pending) {
      const text = readFileSync(join(folder, `${file}.d.ts`), 'utf8')
      for (const [, , specifier] of text.matchAll(SPECIFIER)) {
        const imported = join(dirname(file), specifier)
        if (!seen.has(imported)) pending.push(imported)
        seen.add(imported)
      }
      const path = join(root, outdir, `${file}.d.ts`)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text.replaceAll(SPECIFIER, '$1$2.js$3'))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function compile(outDir) {
  const compiler = require.resolve('typescript/package.json').replace(/package\.json$/, 'bin/tsc')
  return new Promise((resolve, reject) => {
    const args = [compiler, '-p', 'tsconfig.build.json', '--outDir', outDir]
    execFile(process.execPath, args, { cwd: root }, (error, stdout) => {
      if (error) reject(new Error(stdout.trim() || error.message))
      else resolve()
    })
  })
}
