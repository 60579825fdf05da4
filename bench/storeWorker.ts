// A contestant in a process of its own, so that garbage of one does not slow down another.
import { assert } from '../src/primitives/assert.ts'
import { bytesToHex } from '../src/primitives/encoding/hex.ts'
import {
  type Contestant,
  createNaiveContestant,
  createStateContestant,
  createTreeContestant,
} from './contestants.ts'
import { Workload } from './workload.ts'

/**
 * Tasks of a worker. All workers must receive the same tasks in the same order to reach the same
 * root.
 */
export interface Tasks {
  /** Starts with this number of keys. Returns heap bytes per key. */
  fill(keys: number): number
  /** Commits blocks of this number of writes. */
  makeBlocks(blocks: number, writes: number): BlockTimes
  /** Reads random keys of the first `of` keys. Returns microseconds per read. */
  read(count: number, of: number, back?: number): number
  /** Returns microseconds per proof; undefined if the contestant makes none. */
  prove(count: number): number | undefined
  /** Returns the used bytes of the heap. */
  measureHeap(): number
}

export interface BlockTimes {
  /** Milliseconds per block: writes and commit. */
  readonly wholes: readonly number[]
  /** Milliseconds per commit. */
  readonly commits: readonly number[]
  /** Root hash of the last block. */
  readonly root: string
}

export type ContestantName = 'tree' | 'state' | 'naive'

/** A task with its arguments, as sent; `{ answer }` comes back. */
export type TaskCall = readonly [task: keyof Tasks, ...args: readonly (number | undefined)[]]

/**
 * The tree is filled in this number of blocks: larger than usual, but not ordered by key as a
 * whole.
 */
const FILL_BLOCKS = 10

function createTasks<K>(contestant: Contestant<K>): Tasks {
  const workload = new Workload()
  let filled = 0

  function measureHeap(): number {
    assert(globalThis.gc !== undefined, '--expose-gc')
    // Memory outside the heap that the first collection frees is counted only by the second.
    globalThis.gc()
    globalThis.gc()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }

  return {
    measureHeap,
    fill(keys) {
      const before = measureHeap()
      for (let block = 0; block < FILL_BLOCKS; block++) {
        for (const { key, value } of workload.newKeys(keys / FILL_BLOCKS)) {
          contestant.set(contestant.prepare(key), value)
        }
        contestant.commit()
      }
      contestant.forgetPast()
      filled = keys
      return (measureHeap() - before) / keys
    },
    makeBlocks(blocks, writes) {
      const wholes: number[] = []
      const commits: number[] = []
      let root = new Uint8Array()
      for (let i = 0; i < blocks; i++) {
        const block = workload
          .block(writes)
          .map(({ key, value }) => ({ key: contestant.prepare(key), value }))
        const began = performance.now()
        for (const { key, value } of block) contestant.set(key, value)
        const written = performance.now()
        root = Uint8Array.from(contestant.commit())
        const ended = performance.now()
        wholes.push(ended - began)
        commits.push(ended - written)
      }
      return { wholes, commits, root: bytesToHex(root) }
    },
    read(count, of, back) {
      const keys = workload.sample(count, of).map((key) => contestant.prepare(key))
      let found = 0
      const began = performance.now()
      for (const key of keys) if (contestant.get(key, back) !== undefined) found++
      const microseconds = ((performance.now() - began) * 1000) / count
      assert(found === count, 'every key found')
      return microseconds
    },
    prove(count) {
      const keys = workload.sample(count, filled).map((key) => contestant.prepare(key))
      if (contestant.prove === undefined) return undefined
      const began = performance.now()
      for (const key of keys) contestant.prove(key)
      return ((performance.now() - began) * 1000) / count
    },
  }
}

const contestants: Readonly<Record<ContestantName, () => Tasks>> = {
  tree: () => createTasks(createTreeContestant()),
  state: () => createTasks(createStateContestant()),
  naive: () => createTasks(createNaiveContestant()),
}

const tasks = contestants[process.argv[2] as ContestantName]()
process.on('message', ([task, ...args]: TaskCall) => {
  const run = tasks[task] as (...values: readonly (number | undefined)[]) => unknown
  process.send?.({ answer: run(...args) })
})
