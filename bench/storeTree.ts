import type { Row, Series } from './figures.ts'
import { median } from './figures.ts'
import type { BlockTimes, Tasks } from './storeWorker.ts'
import { startWorker, type WorkerProcess } from './workerProcess.ts'

const BLOCK_WRITES = 1000
const BLOCKS = 20
const SMALL_BLOCK_WRITES = 5
const READS = 100_000
/** Keys that are read repeatedly, like those of a block. */
const HOT_KEYS = 1000
const PROOFS = 2000
const BACK = 1000
/** Blocks per round, so that old versions exist for later reads. */
const smallBlocks = (rounds: number): number => Math.ceil(BACK / rounds)

/** Measurements of the contestants, one value per round. */
class Figures {
  readonly setsPerSecond: number[] = []
  readonly commitMs: number[] = []
  readonly smallBlockUs: number[] = []
  readonly hotReadUs: number[] = []
  readonly readUs: number[] = []
  readonly oldReadUs: number[] = []
  readonly proofsPerSecond: number[] = []
  bytesPerKey = Number.NaN
  bytesPerVersion = Number.NaN
}

interface Runner {
  readonly worker: WorkerProcess<Tasks>
  readonly figures: Figures
}

/**
 * The tree and its peer, both with all versions, and the flat state in front of the tree: the same
 * blocks in turns, with the same root hash after each turn.
 */
export async function benchTree(keys: number, rounds: number): Promise<Row[]> {
  const start = (name: 'tree' | 'state' | 'naive'): Runner => ({
    worker: startWorker<Tasks>('storeWorker', name, 2000 + keys / 125),
    figures: new Figures(),
  })
  const runners = { tree: start('tree'), state: start('state'), naive: start('naive') }
  const all = Object.values(runners)
  try {
    await Promise.all(
      all.map(async ({ worker, figures }) => {
        figures.bytesPerKey = await worker.run('fill', keys)
      }),
    )
    // The first round runs uncompiled code and does not count.
    await inTurn(all, makeBlocks)
    for (let round = 0; round < rounds; round++) {
      await inTurn(all, (runner) => measureBlocks(runner, smallBlocks(rounds)))
      for (const runner of all) await measureReads(runner, keys)
    }
    for (let round = 0; round < rounds; round++) {
      for (const runner of all) await measurePast(runner, keys)
    }
    await inTurn(all, measureGrowth)
  } finally {
    for (const { worker } of all) worker.stop()
  }
  return rowsOf(runners.tree.figures, runners.state.figures, runners.naive.figures, keys)
}

/** Makes each contestant commit blocks. @throws Error unless all have the same root hash */
async function inTurn(
  runners: readonly Runner[],
  make: (runner: Runner) => Promise<BlockTimes>,
): Promise<void> {
  const roots = new Set<string>()
  for (const runner of runners) roots.add((await make(runner)).root)
  if (roots.size > 1) throw new Error(`the root hashes differ: ${[...roots].join(', ')}`)
}

function makeBlocks({ worker }: Runner): Promise<BlockTimes> {
  return worker.run('makeBlocks', BLOCKS, BLOCK_WRITES)
}

async function measureBlocks({ worker, figures }: Runner, small: number): Promise<BlockTimes> {
  const blocks = await makeBlocks({ worker, figures })
  const seconds = blocks.wholes.reduce((sum, ms) => sum + ms) / 1000
  figures.setsPerSecond.push((BLOCKS * BLOCK_WRITES) / seconds)
  figures.commitMs.push(median(blocks.commits))
  const last = await worker.run('makeBlocks', small, SMALL_BLOCK_WRITES)
  figures.smallBlockUs.push(median(last.wholes) * 1000)
  return last
}

async function measureReads({ worker, figures }: Runner, keys: number): Promise<void> {
  figures.hotReadUs.push(await worker.run('read', READS, HOT_KEYS))
  figures.readUs.push(await worker.run('read', READS, keys))
}

async function measurePast({ worker, figures }: Runner, keys: number): Promise<void> {
  figures.oldReadUs.push(await worker.run('read', READS, keys, BACK))
  const microseconds = await worker.run('prove', PROOFS)
  if (microseconds !== undefined) figures.proofsPerSecond.push(1e6 / microseconds)
}

async function measureGrowth({ worker, figures }: Runner): Promise<BlockTimes> {
  const before = await worker.run('measureHeap')
  const blocks = await worker.run('makeBlocks', BLOCKS, BLOCK_WRITES)
  figures.bytesPerVersion = ((await worker.run('measureHeap')) - before) / BLOCKS
  return blocks
}

function rowsOf(tree: Figures, state: Figures, naive: Figures, keys: number): Row[] {
  const at = `${keys.toLocaleString('en')} keys: `
  const row = (
    what: string,
    unit: string,
    pick: (figures: Figures) => readonly number[],
    { ours = tree, peer = true, goal }: { ours?: Figures; peer?: boolean; goal?: string } = {},
  ): Row => {
    const series = (figures: Figures): Series => ({ unit, values: pick(figures) })
    return {
      what: at + what,
      ours: series(ours),
      ...(peer && { peer: series(naive) }),
      ...(goal !== undefined && { goal }),
    }
  }
  const isLarge = keys >= 1_000_000
  return [
    row('blocks of 1,000 writes, all in', 'sets/s', (f) => f.setsPerSecond, {
      goal: isLarge ? '≥ 60,000' : '≥ 100,000',
    }),
    row('the same through the flat state', 'sets/s', (f) => f.setsPerSecond, { ours: state }),
    row('commit of such a block', 'ms', (f) => f.commitMs),
    row('block of 5 writes, all in', 'µs', (f) => f.smallBlockUs, { goal: '< 150' }),
    row('the same through the flat state', 'µs', (f) => f.smallBlockUs, { ours: state }),
    row('newest read of 1,000 hot keys, flat state', 'µs', (f) => f.hotReadUs, {
      ours: state,
      goal: '< 0.5',
    }),
    row('newest read of any key, flat state', 'µs', (f) => f.readUs, { ours: state }),
    row('newest read of any key, tree', 'µs', (f) => f.readUs),
    row('read of any key 1,000 versions back', 'µs', (f) => f.oldReadUs),
    row('proofs', '/s', (f) => f.proofsPerSecond, { peer: false, goal: '> 10,000' }),
    row('memory of a key with its value', 'bytes', (f) => [f.bytesPerKey]),
    row('memory of a version of 1,000 writes', 'bytes', (f) => [f.bytesPerVersion]),
  ]
}
