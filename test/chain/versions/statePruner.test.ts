import { describe, expect, test } from 'vitest'
import type { SealedBlock } from '../../../src/chain/block/block.ts'
import type { ChainStore } from '../../../src/chain/chainStore.ts'
import type { History } from '../../../src/chain/history/history.ts'
import { StatePruner } from '../../../src/chain/versions/statePruner.ts'
import type { Logger } from '../../../src/primitives/logger.ts'
import { silentLogger } from '../../../src/primitives/logger.ts'
import type { StateDatabase } from '../../../src/state/stateDatabase.ts'
import type { Multistore } from '../../../src/store/multistore.ts'

/** Positions of the parts, and calls to them. */
interface Scene {
  readonly latest?: number
  readonly earliest?: number
  readonly keep?: number | undefined
  readonly onDisk?: boolean
  /** What pruning fails with. */
  readonly failure?: Error
}

/** A chain whose block n has made version 2n. */
function sceneOf({ latest = 10, earliest = 1, keep, onDisk = false, failure }: Scene) {
  const done: unknown[] = []
  const forgotten: unknown[] = []
  const stores: Partial<Multistore> = {
    earliest,
    prune(end, most) {
      if (failure !== undefined) throw failure
      done.push(['prune', end, most])
    },
    forgetLeft: () => void forgotten.push('left'),
    forgetPast: () => void done.push('stores forget'),
  }
  const blockOf = (number: number) => ({ number, version: 2 * number }) as Partial<SealedBlock>
  const history: Partial<History> = {
    latest: blockOf(latest) as SealedBlock,
    byNumber: (number) => (number < 1n ? undefined : (blockOf(Number(number)) as SealedBlock)),
    forgetPast: () => void done.push('history forgets'),
  }
  const store: Partial<ChainStore> = { discard: () => void done.push('discard') }
  const logger: Logger = { ...silentLogger, error: (text, error) => void done.push([text, error]) }
  const pruner = new StatePruner({
    states: { stores } as StateDatabase,
    history: history as History,
    ...(onDisk && { store: store as ChainStore }),
    logger,
    keep,
  })
  return { pruner, done, forgotten }
}

describe('states of old blocks are pruned', () => {
  test('up to the first kept one, 64 versions per block', () => {
    // Of the blocks 8, 9 and 10 the first has version 16.
    const { pruner, done } = sceneOf({ keep: 3 })
    expect(pruner.prune(2)).toBe(false)
    expect(pruner.prune(0)).toBe(false)
    expect(pruner.prune(1)).toBe(false)
    expect(done).toEqual([
      ['prune', 16, 128],
      ['prune', 16, 64],
      ['prune', 16, 64],
    ])
  })

  test.each<readonly [string, Scene]>([
    ['all are kept', {}],
    ['there are as few', { keep: 11 }],
    ['they have gone already', { keep: 3, earliest: 16 }],
    ['more have gone', { keep: 3, earliest: 17 }],
  ])('not where %s', (_, scene) => {
    const { pruner, done } = sceneOf(scene)
    pruner.prune(1)
    expect(done).toEqual([])
  })

  test('if they are one version older than the first kept one', () => {
    const { pruner, done } = sceneOf({ keep: 3, earliest: 15 })
    pruner.prune(1)
    expect(done).toEqual([['prune', 16, 64]])
  })

  test.each(['leases', 'readLeases'] as const)('unless they are %s', (kind) => {
    const { pruner, done } = sceneOf({ keep: 3 })
    const release = pruner[kind].lease(12)
    pruner[kind].lease(14)
    pruner.prune(1)
    release()
    pruner.prune(1)
    expect(done).toEqual([
      ['prune', 12, 64],
      ['prune', 14, 64],
    ])
  })

  test('unless that fails, and the failure is logged', () => {
    const failure = new Error('damaged')
    for (const onDisk of [true, false]) {
      const { pruner, done } = sceneOf({ keep: 3, failure, onDisk })
      const release = pruner.leases.lease(16)
      expect(pruner.prune(1)).toBe(false)
      release()
      const logged = ['pruning states before block 8 failed', failure]
      expect(done).toEqual(onDisk ? [logged, 'discard'] : [logged])
    }
  })
})

describe('past positions are dropped', () => {
  test('on disk, unless they are in use', () => {
    const { pruner, done } = sceneOf({ onDisk: true })
    const release = pruner.leases.lease(3)
    expect(pruner.prune(1)).toBe(false)
    expect(done).toEqual([])
    release()
    expect(pruner.prune(1)).toBe(true)
    expect(done).toEqual(['stores forget', 'history forgets'])
  })

  test('not in memory', () => {
    const { pruner, done } = sceneOf({})
    expect(pruner.prune(1)).toBe(false)
    expect(done).toEqual([])
  })
})

test('a version is leased during a read', async () => {
  const { pruner } = sceneOf({})
  const seen = await pruner.reading(5, async () => pruner.readLeases.oldest)
  expect(seen).toBe(5)
  expect(pruner.readLeases.isEmpty).toBe(true)
  const failing = pruner.reading(5, async () => {
    throw new Error('failed')
  })
  await expect(failing).rejects.toThrow('failed')
  expect(pruner.readLeases.isEmpty).toBe(true)
})

test('after a move, leases cover common versions, or none', () => {
  const { pruner } = sceneOf({})
  for (const leases of [pruner.leases, pruner.readLeases]) leases.lease(9)
  pruner.forkAt(4)
  expect([pruner.leases.oldest, pruner.readLeases.oldest]).toEqual([4, 4])
  pruner.forkAt(undefined)
  expect([pruner.leases.isEmpty, pruner.readLeases.isEmpty]).toEqual([true, true])
})

test('removed versions stay while anything is read', async () => {
  const { pruner, forgotten } = sceneOf({})
  await pruner.reading(3, async () => {
    pruner.prune(1)
    expect(forgotten).toEqual([])
  })
  pruner.prune(1)
  expect(forgotten).toEqual(['left'])
})
