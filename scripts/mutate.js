// Puts deliberate bugs into copies of the project and sees whether the tests find them:
// `npm run mutate`, both parts one after the other. Exit codes: 0 all were found, 1 some were not,
// 2 wrong arguments or a list that no longer fits the sources.
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
