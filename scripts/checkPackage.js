// Checks the tarball of `npm pack`: `publint` reads the manifest, `attw` resolves the declarations.
// `attw` needs its own TypeScript, so it is installed in packaging/ and skipped if that folder is
// missing; with REQUIRE_PACKAGING=1 its absence is an error.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const publint = join(root, 'node_modules/publint/src/cli.js')
const attw = join(root, 'packaging/node_modules/@arethetypeswrong/cli/dist/index.js')

/** @throws Error with the output of the command if it fails */
function run(title, command, args, options = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    ...{ cwd: root, encoding: 'utf8', env: { ...process.env, FORCE_COLOR: '0' } },
    ...options,
  })
  if (status !== 0) throw new Error(`${title} failed:\n${stdout}${stderr}`)
  return stdout
}

function pack(folder) {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  const shell = process.platform === 'win32'
  const [{ filename }] = JSON.parse(run('npm pack', 'npm', args, { shell }))
  return join(folder, filename)
}

const folder = mkdtempSync(join(tmpdir(), 'rockpool-package-'))
try {
  const tarball = pack(folder)
  run('publint', process.execPath, [publint, 'run', tarball, '--strict'])
  if (existsSync(attw)) {
    // The package has ECMAScript modules only.
    run('attw', process.execPath, [attw, tarball, '--profile', 'esm-only'])
  } else if (process.env.REQUIRE_PACKAGING === '1') {
    throw new Error('attw is not installed: run "npm --prefix packaging ci"')
  } else {
    process.stdout.write('attw skipped: not installed ("npm --prefix packaging ci")\n')
  }
} catch (error) {
  process.stderr.write(`Error: ${error.message}\n`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
