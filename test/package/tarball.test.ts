import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { FULL } from '../support/runs.ts'
import { root } from '../support/wire/processes.ts'

interface Tarball {
  readonly files: readonly { readonly path: string; readonly size: number }[]
}

/** In blocks, as `du` counts them. */
const MOST_BYTES = 6_000_000
const BLOCK_BYTES = 4096
const ALLOWED =
  /^(LICENSE|README\.md|package\.json|bin\/|docs\/\w+\.schema\.json$|genesis\/|interfaces\/|dist\/(THIRD_PARTY_NOTICES\.txt$|.*\.(c?js|d\.ts|wasm)$))/

test.runIf(FULL)(
  'the tarball has bundles, declarations, interfaces and genesis, and stays small',
  () => {
    // As `npm pack` does: tests may have replaced the worker of tracers by one with chunks of its
    // own.
    execFileSync(process.execPath, ['scripts/build.js'], { cwd: root })
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts']
    const output = execFileSync(npm, args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
    const [tarball] = JSON.parse(output) as readonly Tarball[]
    const paths = tarball?.files.map(({ path }) => path) ?? []
    expect(paths.filter((path) => !ALLOWED.test(path))).toEqual([])
    expect(paths).toEqual(
      expect.arrayContaining([
        'dist/index.js',
        'dist/index.d.ts',
        'dist/vitest.d.ts',
        'dist/cli.cjs',
      ]),
    )
    expect(paths.filter((path) => path.endsWith('.d.ts')).length).toBeLessThan(20)
    const blocks = tarball?.files.map(({ size }) => Math.ceil(size / BLOCK_BYTES)) ?? []
    const bytes = blocks.reduce((sum, count) => sum + count * BLOCK_BYTES, 0)
    expect(bytes).toBeLessThan(MOST_BYTES)
  },
)
