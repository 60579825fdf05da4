// Runs the tests with tools that users have. With --install it first installs those that `npm ci`
// leaves out, as they are large or need a newer Node.js: the projects in clients/. With --record it
// writes docs/compat-matrix.md anew from what the tests find out.
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

/** Whether the command ended well. */
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
  // What fails is in the matrix, too.
  const written = !doesRecord || run(process.execPath, ['scripts/docs.js'])
  return ended && written
}

if (!((!doesInstall || install()) && test())) process.exitCode = 1
