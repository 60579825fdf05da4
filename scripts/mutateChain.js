// Lets Stryker change each expression of some files and checks whether their tests fail: `npm run
// mutate -- chain`. mutation/areas.json maps files to tests; mutation/survivors.json lists accepted
// survivors with reasons. Exit codes: 0 success, 1 a file below its score or a survivor that is not
// listed, 2 invalid arguments or a failed run.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ensureEngine } from './buildEngine.js'
import { ensureTracers } from './buildTracers.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const STRYKER = 'mutation/node_modules/@stryker-mutator/core/bin/stryker.js'
const LIST = 'mutation/survivors.json'
const USAGE = 'Usage: npm run mutate -- chain [--area NAME]...'
/** Minimum percentage of a file's mutants that its tests must find. */
const LEAST_SCORE = 90
/** Maximum length of a mutant's name. */
const MOST_TEXT = 80

function refuse(reason) {
  process.stderr.write(`Error: ${reason}\n${USAGE}\n`)
  process.exit(2)
}

function readJson(path) {
  return JSON.parse(readFileSync(`${root}/${path}`, 'utf8'))
}

function readArguments(areas) {
  try {
    const { values } = parseArgs({ options: { area: { type: 'string', multiple: true } } })
    const { area: names = areas } = values
    const unknown = names.find((name) => !areas.includes(name))
    if (unknown !== undefined) refuse(`--area ${unknown}: want one of ${areas.join(', ')}`)
    return names
  } catch (error) {
    return refuse(error.message)
  }
}

/** @throws Error if Stryker fails, or if a test fails without a mutant */
async function runArea(area) {
  const report = `mutation/reports/${area}.json`
  rmSync(`${root}/${report}`, { force: true })
  const env = { ...process.env, MUTATION_AREA: area }
  const args = [STRYKER, 'run', 'mutation/stryker.config.js']
  const child = spawn(process.execPath, args, { cwd: root, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (!existsSync(`${root}/${report}`)) throw new Error(`no report of ${area}:\n${output}`)
  return readJson(report).files
}

/** Returns a text on one line, truncated. */
function shortened(text) {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > MOST_TEXT ? `${line.slice(0, MOST_TEXT)}…` : line
}

/** Describes the change of a mutant without its line number, which changes often. */
function describeMutant(file, source, { location: { start, end }, replacement = '' }) {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const [first] = lines
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1)
  lines[0] = lines[0].slice(start.column - 1)
  const [from, to] = [shortened(lines.join('\n')), shortened(replacement)]
  return { file, line: shortened(first), from, to }
}

const keyOf = ({ file, line, from, to }) => JSON.stringify([file, line, from, to])

/** Whether tests find a mutant: they fail or time out. */
const DEAD = new Set(['Killed', 'Timeout'])
const ALIVE = new Set(['Survived', 'NoCoverage'])

function readResult(file, { source, mutants }) {
  const dead = mutants.filter(({ status }) => DEAD.has(status)).length
  const alive = mutants.filter(({ status }) => ALIVE.has(status))
  const total = dead + alive.length
  const score = total === 0 ? 100 : (100 * dead) / total
  return { file, dead, total, score, alive: alive.map((one) => describeMutant(file, source, one)) }
}

function print(line = '') {
  process.stdout.write(`${line}\n`)
}

const areas = readArguments(Object.keys(readJson('mutation/areas.json')))
if (!existsSync(`${root}/${STRYKER}`)) {
  refuse('Stryker is not installed: npm --prefix mutation ci')
}
const listed = new Map(readJson(LIST).map((entry) => [keyOf(entry), entry]))

try {
  // Files that copies of the project include.
  await Promise.all([ensureEngine(), ensureTracers()])
  const results = []
  for (const area of areas) {
    const start = Date.now()
    for (const [file, report] of Object.entries(await runArea(area))) {
      const result = readResult(file, report)
      const { dead, total, score } = result
      print(
        `${file.padEnd(44)} ${`${dead} of ${total}`.padStart(11)} ${score.toFixed(1).padStart(6)} %`,
      )
      results.push(result)
    }
    print(`  ${area}: ${((Date.now() - start) / 1000).toFixed(0)} s`)
  }

  const [dead, total] = ['dead', 'total'].map((name) =>
    results.reduce((sum, one) => sum + one[name], 0),
  )
  print(`\n${dead} of ${total} found, ${((100 * dead) / total).toFixed(1)} %.`)
  const alive = results.flatMap((result) => result.alive)
  const unlisted = alive.filter((mutant) => !listed.has(keyOf(mutant)))
  const files = new Set(results.map(({ file }) => file))
  const keys = new Set(alive.map(keyOf))
  const stale = [...listed].filter(([key, { file }]) => files.has(file) && !keys.has(key))
  const low = results.filter(({ score }) => score < LEAST_SCORE)
  for (const [, { file, line }] of stale)
    print(`${LIST} has one that is found now: ${file}: ${line}`)
  for (const { file } of low) print(`Below ${LEAST_SCORE} %: ${file}`)
  if (unlisted.length > 0) print(`Survived, and not in ${LIST}:`)
  for (const mutant of unlisted) print(JSON.stringify(mutant))
  process.exitCode = unlisted.length === 0 && low.length === 0 ? 0 : 1
} catch (error) {
  process.stderr.write(`Error: ${error.message}\n`)
  process.exitCode = 2
}
