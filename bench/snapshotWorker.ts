// Measures snapshots of a chain in a process of its own: `node snapshotWorker.js SLOTS ROUNDS`.
import { createChain } from '../src/chain/createChain.ts'
import type { Genesis } from '../src/chain/genesis/genesis.ts'
import { parseGenesis } from '../src/chain/genesis/parseGenesis.ts'
import { createReferenceExecutor } from '../src/evm/reference/referenceExecutor.ts'
import { signTransaction } from '../src/evm/transaction/signTransaction.ts'
import { parseAddress } from '../src/primitives/address.ts'
import { assert } from '../src/primitives/assert.ts'
import { privateToPublicKey, publicKeyToAddress } from '../src/primitives/crypto/secp256k1.ts'
import { bigIntToBytes } from '../src/primitives/encoding/bytes.ts'
import { silentLogger } from '../src/primitives/logger.ts'
import { fixedClock } from '../src/primitives/time/clock.ts'
import { median } from './figures.ts'

/** Microseconds, one value per round. */
export interface SnapshotFigures {
  readonly snapshotUs: readonly number[]
  readonly revertUs: readonly number[]
  readonly branchUs: readonly number[]
  readonly blockUs: readonly number[]
  readonly copyUs: readonly number[]
  readonly snapshotBytes: number
}

const REPEATS = 200
const HELD_SNAPSHOTS = 10_000
const CONTRACT = parseAddress(`0x${'c0'.repeat(20)}`)
const KEY = bigIntToBytes(1n, 32)

const [slots = 1000, rounds = 5] = process.argv.slice(2).map(Number)
const sender = publicKeyToAddress(privateToPublicKey(KEY))
const chain = createChain({
  genesis: genesisWith(slots),
  executor: createReferenceExecutor(1n),
  clock: fixedClock(1),
  logger: silentLogger,
})
/** Increments slot 0, like a transaction to a large contract. */
const transaction = signTransaction(
  {
    type: 2,
    chainId: 1n,
    nonce: 0n,
    gasLimit: 100_000n,
    to: CONTRACT,
    value: 0n,
    data: new Uint8Array(0),
    maxFeePerGas: 10n ** 12n,
    maxPriorityFeePerGas: 0n,
    accessList: [],
    authorizationList: [],
  },
  KEY,
)

function genesisWith(count: number): Genesis {
  const genesis = parseGenesis({ config: { chainId: 1 }, alloc: {} })
  const account = { balance: 0n, nonce: 0n, code: new Uint8Array(0), storage: [] }
  const storage = Array.from(
    { length: count },
    (_, i) => [bigIntToBytes(BigInt(i), 32), bigIntToBytes(BigInt(i + 1), 32)] as const,
  )
  const code = Uint8Array.of(0x60, 1, 0x60, 0, 0x54, 0x01, 0x60, 0, 0x55)
  return {
    ...genesis,
    alloc: new Map([
      [sender, { ...account, balance: 10n ** 24n }],
      [CONTRACT, { ...account, code, storage }],
    ]),
  }
}

async function timed<T>(into: number[], run: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await run()
  into.push((performance.now() - began) * 1000)
  return result
}

async function measureRound(): Promise<Omit<SnapshotFigures, 'copyUs' | 'snapshotBytes'>> {
  const figures = { snapshotUs: [], revertUs: [], branchUs: [], blockUs: [] }
  for (let i = 0; i < REPEATS; i++) {
    const id = await timed(figures.snapshotUs, () => chain.snapshots.take())
    await timed(figures.blockUs, () => chain.pool.submit(transaction))
    assert(chain.blocks.get(1n) !== undefined, 'a block')
    const branch = await timed(figures.branchUs, () => chain.branch())
    await branch.close()
    await timed(figures.revertUs, () => chain.snapshots.revert(id))
    assert(chain.blocks.get(1n) === undefined, 'no block')
  }
  return figures
}

function measureCopies(): number {
  const map = new Map(Array.from({ length: slots }, (_, i) => [`slot ${i}`, i] as const))
  const times: number[] = []
  let size = 0
  for (let i = 0; i < 5; i++) {
    const began = performance.now()
    size += new Map(map).size
    times.push((performance.now() - began) * 1000)
  }
  assert(size === 5 * slots, 'copies')
  return median(times)
}

function heapBytes(): number {
  assert(globalThis.gc !== undefined, '--expose-gc')
  globalThis.gc()
  return process.memoryUsage().heapUsed
}

async function main(): Promise<SnapshotFigures> {
  const all = { snapshotUs: [], revertUs: [], branchUs: [], blockUs: [], copyUs: [] } as {
    -readonly [K in Exclude<keyof SnapshotFigures, 'snapshotBytes'>]: number[]
  }
  // The first round runs uncompiled code.
  await measureRound()
  for (let round = 0; round < rounds; round++) {
    const figures = await measureRound()
    all.snapshotUs.push(median(figures.snapshotUs))
    all.revertUs.push(median(figures.revertUs))
    all.branchUs.push(median(figures.branchUs))
    all.blockUs.push(median(figures.blockUs))
    all.copyUs.push(measureCopies())
  }
  const before = heapBytes()
  for (let i = 0; i < HELD_SNAPSHOTS; i++) await chain.snapshots.take()
  return { ...all, snapshotBytes: (heapBytes() - before) / HELD_SNAPSHOTS }
}

process.send?.(await main(), () => process.exit(0))
