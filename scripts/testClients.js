// Runs the tests of users' tools. With --install: first installs what `npm ci` does not, because it
// is large or needs a later Node.js: the projects in clients/. With --record: rewrites
// docs/compat-matrix.md from the results.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const [doesInstall, doesRecord] = ['--install', '--record'].map((flag) =>
  process.argv.includes(flag),
)
const recorded = ['web3/controls', 'openZeppelin', 'viem/viemTestClient'].map(
  (name) => `test/clients/${name}.full.test.ts`,
)

/** Whether the command succeeded. */
function run(command, args, options = {}) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options }).status === 0
}

function install() {
  const shell = process.platform === 'win32'
  return readdirSync(new URL('../clients', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .every(({ name }) =>
      run('npm', ['install', '--no-save', '--no-audit', '--prefix', `clients/${name}`], { shell }),
    )
}

function test() {
  const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
  const files = ['test/clients/tools', ...(doesRecord ? recorded : [])]
  const recording = doesRecord ? { ROCKPOOL_MATRIX: 'write' } : {}
  const env = { ...process.env, TEST_FULL: '1', ROCKPOOL_TOOLS: 'run', ...recording }
  const ended = run(process.execPath, [vitest, 'run', '--project', 'engine', ...files], { env })
  // Failures are in the matrix, too.
  const written = !doesRecord || run(process.execPath, ['scripts/docs.js'])
  return ended && written
}

if (!((!doesInstall || install()) && test())) process.exitCode = 1
