import { expect, onTestFinished, test } from 'vitest'
import { encodeEvmTransaction } from '../../src/native/codec/evmTransactionBytes.ts'
import { bytesToHex } from '../../src/primitives/encoding/hex.ts'
import { testValidator } from '../support/abci/network.ts'
import {
  type BlockFacts,
  TestApplication,
  type TestApplicationOptions,
} from '../support/abci/testApplication.ts'
import { alice, bob } from '../support/accounts.ts'
import { signed } from '../support/chain.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { COIN } from '../support/genesis.ts'

const validator = testValidator(0)

function facts(height: bigint, seconds = 1_700_000_000n + height): BlockFacts {
  const commit = { round: 0, votes: [] }
  return { height, seconds, nanos: 5, proposer: validator.address, commit, misbehavior: [] }
}

async function open(options: TestApplicationOptions = {}): Promise<TestApplication> {
  const app = await TestApplication.open(options)
  onTestFinished(() => app.close())
  return app
}

test('first start: Info, InitChain, transactions, blocks', async () => {
  const directory = temporaryDirectory()
  const app = await open({ directory })
  expect(await app.info()).toMatchObject({ lastBlockHeight: 0n, appVersion: 1n })
  const started = await app.initChain([validator])
  expect(started.validators).toEqual([{ pubKey: { ed25519: validator.key }, power: 100n }])
  expect(started.consensusParams).toEqual({
    block: { maxBytes: 4_194_304n, maxGas: 100_000_000n },
    version: { app: 1n },
  })
  expect(await app.info()).toMatchObject({ lastBlockHeight: 0n })
  const transfer = signed(alice, { to: bob.address, value: COIN, gasLimit: 21_000n })
  const raw = encodeEvmTransaction(transfer)
  expect(await app.checkTx(raw)).toMatchObject({ code: 0, gasWanted: 21_000n })
  expect(await app.checkTx(raw, 1)).toMatchObject({ code: 0 })
  const block = facts(1n)
  const txs = await app.prepare(block, [raw])
  expect(txs).toEqual([raw])
  expect(await app.process(block, txs)).toBe('accept')
  const done = await app.finalize(block, txs)
  expect(done.txResults).toMatchObject([{ code: 0, gasWanted: 21_000n, gasUsed: 21_000n }])
  expect(await app.info()).toMatchObject({ lastBlockHeight: 0n })
  // The same block again gives the same bytes.
  expect(await app.finalize(block, txs)).toEqual(done)
  await app.commit()
  expect(await app.info()).toMatchObject({ lastBlockHeight: 1n, lastBlockAppHash: done.appHash })
  const { latest } = app.host
  expect(latest?.header).toMatchObject({
    miner: bytesToHex(validator.address),
    timestamp: 1_700_000_001n,
  })
  const second = await app.finalize(facts(2n), [])
  expect(second.txResults).toEqual([])
  await app.close()
  // What was not committed is gone.
  const again = await open({ directory })
  expect(await again.info()).toMatchObject({ lastBlockHeight: 1n, lastBlockAppHash: done.appHash })
  expect(await again.finalize(facts(2n), [])).toEqual(second)
  await again.commit()
})

test('nothing is written before the first Commit', async () => {
  const directory = temporaryDirectory()
  const app = await open({ directory })
  const { appHash } = await app.initChain([validator])
  await app.finalize(facts(1n), [])
  await app.close()
  const again = await open({ directory })
  expect(await again.info()).toMatchObject({ lastBlockHeight: 0n })
  // InitChain comes again, and may be another one.
  expect((await again.initChain([validator], { chainId: 'other' })).appHash).toEqual(appHash)
  await again.finalize(facts(1n), [])
  await again.commit()
  expect(await again.info()).toMatchObject({ lastBlockHeight: 1n })
  expect(again.host.network?.chain.nativeChainId).toBe('other')
})

test('retain_height leaves the kept states, and the blocks after the oldest snapshot', async () => {
  const [plain, keeping, serving] = [
    await open(),
    await open({ directory: temporaryDirectory(), keep: 2 }),
    await open({ directory: temporaryDirectory(), keep: 2, snapshotInterval: 2 }),
  ]
  const heights: (readonly bigint[])[] = []
  for (const app of [plain, keeping, serving]) await app.initChain([validator])
  for (let height = 1n; height <= 6n; height++) {
    const retained: bigint[] = []
    for (const app of [plain, keeping, serving]) {
      await app.finalize(facts(height), [])
      retained.push((await app.commit()).retainHeight)
      await app.snapshots?.idle()
    }
    heights.push(retained)
  }
  // Two snapshots are kept: those of 2 and 4 when block 6 is committed.
  expect(heights).toEqual([
    [0n, 0n, 0n],
    [0n, 1n, 1n],
    [0n, 2n, 2n],
    [0n, 3n, 2n],
    [0n, 4n, 2n],
    [0n, 5n, 2n],
  ])
})
