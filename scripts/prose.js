/**
 * Checks the prose of the repository: Markdown, comments, test titles and strings that users read.
 * Phrases come from write-good and `PHRASES`. Lines and sentences have a maximum length.
 *
 * Fails if a file has more problems than `proseBaseline.json` allows: new prose must be clean.
 *
 * Usage: node scripts/prose.js [--update] [path…]
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import writeGood from 'write-good'
import { passagesOf } from './prosePassages.js'
import { PHRASES } from './prosePhrases.js'

const ROOT = resolve(import.meta.dirname, '..')
const MAX_COLUMNS = 100
const MAX_WORDS = 30

/** Repeated words, clichés, and sentences that begin with "So" or "There is". */
const WRITE_GOOD = {
  illusion: true,
  cliches: true,
  so: true,
  thereIs: true,
  passive: false,
  weasel: false,
  adverb: false,
  tooWordy: false,
  eprime: false,
}

/** Recordings, generated text, and words that belong to others. */
const EXCLUDED =
  /^(LICENSE|.*lock\.json|docs\/(cli|rpc|errors|compat-matrix)\.md|test\/(fixtures|transcripts)\/.*\.json|interfaces\/|src\/evm\/precompiles\/console\/consoleSignatures|src\/optionValues|test\/prose\.test)/

/** Numbers of known problems by file. A file may have fewer, but not more. */
const BASELINE = resolve(import.meta.dirname, 'proseBaseline.json')

const paths = process.argv.slice(2).filter((argument) => argument !== '--update')
const baseline = JSON.parse(readFileSync(BASELINE, 'utf8'))
const found = {}
let passages = 0
let isClean = true
for (const file of filesToCheck(paths)) {
  const problems = []
  for (const passage of passagesOf(file, readFileSync(resolve(ROOT, file), 'utf8'))) {
    passages++
    for (const problem of check(passage)) problems.push(`${file}:${passage.line}: ${problem}`)
  }
  if (problems.length > 0) found[file] = problems.length
  // Named files are shown with all their problems.
  const allowed = paths.length > 0 ? 0 : (baseline[file] ?? 0)
  if (problems.length <= allowed) continue
  isClean = false
  process.stdout.write(`${problems.join('\n')}\n`)
}
const total = Object.values(found).reduce((sum, count) => sum + count, 0)
process.stdout.write(`${passages} passages, ${total} problems\n`)
if (process.argv.includes('--update')) {
  writeFileSync(BASELINE, `${JSON.stringify(found, null, 2)}\n`)
} else if (passages === 0 || !isClean) {
  process.exitCode = 1
}

function filesToCheck(paths) {
  const under = paths.map((path) => relative(ROOT, resolve(path)) || '.')
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...under], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  return files.split('\n').filter((file) => /\.(md|ts|js)$/.test(file) && !EXCLUDED.test(file))
}

function* check({ kind, text, columns }) {
  if (columns > MAX_COLUMNS) yield `line of ${columns} columns; at most ${MAX_COLUMNS}`
  for (const [pattern, instead] of PHRASES) {
    const found = pattern.exec(text)
    if (found !== null) yield `"${found[0]}": ${instead}`
  }
  if (kind === 'string') return
  for (const { reason } of writeGood(text, WRITE_GOOD)) yield reason
  for (const sentence of text.split(/[.;:!?](?:\s|$)|\n- |\(|\)/)) {
    const words = sentence.match(/[\p{L}\p{N}][^\s]*/gu) ?? []
    if (words.length > MAX_WORDS) {
      yield `sentence of ${words.length} words; at most ${MAX_WORDS}: "${sentence.trim().slice(0, 50)}…"`
    }
  }
}
