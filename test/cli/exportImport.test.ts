import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { commands } from '../../src/cli/commands/commands.ts'
import { describeFailure } from '../../src/cli/failure.ts'
import { createNode } from '../../src/index.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { executorOption } from '../support/executor.ts'
import { builtCommand } from '../support/wire/command.ts'

const LINE = /: height \d+, \d+ keys, \d+ bytes, app hash 0x[0-9a-f]{64}, \d+\.\d s\n$/
const latest = { method: 'eth_getBlockByNumber', params: ['latest', false] }

/** Creates a chain of `blocks` blocks in a directory. Returns the newest block. */
async function makeChain(directory: string, blocks: number): Promise<unknown> {
  const node = await createNode({ db: directory, ...executorOption })
  const [from] = (await node.request({ method: 'eth_accounts' })) as string[]
  for (let i = 0; i < blocks; i++) {
    await node.request({ method: 'eth_sendTransaction', params: [{ from, to: from }] })
  }
  const block = await node.request(latest)
  await node.close()
  return block
}

/** What the chain in a directory answers. */
async function ask(directory: string, request: { method: string; params: readonly unknown[] }) {
  const node = await createNode({ db: directory, ...executorOption })
  const answer = await node.request(request)
  await node.close()
  return answer
}

/** What a command prints, or the failure that it ends with; run in this process. */
async function run(name: string, file: string, options: Readonly<Record<string, string>>) {
  let output = ''
  const print = (more: string) => {
    output += more
  }
  const definition = commands.find((each) => each.name === name)
  const command = await definition?.load(() => '')
  try {
    await command?.({ operands: [file], options, given: {}, print })
    return output
  } catch (error) {
    return describeFailure(error, '') ?? error
  }
}

test('copies a chain to another directory and prints a line for each step', async () => {
  const folder = temporaryDirectory()
  const [db, copy, file] = [join(folder, 'chain'), join(folder, 'copy'), join(folder, 'file')]
  const block = await makeChain(db, 260)
  const exported = await run('export', file, { db })
  expect(exported).toMatch(LINE)
  expect(exported).toContain(`exported to ${file}: height 260, `)
  const imported = await run('import', file, { db: copy })
  const [line, advice] = String(imported).split(/(?<=\n)/)
  expect(line).toMatch(LINE)
  expect(advice).toBe('start it with the genesis and the options of the original chain\n')
  expect(imported).toContain(`imported into ${copy}: height 260, `)
  expect(await ask(copy, latest)).toEqual(block)
  const history = { method: 'eth_feeHistory', params: ['0x400', 'latest'] }
  expect(await ask(copy, history)).toMatchObject({ oldestBlock: '0x4' })
  expect(await run('export', file, { db: copy, height: '0x104' })).toContain('height 260, ')
  expect(readdirSync(folder).sort()).toEqual(['chain', 'copy', 'file'])
})

describe('failures', () => {
  test('of an export leave neither a file nor a directory', async () => {
    const folder = temporaryDirectory()
    const [db, file] = [join(folder, 'chain'), join(folder, 'file')]
    const missing = join(folder, 'missing')
    await makeChain(db, 1)
    const refused = (options: Readonly<Record<string, string>>, to = file) =>
      run('export', to, options)
    expect(await refused({})).toMatchObject({
      exitCode: 2,
      message: 'export needs --db <directory>. See rockpool --help.',
    })
    expect(await refused({ db, height: '-1' })).toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/^--height: must be an integer/),
    })
    expect(await refused({ db: missing })).toMatchObject({
      exitCode: 1,
      message: `cannot open database ${missing}: database not found`,
    })
    expect(await refused({ db, height: '2' })).toMatchObject({
      exitCode: 1,
      message:
        'requested height 2 is not yet available; safe latest is 1: block height not yet available',
    })
    expect(await refused({ db }, join(missing, 'file'))).toMatchObject({
      exitCode: 1,
      message: `${join(missing, 'file')}: cannot be written: no such directory`,
    })
    expect(await refused({ db }, db)).toMatchObject({
      exitCode: 1,
      message: expect.stringContaining('cannot be written: '),
    })
    const node = await createNode({ db })
    expect(await refused({ db })).toMatchObject({
      exitCode: 1,
      message: expect.stringContaining(
        `database ${db} is in use by another process or node. Stop it`,
      ),
    })
    await node.close()
    expect(readdirSync(folder)).toEqual(['chain'])
  })

  test('of an import leave no directory', async () => {
    const folder = temporaryDirectory()
    const [db, file] = [join(folder, 'chain'), join(folder, 'file')]
    const missing = join(folder, 'missing')
    writeFileSync(file, 'not an export of anything')
    expect(await run('import', file, {})).toMatchObject({ exitCode: 2 })
    expect(await run('import', file, { db })).toMatchObject({
      exitCode: 1,
      message: `${file}: invalid export file: byte 15 of the file: not a chain export`,
    })
    expect(await run('import', missing, { db })).toMatchObject({
      exitCode: 2,
      message: `${missing}: cannot be read: no such file`,
    })
    expect(await run('import', folder, { db })).toMatchObject({
      exitCode: 2,
      message: `${folder}: cannot be read: is a directory`,
    })
    expect(await run('import', file, { db: folder })).toMatchObject({
      exitCode: 1,
      message: `cannot create database ${folder}: the directory is not empty`,
    })
    expect(readdirSync(folder)).toEqual(['file'])
  })
})

describe('as processes', () => {
  let command: string
  beforeAll(async () => {
    command = await builtCommand()
  })

  function start(cwd: string, ...args: readonly string[]) {
    return spawn(process.execPath, [command, ...args], { cwd, stdio: 'pipe' })
  }

  test("can be joined by a pipe, with the export's messages on stderr", async () => {
    const folder = temporaryDirectory()
    const block = await makeChain(join(folder, 'chain'), 2)
    const from = start(folder, 'export', '-', '--db', 'chain', '--height', '2')
    const to = start(folder, 'import', '-', '--db=copy')
    from.stdout.pipe(to.stdin)
    expect(await Promise.all([text(from.stderr), exitOf(from)])).toEqual([
      expect.stringMatching(/^exported to stdout: height 2, /),
      0,
    ])
    expect(await Promise.all([text(to.stdout), text(to.stderr), exitOf(to)])).toEqual([
      expect.stringMatching(/^imported into copy: height 2, /),
      '',
      0,
    ])
    expect(await ask(join(folder, 'copy'), latest)).toEqual(block)
  })

  test('a signal stops a waiting import and leaves nothing behind', async () => {
    const folder = temporaryDirectory()
    const run = start(folder, 'import', '-', '--db', 'copy')
    run.stdin.write('rockpool')
    while (!readdirSync(folder).includes('copy.unfinished')) await delay(10)
    run.kill('SIGTERM')
    expect(await Promise.all([text(run.stdout), text(run.stderr), exitOf(run)])).toEqual([
      '',
      'Error: interrupted\n',
      1,
    ])
    expect(readdirSync(folder)).toEqual([])
  })
})

async function exitOf(child: ChildProcess): Promise<unknown> {
  const [code] = await once(child, 'close')
  return code
}
