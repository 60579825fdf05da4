// Runs the tests on copies of the project with deliberate bugs: `npm run mutate`, both parts in
// sequence. Exit codes: 0 all bugs were found, 1 some were not, 2 invalid arguments, or a list does
// not match the sources.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const PARTS = { engine: 'mutateEngine.js', chain: 'mutateChain.js' }
const USAGE = `Usage: npm run mutate -- [${Object.keys(PARTS).join('|')}] [its options]`

function run(name, args) {
  const path = fileURLToPath(new URL(PARTS[name], import.meta.url))
  const { status } = spawnSync(process.execPath, [path, ...args], { stdio: 'inherit' })
  return status ?? 130
}

const [part, ...args] = process.argv.slice(2)
if (part === undefined) {
  process.exitCode = Math.max(...Object.keys(PARTS).map((name) => run(name, [])))
} else if (Object.hasOwn(PARTS, part)) {
  process.exitCode = run(part, args)
} else {
  process.stderr.write(`Error: there is no part ${part}\n${USAGE}\n`)
  process.exitCode = 2
}
