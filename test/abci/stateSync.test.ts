import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sha256 } from '../../src/primitives/crypto/sha256.ts'
import { bytesToHex } from '../../src/primitives/encoding/hex.ts'
import { testValidator } from '../support/abci/network.ts'
import { TestApplication, type TestApplicationOptions } from '../support/abci/testApplication.ts'
import { TestNetwork } from '../support/abci/testNetwork.ts'
import { alice, bob } from '../support/accounts.ts'
import { signed } from '../support/chain.ts'
import { temporaryDirectory } from '../support/directory.ts'

const ACCEPT = 1
const ABORT = 2
const RETRY = 3
const REJECT = 3
const REJECT_FORMAT = 4
const REJECT_SNAPSHOT = 5

async function open(options: TestApplicationOptions = {}): Promise<TestApplication> {
  const app = await TestApplication.open(options)
  onTestFinished(() => app.close())
  return app
}

/** A network with two nodes, one of which does not index, and five blocks. */
async function servingNetwork(): Promise<TestNetwork> {
  const apps = [
    await open({ directory: temporaryDirectory(), snapshotInterval: 2 }),
    await open({
      directory: temporaryDirectory(),
      snapshotInterval: 2,
      settings: { hasAddressIndex: false },
    }),
  ]
  const made = new TestNetwork(apps, [testValidator(0)])
  await made.start()
  for (let nonce = 0n; nonce < 5n; nonce++) {
    await made.block({ txs: [signed(alice, { to: bob.address, nonce, value: 7n }).raw] })
    for (const app of apps) await app.snapshots?.idle()
  }
  return made
}

async function listOf(app: TestApplication | undefined) {
  const answer = await app?.ask({ listSnapshots: {} }, 'listSnapshots')
  return answer?.snapshots ?? []
}

async function chunkOf(app: TestApplication | undefined, height: bigint, chunk: number) {
  const loadSnapshotChunk = { height, format: 1, chunk }
  const answer = await app?.ask({ loadSnapshotChunk }, 'loadSnapshotChunk')
  return answer?.chunk ?? new Uint8Array()
}

async function apply(app: TestApplication, index: number, chunk: Uint8Array) {
  return app.ask({ applySnapshotChunk: { index, chunk, sender: 'peer' } }, 'applySnapshotChunk')
}

test('all nodes serve the same snapshots, and an empty one continues from there', async () => {
  const made = await servingNetwork()
  const [first, second] = made.apps
  const list = await listOf(first)
  expect(list.map(({ height, format }) => [height, format])).toEqual([
    [4n, 1],
    [2n, 1],
  ])
  expect(await listOf(second)).toEqual(list)
  expect(await chunkOf(first, 4n, 99)).toEqual(new Uint8Array())
  const [snapshot] = list
  if (snapshot === undefined) throw new Error('no snapshot')
  expect(snapshot.chunks).toBeGreaterThan(2)
  const appHash = made.decisions[3]?.answer.appHash ?? new Uint8Array()
  const joining = await open({ directory: temporaryDirectory() })
  const offer = async (changes: object, hash = appHash) => {
    const offerSnapshot = { snapshot: { ...snapshot, ...changes }, appHash: hash }
    return (await joining.ask({ offerSnapshot }, 'offerSnapshot')).result
  }
  expect(await offer({ format: 9 })).toBe(REJECT_FORMAT)
  expect(await offer({ hash: Uint8Array.of(1) })).toBe(REJECT)
  // More chunks than there may be, or other ones than the metadata have.
  for (const chunks of [0, snapshot.chunks - 1, snapshot.chunks + 1, 1025]) {
    expect(await offer({ chunks })).toBe(REJECT)
  }
  const metadata = new Uint8Array(1025 * 32)
  const many = { chunks: 1025, metadata, hash: sha256(metadata) }
  expect(await offer(many)).toBe(REJECT)
  expect(await offer({}, appHash.subarray(1))).toBe(REJECT)
  expect((await apply(joining, 0, new Uint8Array())).result).toBe(ABORT)
  // A snapshot of another app hash is refused at the end, and leaves an empty node.
  const wrong = made.decisions[2]?.answer.appHash
  expect(await offer({}, wrong)).toBe(ACCEPT)
  const results: number[] = []
  for (let index = 0; index < snapshot.chunks; index++) {
    results.push((await apply(joining, index, await chunkOf(first, 4n, index))).result)
  }
  expect(results.at(-1)).toBe(REJECT_SNAPSHOT)
  expect(await joining.info()).toMatchObject({ lastBlockHeight: 0n })
  expect(await offer({})).toBe(ACCEPT)
  // A chunk that is cut, that of another place, and none: each is fetched again, from others.
  const good = await chunkOf(first, 4n, 0)
  for (const bad of [good.subarray(1), await chunkOf(first, 4n, 1), new Uint8Array()]) {
    expect(await apply(joining, 0, bad)).toEqual({
      result: RETRY,
      refetchChunks: [0],
      rejectSenders: ['peer'],
    })
  }
  expect((await apply(joining, snapshot.chunks, good)).result).toBe(RETRY)
  for (let index = 0; index < snapshot.chunks; index++) {
    const chunk = await chunkOf(index % 2 === 0 ? first : second, 4n, index)
    expect((await apply(joining, index, chunk)).result).toBe(ACCEPT)
  }
  expect(await joining.info()).toMatchObject({ lastBlockHeight: 4n, appVersion: 1n })
  expect(bytesToHex((await joining.info()).lastBlockAppHash)).toBe(bytesToHex(appHash))
  await made.catchUp(joining)
  made.apps.push(joining)
  await made.block({ txs: [signed(alice, { to: bob.address, nonce: 5n, value: 7n }).raw] })
  // It can be restarted, and refuses another snapshot.
  expect(await offer({})).toBe(ABORT)
})

test('an unfinished restore of a killed process is removed', async () => {
  const made = await servingNetwork()
  const [serving] = made.apps
  const [snapshot] = await listOf(serving)
  if (snapshot === undefined) throw new Error('no snapshot')
  const directory = join(temporaryDirectory(), 'db')
  // Killed while it removed its empty database, filled the new one, or received chunks.
  for (const suffix of ['removed', 'unfinished', 'chunks']) {
    mkdirSync(`${directory}.${suffix}`)
    if (suffix !== 'unfinished') writeFileSync(join(`${directory}.${suffix}`, '000003.log'), 'x')
  }
  const joining = await open({ directory })
  expect(await joining.info()).toMatchObject({ lastBlockHeight: 0n })
  const appHash = made.decisions[3]?.answer.appHash ?? new Uint8Array()
  const offerSnapshot = { snapshot, appHash }
  expect((await joining.ask({ offerSnapshot }, 'offerSnapshot')).result).toBe(ACCEPT)
  for (let index = 0; index < snapshot.chunks; index++) {
    await apply(joining, index, await chunkOf(serving, 4n, index))
  }
  expect(await joining.info()).toMatchObject({ lastBlockHeight: 4n })
  expect(readdirSync(dirname(directory)).sort()).toEqual(['db'])
})
