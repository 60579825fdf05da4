/**
 * Checks the prose of the repository: Markdown, comments, test titles and strings that users read.
 * Phrases come from write-good and `PHRASES`. Lines and sentences have a maximum length.
 *
 * Usage: node scripts/prose.js [path…]
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
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

const problems = []
let passages = 0
for (const file of filesToCheck(process.argv.slice(2))) {
  for (const passage of passagesOf(file, readFileSync(resolve(ROOT, file), 'utf8'))) {
    passages++
    for (const problem of check(passage)) problems.push(`${file}:${passage.line}: ${problem}`)
  }
}
for (const problem of problems) process.stdout.write(`${problem}\n`)
process.stdout.write(`${passages} passages, ${problems.length} problems\n`)
if (passages === 0 || problems.length > 0) process.exitCode = 1

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
