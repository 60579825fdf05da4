import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { describeFailure } from '../../src/cli/failure.ts'
import { createRunLog } from '../../src/cli/log/runLog.ts'
import { temporaryDirectory } from '../support/directory.ts'

const where = { http: { host: '127.0.0.1', port: 1 }, webSocket: undefined, ipc: undefined }
const options = { silent: true, json: false, printTraces: false }

function collect() {
  const told: string[] = []
  return { told, errors: { info() {}, error: (message: string) => void told.push(message) } }
}

describe('--log-file', () => {
  test('appends the log, also with --silent', async () => {
    const path = join(temporaryDirectory(), 'node.log')
    writeFileSync(path, 'earlier\n')
    const { told, errors } = collect()
    const log = createRunLog({ ...options, logFile: path }, errors)
    log.listening(where)
    log.activity?.began('eth_chainId')
    log.logger.error('no luck', new Error('at all'))
    await log.close()
    expect(readFileSync(path, 'utf8')).toBe(
      'earlier\nListening on 127.0.0.1:1\neth_chainId\nno luck: Error: at all\n',
    )
    expect(told).toEqual(['no luck'])
  })

  test('contains JSON with --json, readable only by its user', async () => {
    const path = join(temporaryDirectory(), 'node.log')
    const log = createRunLog({ ...options, json: true, logFile: path }, collect().errors)
    log.listening(where)
    log.activity?.began('eth_chainId')
    log.logger.error('no luck')
    await log.close()
    const lines = readFileSync(path, 'utf8').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'listening', port: 1 },
      { event: 'request', method: 'eth_chainId' },
      { event: 'error', message: 'no luck' },
    ])
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('that cannot be written is rejected', () => {
    const folder = temporaryDirectory()
    mkdirSync(join(folder, 'is'))
    const paths = { is: 'is a directory', 'none/a': 'no such directory' }
    for (const [name, reason] of Object.entries(paths)) {
      const logFile = join(folder, name)
      try {
        createRunLog({ ...options, logFile }, collect().errors)
        expect.unreachable()
      } catch (error) {
        const message = `${logFile}: cannot be written: ${reason}`
        expect(describeFailure(error, '')).toMatchObject({ message, exitCode: 1 })
      }
    }
  })

  test.skipIf(process.platform === 'win32')(
    'that would block on a reader is rejected',
    async () => {
      const folder = temporaryDirectory()
      const [pipe, socket] = [join(folder, 'pipe'), join(folder, 'socket')]
      execFileSync('mkfifo', [pipe])
      const server = createServer().listen(socket)
      await once(server, 'listening')
      for (const [logFile, kind] of [
        [pipe, 'a pipe'],
        [socket, 'a socket'],
      ] as const) {
        expect(() => createRunLog({ ...options, logFile }, collect().errors)).toThrow(
          `${logFile}: cannot be written: is ${kind}, want a file`,
        )
      }
      server.close()
    },
  )

  test.runIf(existsSync('/dev/full'))('warns once on a full disk', async () => {
    const { told, errors } = collect()
    const log = createRunLog({ ...options, logFile: '/dev/full' }, errors)
    log.listening(where)
    await vi.waitFor(() => expect(told).toHaveLength(1))
    log.activity?.began('eth_chainId')
    await log.close()
    expect(told).toEqual([
      'Warning: /dev/full: cannot be written: the disk is full; log lines are lost, the node continues',
    ])
  })
})
