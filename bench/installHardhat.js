import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url))

/**
 * Installs the packages of this folder again with the Node.js 24 of `packaging/`, if Hardhat is
 * missing: npm leaves it out on Node.js 20, which Hardhat does not run on.
 */
export function installHardhat() {
  const node = pathOf('../packaging/node_modules/node24/bin/node')
  const npm = process.env.npm_execpath
  if (existsSync(pathOf('node_modules/hardhat')) || !existsSync(node) || npm === undefined) return
  process.stderr.write('Installing Hardhat with Node.js 24.\n')
  const options = { cwd: pathOf('.'), stdio: ['ignore', 2, 2] }
  const { status } = spawnSync(node, [npm, 'ci', '--no-audit', '--no-fund'], options)
  if (status !== 0) process.stderr.write('Hardhat could not be installed.\n')
}
