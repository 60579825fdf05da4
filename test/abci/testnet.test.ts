import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createConnection } from 'node:net'
import { dirname, join } from 'node:path'
import { ed25519 } from '@noble/curves/ed25519.js'
import { RequestInitChain } from 'cosmjs-types/tendermint/abci/types'
import { parse } from 'smol-toml'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { testnetCommand } from '../../src/cli/commands/testnetCommand.ts'
import { sha256 } from '../../src/primitives/crypto/sha256.ts'
import { TestApplication } from '../support/abci/testApplication.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { builtCommand } from '../support/wire/command.ts'
import { finish, killRunning, startNode } from '../support/wire/processes.ts'

afterEach(killRunning)

interface KeyJson {
  readonly type: string
  readonly value: string
}

interface Genesis {
  readonly chain_id: string
  readonly initial_height: string
  readonly app_state: object
  readonly validators: readonly {
    readonly address: string
    readonly pub_key: KeyJson
    readonly power: string
  }[]
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64'))
const bareHex = (data: Uint8Array) => Buffer.from(data).toString('hex')

test('the files of a network fit CometBFT and the application', async () => {
  const command = await builtCommand()
  const directory = join(temporaryDirectory(), 'net')
  const args = ['testnet', '--validators', '3', '--output', directory, '--base-port', '30000']
  const written = await finish(startNode([command, ...args]))
  expect([written.code, written.stderr]).toEqual([0, ''])
  expect(written.stdout).toContain('http://127.0.0.1:8545 http://127.0.0.1:8546')
  const read = (...path: readonly string[]) => readFileSync(join(directory, ...path), 'utf8')
  const json = <T>(...path: readonly string[]): T => JSON.parse(read(...path))
  const genesis = json<Genesis>('node0/config/genesis.json')
  const ports = new Set<string>()
  const ids: string[] = []
  const configs: Record<string, Record<string, unknown>>[] = []
  for (const [i, validator] of genesis.validators.entries()) {
    const home = `node${i}/config`
    expect(read(home, 'genesis.json')).toBe(read('node0/config/genesis.json'))
    const own = json<{ address: string; pub_key: KeyJson; priv_key: KeyJson }>(
      home,
      'priv_validator_key.json',
    )
    const [publicKey, privateKey] = [bytes(own.pub_key.value), bytes(own.priv_key.value)]
    expect(privateKey).toHaveLength(64)
    expect(ed25519.getPublicKey(privateKey.slice(0, 32))).toEqual(publicKey)
    expect(privateKey.slice(32)).toEqual(publicKey)
    expect(own.address).toBe(bareHex(sha256(publicKey).slice(0, 20)).toUpperCase())
    expect(validator).toMatchObject({ address: own.address, pub_key: own.pub_key })
    const node = json<{ priv_key: KeyJson }>(home, 'node_key.json')
    ids.push(bareHex(sha256(bytes(node.priv_key.value).slice(32)).slice(0, 20)))
    const config = parse(read(home, 'config.toml')) as (typeof configs)[number]
    configs.push(config)
    const addresses = [config.proxy_app, config.rpc?.laddr, config.p2p?.laddr].map(String)
    for (const address of addresses) {
      expect(address).toMatch(/^tcp:\/\/127\.0\.0\.1:\d+$/)
      ports.add(address)
    }
    expect(json(`node${i}`, 'data/priv_validator_state.json')).toEqual({
      ...{ height: '0', round: 0, step: 0 },
    })
  }
  expect(ports.size).toBe(9)
  const peersOf = (i: number) => String(configs[i]?.p2p?.persistent_peers).split(',')
  const addressOf = (i: number) => `${ids[i]}@${String(configs[i]?.p2p?.laddr).slice(6)}`
  expect(peersOf(0)).toEqual([addressOf(1), addressOf(2)])
  expect(peersOf(2)).toEqual([addressOf(0), addressOf(1)])
  // InitChain with it returns the same validators.
  const app = await TestApplication.open()
  onTestFinished(() => app.close())
  const listed = genesis.validators.map(({ pub_key, power }) => {
    return { pubKey: { ed25519: bytes(pub_key.value) }, power: BigInt(power) }
  })
  const initChain = RequestInitChain.fromPartial({
    time: { seconds: 1_790_000_000n, nanos: 0 },
    chainId: genesis.chain_id,
    initialHeight: BigInt(genesis.initial_height),
    validators: listed,
    appStateBytes: Buffer.from(JSON.stringify(genesis.app_state)),
  })
  const { validators } = await app.ask({ initChain }, 'initChain')
  const sorted = (list: typeof listed) =>
    list.map(({ pubKey, power }) => `${bareHex(pubKey.ed25519)} ${power}`).sort()
  expect(sorted(validators as typeof listed)).toEqual(sorted(listed))
  // In this process, because each start of another one takes long.
  const second = `${directory}2`
  const failures = [
    [{ output: directory, basePort: '30000' }, `${directory}: the directory is not empty`],
    [
      { output: directory, validators: '3', run: true },
      `--validators: ${directory} has a network already; start it with rockpool testnet --output ${directory} --run`,
    ],
    [
      { output: second, port: '26668' },
      '--base-port 26650 and --port 26668: with 4 validators, port 26668 would have two servers',
    ],
    [
      { output: second, basePort: '65510' },
      '--base-port 65510 and --port 8545: with 4 validators, port 65536 is above 65535',
    ],
  ] as const
  for (const [options, message] of failures) {
    const input = { options, operands: [], given: {}, print: () => {} }
    await expect(testnetCommand(input)).rejects.toThrow(message)
  }
  const unknown = ['testnet', '--output', second, '--genesis', '/nope']
  expect(await finish(startNode([command, ...unknown]))).toMatchObject({
    code: 2,
    stderr: 'Error: genesis /nope: cannot be read: no such file\n',
  })
})

test('start.sh ends its child processes, but not the script that calls it', async () => {
  const directory = temporaryDirectory()
  const net = join(directory, 'net')
  await testnetCommand({
    ...{ options: { output: net, validators: '1', basePort: '30000' }, operands: [], given: {} },
    print: () => {},
  })
  const write = (name: string, content: string) => {
    const path = join(directory, name)
    writeFileSync(path, `#!/bin/sh\n${content}`)
    chmodSync(path, 0o755)
    return path
  }
  const pids = join(directory, 'pids')
  const program = write('program', `echo $$ >> ${pids}\nexec sleep "$SECONDS_TO_RUN"\n`)
  // It is the leader of its group, as in CI, and has no job control.
  const caller = write(
    'caller',
    `SECONDS_TO_RUN=0 sh net/start.sh
echo "ended by itself: $?"
SECONDS_TO_RUN=600 sh net/start.sh &
until [ "$(wc -l < ${pids})" -eq 4 ]; do sleep 0.05; done
kill $!
wait $!
echo "terminated: $?"
for pid in $(cat ${pids}); do kill -0 "$pid" 2> /dev/null && echo "runs: $pid"; done
echo finished
`,
  )
  const env = { ...process.env, ROCKPOOL: program, COMETBFT: program }
  const child = spawn(caller, { cwd: directory, env, detached: true })
  let stdout = ''
  child.stdout.on('data', (data) => {
    stdout += data
  })
  await new Promise((resolve) => child.once('close', resolve))
  const ready = 'JSON-RPC: http://127.0.0.1:8545\n'
  const [first, second] = ['ended by itself: 0\n', 'terminated: 143\nfinished\n']
  expect(stdout).toBe(`${ready}${first}${ready}${second}`)
})

test('a write that was killed anywhere is done again', async () => {
  const input = (output: string) => ({
    ...{ options: { output, validators: '1', basePort: '30000' }, operands: [], given: {} },
    print: () => {},
  })
  const complete = join(temporaryDirectory(), 'net')
  await testnetCommand(input(complete))
  const files = [
    ...['genesis.json', 'node_key.json', 'priv_validator_key.json'].map((name) => `config/${name}`),
    ...['data/priv_validator_state.json', 'config/config.toml'],
  ].map((name) => `node0/${name}`)
  for (let written = 0; written <= files.length + 1; written++) {
    const directory = temporaryDirectory()
    // A file may be cut.
    writeFileSync(join(directory, 'testnet.json.unfinished'), '{"chainId":')
    for (const name of [...files, 'start.sh'].slice(0, written)) {
      mkdirSync(dirname(join(directory, name)), { recursive: true })
      writeFileSync(join(directory, name), '')
    }
    await testnetCommand(input(directory))
    expect(readdirSync(directory).sort()).toEqual(readdirSync(complete).sort())
    for (const name of files) expect(statSync(join(directory, name)).size).toBeGreaterThan(0)
    await expect(testnetCommand(input(directory))).rejects.toThrow('the directory is not empty')
  }
  // Files of others stay.
  const mixed = temporaryDirectory()
  for (const name of ['testnet.json.unfinished', 'mine']) writeFileSync(join(mixed, name), '')
  await expect(testnetCommand(input(mixed))).rejects.toThrow('the directory is not empty')
  expect(readdirSync(mixed)).toContain('mine')
})

test('the applications end when --run was killed', async () => {
  const command = await builtCommand()
  const directory = temporaryDirectory()
  const script = join(directory, 'comet')
  writeFileSync(script, '#!/bin/sh\n[ "$1" = version ] && exit 0\nexec sleep 3\n')
  chmodSync(script, 0o755)
  const net = join(directory, 'net')
  const args = ['testnet', '--run', '--validators', '1', '--output', net, '--base-port', '30200']
  const run = startNode([command, ...args, '--port', '30290'], directory, { COMETBFT: script })
  const isListening = async (): Promise<boolean> => {
    const socket = createConnection({ host: '127.0.0.1', port: 30_208 })
    const found = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    socket.destroy()
    return found
  }
  await expect.poll(isListening, { timeout: 30_000 }).toBe(true)
  run.kill('SIGKILL')
  expect(await run.exit).toBe('SIGKILL')
  await expect.poll(isListening, { timeout: 30_000 }).toBe(false)
})

test('--run starts and watches the processes, and reports a missing command', async () => {
  const command = await builtCommand()
  const directory = temporaryDirectory()
  const run = (name: string, comet: string) =>
    startNode(
      [
        ...[command, 'testnet', '--run', '--validators', '1', '--output', join(directory, name)],
        ...['--base-port', '30100', '--port', '30190'],
      ],
      directory,
      { COMETBFT: comet },
    )
  const missing = await finish(run('a', join(directory, 'nothing')))
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('Install CometBFT')])
  expect(existsSync(join(directory, 'a'))).toBe(false)
  const script = join(directory, 'comet')
  writeFileSync(script, '#!/bin/sh\n[ "$1" = version ] && exit 0\nsleep 1\nexit 7\n')
  chmodSync(script, 0o755)
  const first = await finish(run('a', script))
  expect(first.stdout).toContain('wrote rockpool-testnet with 1 node to')
  // The network is there, so it is started again, without options.
  const again = ['testnet', '--run', '--output', join(directory, 'a')]
  const started = await finish(startNode([command, ...again], directory, { COMETBFT: script }))
  expect(started.stdout).toContain('rockpool-testnet with 1 node is in')
  expect(started.stderr).toContain(join(directory, 'a/node0/cometbft.log'))
  const failed = await finish(run('b', script))
  expect([failed.code, failed.stderr]).toEqual([
    1,
    `Error: a process ended with 7; see ${join(directory, 'b/node0/cometbft.log')}\n`,
  ])
})
