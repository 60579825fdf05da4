// Puts the bugs of a list into copies of the project and checks whether the engine's tests find
// them: `npm run mutate -- engine`. Exit codes: 0 all bugs were found, 1 some were not, 2 invalid
// arguments, or the list does not match the sources.
import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const LIST = 'test/evm/engine/mutants.json'
const USAGE = 'Usage: npm run mutate -- engine [--only NAME]... [--seconds N]'
const NOTHING = '(none)'
/** The same programs in every run. */
const SEED = '1'
/** Some mutants never terminate. */
const MOST_SECONDS = 240
const NOT_COPIED = new Set(['node_modules', 'dist', 'dist.tracers', '.git'])

const folders = new Set()
const groups = new Set()

function refuse(reason) {
  process.stderr.write(`Error: ${reason}\n${USAGE}\n`)
  process.exit(2)
}

function readArguments(mutants) {
  let values
  try {
    const options = { only: { type: 'string', multiple: true }, seconds: { type: 'string' } }
    ;({ values } = parseArgs({ options }))
  } catch (error) {
    return refuse(error.message)
  }
  const { only, seconds = '30' } = values
  if (!/^[1-9]\d{0,4}$/.test(seconds))
    refuse(`--seconds ${seconds}: must be a whole number above 0`)
  for (const name of only ?? []) {
    if (!mutants.some((mutant) => mutant.name === name)) {
      refuse(`--only ${name}: there is no such mutant in ${LIST}`)
    }
  }
  const chosen = mutants.filter(({ name }) => only === undefined || only.includes(name))
  return { chosen, seconds: Number(seconds) }
}

/** Replacements of a mutant, usually one. */
function editsOf({ file, from, to, times, also = [] }) {
  return file === undefined ? [] : [{ file, from, to, times }, ...also]
}

/** @throws Error unless the text occurs the expected number of times */
function replaced(text, { file, from, to, times = 1 }) {
  const parts = text.split(from)
  const found = parts.length - 1
  if (found !== times) throw new Error(`${file} has ${found} times, not ${times}: ${from}`)
  return parts.join(to)
}

/** All at once before any run, so that stale entries are reported immediately. */
function checkList(mutants) {
  const names = new Set()
  for (const mutant of mutants) {
    if (names.has(mutant.name)) refuse(`${LIST} has ${mutant.name} twice`)
    names.add(mutant.name)
    for (const edit of editsOf(mutant)) {
      try {
        replaced(readFileSync(join(root, edit.file), 'utf8'), edit)
      } catch (error) {
        refuse(`${mutant.name} does not fit the sources: ${error.message}`)
      }
    }
  }
}

async function copyProject(target) {
  await cp(root, target, {
    recursive: true,
    filter: (path) => path === root || !NOT_COPIED.has(basename(path)),
  })
  // Linked package by package. If the folder itself were a link, bundles in its cache would load
  // the engine of the checkout.
  const modules = join(target, 'node_modules')
  await mkdir(modules)
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name.startsWith('.')) continue
    await symlink(join(root, 'node_modules', name), join(modules, name), 'dir')
  }
  const compilers = 'compilers/node_modules'
  await symlink(join(root, compilers), join(target, compilers), 'dir')
}

/** Runs Node.js in a folder. Kills it and its children after the time limit. */
function runNode(cwd, args) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined }
    const child = spawn(process.execPath, args, { cwd, env, detached: true })
    groups.add(child.pid)
    let output = ''
    let isLate = false
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    const timer = setTimeout(() => {
      isLate = true
      killGroup(child.pid)
    }, MOST_SECONDS * 1000)
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      killGroup(child.pid)
      groups.delete(child.pid)
      resolve({ code, output, isLate })
    })
  })
}

function killGroup(id) {
  try {
    process.kill(-id, 'SIGKILL')
  } catch {
    // The process has ended.
  }
}

/** Stages that may find a mutant, the cheapest first. */
function stagesFor(seconds) {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', '--project', 'engine']
  const minutes = (seconds / 60).toFixed(4)
  const fuzz = ['scripts/fuzz.js', '--minutes', minutes, '--seed', SEED, '--workers', '1']
  const files = ['test/evm/engine/arithmetic.test.ts', 'test/evm/differential/cases.test.ts']
  return [
    { name: 'cases', args: [...vitest, ...files], detail: failedTest },
    { name: 'observers', args: [...vitest, 'test/evm/observer'], detail: failedTest },
    { name: 'fuzz', args: fuzz, detail: fuzzedPrograms },
  ]
}

function failedTest(output) {
  const [, path = ''] = output.match(/^\s*FAIL\s+(?:\|?engine\|?\s+)?(.+)$/m) ?? []
  return path.replace(/^\S*\//, '').slice(0, 90)
}

function fuzzedPrograms(output) {
  return output.match(/^(\d+ programs) in .* differ\.$/m)?.[1] ?? output.trim().slice(0, 90)
}

/** Returns the stage that finds a mutant; undefined if none does. */
async function findMutant(folder, mutant, stages) {
  await copyProject(folder)
  for (const edit of editsOf(mutant)) {
    const path = join(folder, edit.file)
    await writeFile(path, replaced(await readFile(path, 'utf8'), edit))
  }
  const built = await runNode(folder, ['scripts/buildEngine.js'])
  if (built.code !== 0) throw new Error(`${mutant.name} does not compile:\n${built.output}`)
  for (const { name, args, detail } of stages) {
    const { code, output, isLate } = await runNode(folder, args)
    if (isLate) return `${name}: no end after ${MOST_SECONDS} s`
    if (code === 0) continue
    if (code !== 1) throw new Error(`${name} ended with ${code} on ${mutant.name}:\n${output}`)
    return `${name}: ${detail(output)}`
  }
  return undefined
}

async function inFolder(work) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'rockpool-mutant-')))
  folders.add(folder)
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    folders.delete(folder)
  }
}

/** A separate process group does not receive the terminal's signals. */
function cleanUp() {
  for (const id of groups) killGroup(id)
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    cleanUp()
    process.exit(130)
  })
}

const mutants = JSON.parse(await readFile(join(root, LIST), 'utf8'))
const { chosen, seconds } = readArguments(mutants)
checkList(mutants)
const stages = stagesFor(seconds)
const width = Math.max(...chosen.map(({ name }) => name.length))
const survivors = []
let isSound = true

function print(name, foundBy, time) {
  process.stdout.write(`${name.padEnd(width)}  ${time.padStart(7)}  ${foundBy}\n`)
}

async function work(queue) {
  for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
    const start = Date.now()
    const { name } = mutant
    const foundBy = await inFolder((folder) => findMutant(folder, mutant, stages))
    const time = ((Date.now() - start) / 1000).toFixed(0)
    // The copy without a mutant shows that failures are caused by mutants.
    if (name === NOTHING) {
      isSound = foundBy === undefined
      print(name, foundBy ?? 'nothing, as it should be', time)
      continue
    }
    if (foundBy === undefined) survivors.push(name)
    print(name, foundBy ?? 'NOTHING', time)
  }
}

try {
  print('mutant', 'found by', 'seconds')
  const queue = [{ name: NOTHING }, ...chosen]
  const lanes = Math.min(2, availableParallelism())
  await Promise.all(Array.from({ length: lanes }, () => work(queue)))
  process.stdout.write(`\n${chosen.length - survivors.length} of ${chosen.length} found.\n`)
  if (survivors.length > 0) process.stdout.write(`Survived: ${survivors.join(', ')}\n`)
  if (!isSound) process.stdout.write('The tests fail without a mutant: this proves nothing.\n')
  process.exitCode = survivors.length === 0 && isSound ? 0 : 1
} catch (error) {
  cleanUp()
  process.stderr.write(`Error: ${error.message}\n`)
  process.exit(2)
}
