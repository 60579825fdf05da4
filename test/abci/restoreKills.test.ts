import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { bytesToHex } from '../../src/primitives/encoding/hex.ts'
import { AbciClient } from '../support/abci/abciClient.ts'
import { testValidator } from '../support/abci/network.ts'
import { TestApplication } from '../support/abci/testApplication.ts'
import { TestNetwork } from '../support/abci/testNetwork.ts'
import { alice, bob } from '../support/accounts.ts'
import { signed } from '../support/chain.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { FULL, readNumber } from '../support/runs.ts'
import { builtCommand } from '../support/wire/command.ts'
import { killRunning, startNode } from '../support/wire/processes.ts'

/** Number of times that a restore is killed. */
const RUNS = readNumber('CRASH_RUNS') ?? (FULL ? 40 : 3)
const ACCEPT = 1

afterEach(killRunning)

test(`a restore that is killed ${RUNS} times leaves an empty node or a whole chain`, {
  timeout: 60_000 + RUNS * 10_000,
}, async () => {
  const command = await builtCommand()
  const serving = await TestApplication.open({
    ...{ directory: temporaryDirectory(), snapshotInterval: 2 },
  })
  onTestFinished(() => serving.close())
  const made = new TestNetwork([serving], [testValidator(0)])
  await made.start()
  for (let nonce = 0n; nonce < 2n; nonce++) {
    await made.block({ txs: [signed(alice, { to: bob.address, nonce, value: 7n }).raw] })
    await serving.snapshots?.idle()
  }
  const { snapshots } = await serving.ask({ listSnapshots: {} }, 'listSnapshots')
  const [snapshot] = snapshots
  const appHash = made.decisions[1]?.answer.appHash ?? new Uint8Array()
  if (snapshot === undefined) throw new Error('no snapshot')
  const chunks = await Promise.all(
    Array.from({ length: snapshot.chunks }, async (_, chunk) => {
      const loadSnapshotChunk = { height: 2n, format: snapshot.format, chunk }
      return (await serving.ask({ loadSnapshotChunk }, 'loadSnapshotChunk')).chunk
    }),
  )
  const info = { version: '', blockVersion: 0n, p2pVersion: 0n, abciVersion: '' }
  let directory = temporaryDirectory()
  let restored = 0
  for (let run = 0; run < RUNS; run++) {
    const address = { kind: 'unix', path: join(directory, 'socket') } as const
    const flags = ['--db', join(directory, 'db'), '--address', `unix://${address.path}`]
    const node = startNode([command, 'abci', ...flags, '--port', '0'])
    const client = await Promise.race([AbciClient.connect(address), node.exit])
    if (!(client instanceof AbciClient)) throw new Error(`run ${run} ended: ${node.stderr()}`)
    const { lastBlockHeight, lastBlockAppHash } = (await client.ask({ info })).info ?? {}
    if (lastBlockHeight === 2n) {
      expect(bytesToHex(lastBlockAppHash ?? new Uint8Array())).toBe(bytesToHex(appHash))
      restored++
      directory = temporaryDirectory()
    } else expect(lastBlockHeight).toBe(0n)
    const killed = delay((run * 7919) % 120).then(() => node.kill('SIGKILL'))
    try {
      const offered = await client.ask({ offerSnapshot: { snapshot, appHash } })
      expect(offered.offerSnapshot?.result).toBe(lastBlockHeight === 2n ? 2 : ACCEPT)
      for (const [index, chunk] of chunks.entries()) {
        await client.ask({ applySnapshotChunk: { index, chunk, sender: '' } })
      }
    } catch (error) {
      if (!(error instanceof Error) || error.message !== 'the connection was closed') throw error
    }
    await killed
    expect(await node.exit).toBe('SIGKILL')
    client.close()
  }
  if (FULL) expect(restored).toBeGreaterThan(0)
})
