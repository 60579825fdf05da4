import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { RequestFinalizeBlock } from 'cosmjs-types/tendermint/abci/types'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { bytesToHex } from '../../src/primitives/encoding/hex.ts'
import { AbciClient } from '../support/abci/abciClient.ts'
import { testValidator } from '../support/abci/network.ts'
import { initRequest, TestApplication } from '../support/abci/testApplication.ts'
import { type Decision, TestNetwork } from '../support/abci/testNetwork.ts'
import { alice, bob, carol } from '../support/accounts.ts'
import { signed } from '../support/chain.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { FULL, readNumber } from '../support/runs.ts'
import { builtCommand } from '../support/wire/command.ts'
import { finish, killRunning, request, startNode } from '../support/wire/processes.ts'

/** Number of times that the process is killed. */
const RUNS = readNumber('CRASH_RUNS') ?? (FULL ? 100 : 3)

const validators = [testValidator(0)]

afterEach(killRunning)

test(`an application killed ${RUNS} times loses nothing and repeats to the same hashes`, {
  timeout: 60_000 + RUNS * 10_000,
}, async () => {
  const command = await builtCommand()
  const directory = temporaryDirectory()
  const address = { kind: 'unix', path: join(directory, 'socket') } as const
  const flags = ['--db', join(directory, 'db'), '--address', `unix://${address.path}`]
  // Executes the same blocks in this process.
  const model = await TestApplication.open()
  onTestFinished(() => model.close())
  const made = new TestNetwork([model], validators)
  await made.start()
  let nonce = 0n
  const nextDecision = async (): Promise<Decision> => {
    const txs = [bob, carol].map(({ address: to }) => {
      return signed(alice, { to, value: 5n, nonce: nonce++, gasLimit: 21_000n }).raw
    })
    await made.block({ txs })
    const decision = made.decisions.at(-1)
    if (decision === undefined) throw new Error('no block')
    return decision
  }
  let acknowledged = 0
  for (let run = 0; run < RUNS; run++) {
    const keep = run % 2 === 0 ? [] : ['--keep', '3', '--snapshot-interval', '2']
    const node = startNode([command, 'abci', ...flags, '--port', '0', ...keep])
    const client = await Promise.race([AbciClient.connect(address), node.exit])
    if (!(client instanceof AbciClient)) throw new Error(`run ${run} ended: ${node.stderr()}`)
    const info = { version: '', blockVersion: 0n, p2pVersion: 0n, abciVersion: '' }
    const { lastBlockHeight = -1n, lastBlockAppHash } = (await client.ask({ info })).info ?? {}
    const height = Number(lastBlockHeight)
    // The answer of one Commit may have been lost.
    expect([acknowledged, acknowledged + 1]).toContain(height)
    const before = made.decisions[height - 1]
    if (before !== undefined) expect(lastBlockAppHash).toEqual(before.answer.appHash)
    acknowledged = height
    if (height === 0) await client.ask({ initChain: initRequest(validators) })
    const random = (run * 7919) % 997
    // During or after the first blocks of this process.
    const killed = delay(50 + (random % 350)).then(() => node.kill('SIGKILL'))
    try {
      for (;;) {
        const decision = made.decisions[acknowledged] ?? (await nextDecision())
        const { facts, txs, answer } = decision
        const finalizeBlock = RequestFinalizeBlock.fromPartial({
          txs: [...txs],
          decidedLastCommit: facts.commit,
          height: facts.height,
          time: { seconds: facts.seconds, nanos: facts.nanos },
          proposerAddress: facts.proposer,
        })
        const executed = await client.ask({ finalizeBlock })
        expect(bytesToHex(executed.finalizeBlock?.appHash ?? new Uint8Array())).toBe(
          bytesToHex(answer.appHash),
        )
        await client.ask({ commit: {} })
        acknowledged++
      }
    } catch (error) {
      if (!(error instanceof Error) || error.message !== 'the connection was closed') throw error
    }
    await killed
    expect(await node.exit).toBe('SIGKILL')
    client.close()
  }
  // It still serves JSON-RPC, and ends on a signal.
  const node = startNode([command, 'abci', ...flags, '--port', '0', '--network-id', '7'])
  const port = await node.ready
  expect(Number(await request(port, 'eth_blockNumber'))).toBeGreaterThanOrEqual(acknowledged)
  expect(await request(port, 'net_version')).toBe('7')
  node.kill('SIGTERM')
  expect(await node.exit).toBe(0)
})

test('wrong options of the command', async () => {
  const command = await builtCommand()
  const failures = [
    [['--address', 'nowhere'], '--address: want tcp://HOST:PORT or unix://PATH, got "nowhere"'],
    [['--snapshot-interval', '5'], '--snapshot-interval: needs --db'],
    [
      ['--fork-url', 'http://127.0.0.1:1'],
      '--fork-url: not with rockpool abci, where the network decides it',
    ],
    [
      ['--sei-version', '6.7'],
      '--sei-version: not with rockpool abci, where the network decides it',
    ],
    [['--genesis', '/nope'], 'genesis /nope: cannot be read: no such file'],
  ] as const
  for (const [args, message] of failures) {
    const { code, stderr } = await finish(startNode([command, 'abci', ...args]))
    expect([code, stderr.trim()]).toEqual([2, `Error: ${message}`])
  }
})

test('a taken JSON-RPC port ends the start, and a free one answers before the first block', async () => {
  const command = await builtCommand()
  const directory = temporaryDirectory()
  const run = (name: string, port: number) =>
    startNode([
      command,
      'abci',
      '--address',
      `unix://${join(directory, name)}`,
      '--port',
      `${port}`,
    ])
  const node = run('a', 0)
  const port = await new Promise<number>((resolve) => {
    const look = () => {
      const [, found] = /JSON-RPC on 127\.0\.0\.1:(\d+) begins/.exec(node.stdout()) ?? []
      if (found === undefined) setTimeout(look, 20)
      else resolve(Number(found))
    }
    look()
  })
  const health = await fetch(`http://127.0.0.1:${port}/health`)
  expect([health.status, await health.json()]).toMatchObject([503, { status: 'waiting' }])
  const { code, stderr } = await finish(run('b', port))
  const message = `address already in use 127.0.0.1:${port}. Use --port 0 for a free one.`
  expect([code, stderr.trim()]).toEqual([1, `Error: ${message}`])
  const busy = `tcp://127.0.0.1:${port}`
  const third = await finish(startNode([command, 'abci', '--address', busy, '--port', '0']))
  expect([third.code, third.stderr.trim()]).toEqual([
    1,
    `Error: address already in use ${busy}. Use --address tcp://127.0.0.1:0 for a free one.`,
  ])
})
