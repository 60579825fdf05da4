import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { loadStateFile, StateSaver } from '../../src/cli/files/stateFile.ts'
import { readConfig } from '../../src/node/options/config.ts'
import { stateFiles } from '../../src/node/options/stateOptions.ts'
import { silentLogger } from '../../src/primitives/logger.ts'
import { testChain } from '../support/chain.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { FULL } from '../support/runs.ts'
import { builtCommand } from '../support/wire/command.ts'
import { finish, killRunning, request, startNode } from '../support/wire/processes.ts'

let command: string
const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const CAFE = `0x${'cafe'.padStart(40, '0')}`
const ANVIL = fileURLToPath(new URL('../fixtures/anvil-state/1.4.4.hex', import.meta.url))

beforeAll(async () => {
  command = await builtCommand()
})

afterEach(killRunning)

const start = (...args: string[]) => startNode([command, '--port', '0', '-q', ...args])
const pay = (port: number, value: string) =>
  request(port, 'eth_sendTransaction', [{ from: ALICE, to: CAFE, value }])
const balance = (port: number) => request(port, 'eth_getBalance', [CAFE, 'latest'])

describe('--state', () => {
  test('resumes the state, however the last node ended', async () => {
    const directory = temporaryDirectory()
    const file = join(directory, 'state.json')
    let nonce = 0
    for (const signal of ['SIGINT', 'SIGHUP'] as const) {
      const run = start('--state', file)
      const port = await run.ready
      expect(await request(port, 'eth_blockNumber')).toBe(`0x${nonce.toString(16)}`)
      await pay(port, '0x1')
      nonce++
      expect(await balance(port)).toBe(`0x${nonce.toString(16)}`)
      run.kill(signal)
      expect(await finish(run)).toMatchObject({ code: 0, stderr: '' })
      expect(readdirSync(directory)).toEqual(['state.json'])
    }
    const { accounts, best_block_number } = JSON.parse(readFileSync(file, 'utf8'))
    expect(accounts).toMatchObject({ [ALICE]: { nonce: 2 }, [CAFE]: { balance: '0x2' } })
    expect(best_block_number).toBe(2)
  })
})

test.runIf(FULL)(
  "--load-state reads Anvil's dump; --dump-state saves at an interval, also to a directory",
  async () => {
    const directory = temporaryDirectory()
    const run = start('--load-state', ANVIL, '--dump-state', directory, '--state-interval', '1')
    const port = await run.ready
    expect(await request(port, 'eth_blockNumber')).toBe('0x3')
    const saved = () => {
      const text = readFileSync(join(directory, 'state.json'), 'utf8')
      return JSON.parse(text).accounts[CAFE]?.balance
    }
    await pay(port, '0x7')
    while (!readdirSync(directory).includes('state.json') || saved() !== '0x7') await delay(50)
    // What was saved stays, however the node ends.
    run.kill('SIGKILL')
    await run.exit
    expect(saved()).toBe('0x7')
  },
)

test.runIf(FULL)('exits with 1 if the file can no longer be written', async () => {
  const folder = join(temporaryDirectory(), 'folder')
  mkdirSync(folder)
  const file = join(folder, 'state.json')
  const run = start('--dump-state', file)
  await run.ready
  rmSync(folder, { recursive: true })
  run.kill('SIGTERM')
  const stderr = `Error: ${file}: cannot be written: no such directory\n`
  expect(await finish(run)).toMatchObject({ code: 1, stderr })
})

describe('a state file', () => {
  const load = (path: string, mayBeMissing = false) =>
    loadStateFile(testChain(), { path, mayBeMissing })

  test('may be missing if it will be written', async () => {
    const path = join(temporaryDirectory(), 'state.json')
    await load(path, true)
    const message = `${path}: cannot be read: no such file`
    await expect(load(path)).rejects.toMatchObject({ message, exitCode: 2 })
  })

  test('is rejected with its name', async () => {
    const path = join(temporaryDirectory(), 'state.json')
    writeFileSync(path, '{"accounts":{"0x1":{}}}')
    const reason = 'cannot load the state: accounts.0x1: want an address of 20 bytes'
    await expect(load(path)).rejects.toMatchObject({ message: `${path}: ${reason}`, exitCode: 1 })
  })

  test('that cannot be written is reported at the start', async () => {
    const path = join(temporaryDirectory(), 'none', 'state.json')
    const saver = new StateSaver(testChain(), { path, intervalMs: undefined }, silentLogger)
    const message = `${path}: cannot be written: no such directory`
    await expect(saver.check()).rejects.toMatchObject({ message, exitCode: 1 })
  })
})

test.each([
  [{ state: 'a', loadState: 'b' }, 'state'],
  [{ state: 'a', dumpState: 'b' }, 'state'],
  [{ state: 'a', db: 'b' }, 'state'],
  [{ stateInterval: 1 }, 'stateInterval'],
  [{ stateInterval: 1, loadState: 'a' }, 'stateInterval'],
])('%j contradict each other', (given, option) => {
  const refusal = { code: 'BAD_OPTION', option }
  expect(() => stateFiles(readConfig(given))).toThrow(
    expect.objectContaining({ details: expect.objectContaining(refusal) }),
  )
})
