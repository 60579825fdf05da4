import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { FULL, some } from '../support/runs.ts'
import { bundleModule } from '../support/wire/bundleModule.ts'
import { builtCommand } from '../support/wire/command.ts'
import { finish, killRunning, request, root, startNode } from '../support/wire/processes.ts'
import { WebSocketClient } from '../support/wire/webSocketClient.ts'

const folder = mkdtempSync(join(tmpdir(), 'rockpool-cli-'))

const rockpool = (...args: string[]) => startNode([join(root, 'bin/rockpool.js'), ...args], folder)

function fileWith(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

beforeAll(async () => {
  await builtCommand()
})

afterEach(killRunning)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a start', () => {
  test('prints the ready line on a free port and leaves stderr empty', async () => {
    const run = rockpool('--port', '0')
    const port = await run.ready
    expect(port).toBeGreaterThan(0)
    expect(run.stdout().split('\n').slice(-2)).toEqual([`Listening on 127.0.0.1:${port}`, ''])
    expect(run.stdout()).toContain('(9) 0xa0Ee7A142d267C1f36714E4a8F75612F20a79720 (10000 SEI)')
    expect(await request(port, 'eth_chainId')).toBe('0xae3f2')
    expect(await request(port, 'web3_clientVersion')).toMatch(/^anvil-compatible\/rockpool\/\d/)
    expect(await request(port, 'eth_accounts')).toHaveLength(10)
    run.kill('SIGTERM')
    expect(await run.exit).toBe(0)
    expect(run.stderr()).toBe('')
  })

  test.each(some(1, ['--silent', '--quiet', '-q']))(
    'with %s prints only the ready line',
    async (flag) => {
      const run = rockpool('--port', '0', flag)
      const port = await run.ready
      expect(run.stdout()).toBe(`Listening on 127.0.0.1:${port}\n`)
    },
  )

  test('with --ws-port listens on a second port and prints it before the ready line', async () => {
    const run = rockpool('--port', '0', '--ws-port', '0', '--silent')
    const port = await run.ready
    const [, second] = /^WebSocket on 127\.0\.0\.1:(\d+)\n/.exec(run.stdout()) ?? []
    expect(run.stdout()).toBe(`WebSocket on 127.0.0.1:${second}\nListening on 127.0.0.1:${port}\n`)
    for (const one of [port, Number(second)]) {
      const client = await WebSocketClient.connect(`ws://127.0.0.1:${one}`)
      expect(await client.ask('eth_chainId')).toBe('0xae3f2')
      const id = await client.ask('eth_subscribe', 'syncing')
      expect(await client.untilTold(id, 1)).toEqual([false])
      expect(await request(one, 'eth_chainId')).toBe('0xae3f2')
      client.ws.terminate()
    }
    const client = await WebSocketClient.connect(`ws://127.0.0.1:${port}`)
    run.kill('SIGTERM')
    expect(await client.closed).toBe(1001)
    expect(await run.exit).toBe(0)
    expect(run.stderr()).toBe('')
  })

  test.runIf(FULL)('has the same block 0 every time', async () => {
    const deterministic = () => rockpool('--port', '0', '--deterministic')
    const runs = [deterministic(), deterministic()]
    const ports = await Promise.all(runs.map((run) => run.ready))
    const blocks = await Promise.all(
      ports.map((port) => request(port, 'eth_getBlockByNumber', ['0x0', false])),
    )
    expect(blocks[0]).toMatchObject({ hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
    expect(blocks[1]).toEqual(blocks[0])
  })

  test('reads the chain from a genesis file and from flags', async () => {
    const address = `0x${'b0'.repeat(20)}`
    const genesis = {
      config: { chainId: 5 },
      alloc: { [address]: { balance: '7' } },
      gasLimit: 9_000_000,
    }
    const file = fileWith('good.json', JSON.stringify(genesis))
    const run = rockpool(
      '--port',
      '0',
      '--init',
      file,
      '--chain-id',
      '6',
      '--client-version',
      'mine',
    )
    const port = await run.ready
    expect(await request(port, 'eth_chainId')).toBe('0x6')
    expect(await request(port, 'eth_getBalance', [address, 'latest'])).toBe('0x7')
    expect(await request(port, 'eth_accounts')).toEqual([])
    expect(await request(port, 'web3_clientVersion')).toBe('mine')
    expect(run.stdout()).not.toContain('Private Keys')
    expect(run.stdout()).toContain('funds no account of the mnemonic')
  })
})

describe('shutdown', () => {
  test.each(some(1, ['SIGINT', 'SIGTERM', 'SIGHUP'] as const))(
    'on %s has exit code 0',
    async (signal) => {
      const run = rockpool('--port', '0')
      await run.ready
      run.kill(signal)
      expect(await finish(run)).toMatchObject({ code: 0, stderr: '' })
    },
  )

  test.runIf(FULL)('does not wait for an incomplete request', async () => {
    const run = rockpool('--port', '0')
    const socket = connect(await run.ready, '127.0.0.1')
    socket.on('error', () => {})
    socket.write('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\n{')
    await request(await run.ready, 'eth_chainId')
    run.kill('SIGTERM')
    expect(await run.exit).toBe(0)
    socket.destroy()
  })

  test.runIf(FULL)('follows the shell in which npm started the node', async () => {
    const command = `"${process.execPath}" "${join(root, 'bin/rockpool.js')}" --port 0 --silent; true`
    const env = { ...process.env, npm_lifecycle_event: 'npx' }
    const shell = spawn('sh', ['-c', command], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    await new Promise((resolve) => shell.stdout.once('data', resolve))
    // The pipe ends when the last process that holds it does: the node, not the shell.
    const ended = new Promise((resolve) => shell.stdout.once('close', resolve))
    shell.kill('SIGTERM')
    await ended
  })

  test('is immediate on a second signal', async () => {
    const module = JSON.stringify(await bundleModule('src/cli/run/signals.ts'))
    const script = `
      import { closeOnSignal } from ${module}
      closeOnSignal(() => {}).add(() => new Promise(() => process.stdout.write('closing')))
      setInterval(() => {}, 1000)
      process.stdout.write('Listening on here:1\\n')`
    const run = startNode(['--input-type=module', '--eval', script], folder)
    await run.ready
    run.kill('SIGINT')
    await vi.waitFor(() => expect(run.stdout()).toContain('closing'))
    run.kill('SIGINT')
    expect(await run.exit).toBe(130)
  })
})

describe('prints one line on stderr', () => {
  const withoutOwner = (text: string) => text.replace(/ \(pid \d+, [^)]+\)/, '')

  test('and exit code 1 for a busy port', async () => {
    const blocker = createServer()
    const port = await new Promise<number>((resolve) => {
      blocker.listen(0, '127.0.0.1', () => {
        const address = blocker.address()
        resolve(typeof address === 'object' && address ? address.port : 0)
      })
    })
    const { code, stdout, stderr } = await finish(rockpool('--port', String(port)))
    blocker.close()
    expect(withoutOwner(stderr)).toBe(
      `Error: address already in use 127.0.0.1:${port}. Use --port 0 for a free one.\n`,
    )
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  })

  test.runIf(FULL)('and exit code 1 for a busy second port', async () => {
    const blocker = createServer().listen(0, '127.0.0.1')
    await once(blocker, 'listening')
    const { port } = blocker.address() as AddressInfo
    const run = rockpool('--port', '0', '--ws-port', String(port))
    const { code, stdout, stderr } = await finish(run)
    blocker.close()
    expect(withoutOwner(stderr)).toBe(
      `Error: address already in use 127.0.0.1:${port}. Use --ws-port 0 for a free one.\n`,
    )
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  })

  test.each(
    some(1, [
      [['--prot', '1'], 'Did you mean --port?'],
      [['--fork-url', 'ws://127.0.0.1'], 'Error: --fork-url: the scheme must be http or https'],
      [['--port', 'x'], '--port'],
      [['--mnemonic', 'junk'], '--mnemonic'],
      [['extra'], "Error: unexpected argument 'extra': commands are "],
      [
        ['--optimism'],
        'Error: --optimism is not supported: the chain is Sei-like. See rockpool --help.\n',
      ],
    ]),
  )('and exit code 2 for %j', async (args, words) => {
    const { code, stdout, stderr } = await finish(rockpool(...args))
    expect(stderr).toMatch(/^Error: [^\n]+\n$/)
    expect(stderr).toContain(words)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  })

  test.each(
    some(1, [
      ['unknown.json', '{"alloc":{},"gaslimit":1}', 'gaslimit: '],
      [
        'balance.json',
        `{"alloc":{"0x${'00'.repeat(20)}":{"balance":-1}}}`,
        `alloc.0x${'00'.repeat(20)}.balance: `,
      ],
      ['broken.json', '{"alloc":\n{\n', 'not JSON'],
    ]),
  )('and exit code 2 for a bad genesis: %s', async (name, text, words) => {
    const file = fileWith(name, text)
    const { code, stdout, stderr } = await finish(rockpool('--port', '0', '--genesis', file))
    expect(stderr).toMatch(/^Error: genesis [^\n]+\n$/)
    expect(stderr).toContain(`${file}: ${words}`)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  })

  test.runIf(FULL)('and exit code 2 for a missing genesis file', async () => {
    const { code, stderr } = await finish(rockpool('--genesis', 'missing.json'))
    expect(stderr).toBe('Error: genesis missing.json: cannot be read: no such file\n')
    expect(code).toBe(2)
  })
})

describe('verify-proof', () => {
  const address = `0x${'c0'.repeat(20)}`
  const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
  const genesis = {
    alloc: { [address]: { balance: '0', code: '0x00', storage: { [word(1)]: word(7) } } },
  }

  test('prints the proven slots', async () => {
    const node = rockpool(
      '--port',
      '0',
      '--genesis',
      fileWith('storage.json', JSON.stringify(genesis)),
    )
    const port = await node.ready
    const proof = await request(port, 'eth_getProof', [address, ['0x1', '0x2'], 'latest'])
    const block = await request(port, 'eth_getBlockByNumber', ['latest', false])
    const { stateRoot } = block as { stateRoot: string }
    const stdout = `${address} slot ${word(1)} holds ${word(7)}\n${address} slot ${word(2)} is empty\n`
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, result: proof })
    const file = fileWith('proof.json', text)
    expect(await finish(rockpool('verify-proof', file, '--state-root', stateRoot))).toEqual({
      code: 0,
      stdout,
      stderr: '',
    })
    const args = [join(root, 'bin/rockpool.js'), 'verify-proof', '-', `--state-root=${stateRoot}`]
    expect(execFileSync(process.execPath, args, { input: text, encoding: 'utf8' })).toBe(stdout)
    expect(await finish(rockpool('verify-proof', file, '--state-root', word(0)))).toEqual({
      code: 1,
      stdout: '',
      stderr: `Error: ${file}: invalid proof: proof.storageProof[0]: the proof is for another state root\n`,
    })
  })

  test.each(
    some(1, [
      [['verify-proof'], "missing required argument 'file'"],
      [['verify-proof', 'a', 'b'], 'too many arguments'],
      [['verify-proof', 'a', '--port', '1'], "unknown option '--port'"],
      [['--port', '1', 'verify-proof', 'a'], '--port is not an option of verify-proof'],
      [['verify-proof', 'missing.json'], 'missing.json: cannot be read: no such file'],
    ]),
  )('gives exit code 2 for %j', async (args, words) => {
    const { code, stdout, stderr } = await finish(rockpool(...args))
    expect(stderr).toMatch(/^Error: [^\n]+\n$/)
    expect(stderr).toContain(words)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  })

  test.runIf(FULL)('--help describes its operand and options', async () => {
    const result = await finish(rockpool('verify-proof', '--help'))
    expect(result).toMatchObject({ code: 0, stderr: '' })
    expect(result.stdout).toContain('Usage: rockpool verify-proof [options] <file>')
    expect(result.stdout).toContain('--state-root <hash>')
  })
})

describe('text', () => {
  test.runIf(FULL)('--version is one line', async () => {
    const result = await finish(rockpool('--version'))
    expect(result).toMatchObject({ code: 0, stderr: '' })
    expect(result.stdout).toMatch(/^rockpool \d+\.\d+\.\d+\S*\n$/)
  })

  test('--help lists the flags and the commands', async () => {
    const result = await finish(rockpool('--help'))
    expect(result).toMatchObject({ code: 0, stderr: '' })
    expect(result.stdout).toContain('--block-base-fee-per-gas')
    expect(result.stdout).toMatch(/^Commands:\n {2}init .*\n {2}verify-proof /m)
    const lines = result.stdout.split('\n')
    for (const group of ['Server:', 'Chain:', 'Fork:', 'Accounts:', 'Examples:']) {
      expect(lines).toContain(group)
    }
    expect(lines.filter((line) => line.length > 80)).toEqual([])
  })
})
