import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { describeFailure } from '../../src/cli/failure.ts'
import { INSTANCES_VARIABLE } from '../../src/cli/instances/instanceFolder.ts'
import { InstanceRegistry } from '../../src/cli/instances/instanceRegistry.ts'
import { instancesCommand } from '../../src/cli/instances/instancesCommand.ts'
import { stopCommand } from '../../src/cli/instances/stopCommand.ts'
import { builtCommand } from '../support/wire/command.ts'
import { finish, killRunning, request, startNode } from '../support/wire/processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'rockpool-detach-'))
const registry = new InstanceRegistry(join(folder, 'instances'))
let command: string

beforeAll(async () => {
  command = await builtCommand()
  process.env[INSTANCES_VARIABLE] = registry.folder
})
afterEach(async () => {
  killRunning()
  for (const { pid } of await registry.running()) process.kill(pid, 'SIGKILL')
})
afterAll(() => {
  delete process.env[INSTANCES_VARIABLE]
  rmSync(folder, { recursive: true, force: true })
})

const rockpool = (...args: string[]) => finish(startNode([command, ...args], folder))

type Run = typeof stopCommand

/** What a command prints, or why it fails; run in this process. */
async function run(
  what: Run,
  operands: readonly string[] = [],
  options: Parameters<Run>[0]['options'] = {},
) {
  let output = ''
  const print = (text: string) => {
    output += text
  }
  try {
    await what({ operands, options, given: {}, print })
    return output
  } catch (error) {
    return describeFailure(error, '') ?? error
  }
}

test('--detach starts a node that outlives the command, and stop ends it in order', async () => {
  writeFileSync(join(folder, 'rockpool.config.json'), '{"readyFile":"ready.json"}')
  const args = ['--detach', '--port', '0', '--name', 'devnet', '--dump-state', 'state.json']
  const { code, stdout, stderr } = await rockpool(...args)
  const [, pid, port] =
    /^devnet \(pid (\d+)\) listens on http:\/\/127\.0\.0\.1:(\d+)\n/.exec(stdout) ?? []
  const log = join(registry.folder, 'devnet.log')
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: `devnet (pid ${pid}) listens on http://127.0.0.1:${port}\nLog: ${log}\nrockpool stop devnet ends it.\n`,
    stderr: '',
  })
  expect(await request(Number(port), 'eth_chainId')).toBe('0xae3f2')
  // The option's own file is the node's.
  const ready = JSON.parse(readFileSync(join(folder, 'ready.json'), 'utf8'))
  expect(ready).toMatchObject({ pid: Number(pid), url: `http://127.0.0.1:${port}` })
  expect(readFileSync(log, 'utf8')).toContain('Private Keys')
  expect(await run(instancesCommand)).toMatch(
    new RegExp(`^NAME +PID +URL +UPTIME\\ndevnet +${pid} +http://127.0.0.1:${port} +\\d+ s\\n$`),
  )
  expect(JSON.parse(String(await run(instancesCommand, [], { json: true })))).toMatchObject([
    { name: 'devnet', pid: Number(pid), instanceId: ready.instanceId, log },
  ])

  // The node's own reason and exit code come back, and nothing is left.
  const busy = await rockpool('--detach', '--port', String(port), '-q')
  expect(busy).toMatchObject({ code: 1, stdout: '' })
  expect(busy.stderr).toMatch(/^Error: address already in use 127\.0\.0\.1:\d+[^\n]*\n$/)
  const same = await rockpool('--detach', '--port', '0', '--name', 'devnet')
  expect(same).toEqual({
    code: 1,
    stdout: '',
    stderr: `Error: an instance is named devnet already (pid ${pid}); rockpool stop devnet ends it\n`,
  })
  expect(await registry.running()).toHaveLength(1)

  expect(await run(stopCommand, ['other'])).toMatchObject({
    message: 'no instance other is running in the background; there is devnet',
    exitCode: 1,
  })
  expect(await run(stopCommand)).toBe(`devnet (pid ${pid}) has ended\n`)
  for (const name of ['state.json', 'rockpool.config.json']) {
    expect(existsSync(join(folder, name))).toBe(true)
  }
  expect(existsSync(join(folder, 'ready.json'))).toBe(false)
  expect(await run(stopCommand)).toMatchObject({
    message: 'no instance is running in the background',
    exitCode: 1,
  })
  expect(await run(stopCommand, [], { all: true })).toBe('no nodes are running\n')
  rmSync(join(folder, 'rockpool.config.json'))
})

test('of several stop wants a name; it tells what a node could not do at its end', async () => {
  const gone = mkdtempSync(join(folder, 'gone-'))
  const [first, second] = await Promise.all([
    rockpool('--detach', '-q', '--port', '0', '--dump-state', join(gone, 'state.json')),
    rockpool('--detach', '--json', '--port', '0', '--accounts', '1'),
  ])
  const name = first.stdout.trim()
  const other = JSON.parse(second.stdout) as { name: string; pid: number }
  expect(other).toMatchObject({ event: 'detached', url: expect.stringMatching(/^http:/) })
  expect(name).toMatch(/^[a-z]+$/)
  expect(name).not.toBe(other.name)
  expect(await run(stopCommand)).toMatchObject({
    message: expect.stringMatching(/^several instances are running: [a-z]+, [a-z]+\. Name one/),
    exitCode: 2,
  })
  rmSync(gone, { recursive: true })
  expect(await run(stopCommand, [name])).toMatchObject({
    message: expect.stringMatching(
      / ended, but: .*state\.json.*: cannot be written: no such folder$/,
    ),
    exitCode: 1,
  })
  expect(await run(stopCommand, [String(other.pid)], { force: true })).toBe(
    `${other.name} (pid ${other.pid}) has ended\n`,
  )
  expect(await run(instancesCommand)).toMatch(/^no instance is running/)
})
