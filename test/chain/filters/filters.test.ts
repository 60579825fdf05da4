import { describe, expect, test } from 'vitest'
import type { FilterOptions } from '../../../src/chain/filters/filterSpace.ts'
import type { LogQuery } from '../../../src/chain/history/logQuery.ts'
import type { Hash } from '../../../src/primitives/encoding/hex.ts'
import { alice, bob } from '../../support/accounts.ts'
import { anything, FilterScene, IDLE_MS } from '../../support/chain/filters.ts'
import { EMITTER, emit, emitterGenesis, topicOf } from '../../support/chain/logs.ts'
import { signed, testChain } from '../../support/chain.ts'

const at = (number: number) => ({ number: BigInt(number) })
const unknown = `0x${'12'.repeat(32)}` as Hash

function scene(options?: Partial<FilterOptions>): FilterScene {
  return new FilterScene(testChain(emitterGenesis), options)
}

describe('the lifecycle of a filter', () => {
  const states = {
    none: () => '0x1',
    logs: ({ space }: FilterScene) => space.addLogs(anything),
    blocks: ({ space }: FilterScene) => space.addBlocks(),
    transactions: ({ space }: FilterScene) => space.addTransactions({ isFull: false }),
    async removed({ space }: FilterScene) {
      const id = await space.addLogs(anything)
      space.remove(id)
      return id
    },
    async expired(scene: FilterScene) {
      const id = await scene.space.addLogs(anything)
      scene.time += IDLE_MS
      return id
    },
  } as const
  const operations = {
    changes: (scene: FilterScene, id: string) => scene.poll(id),
    logs: (scene: FilterScene, id: string) => scene.all(id),
    remove: ({ space }: FilterScene, id: string) => space.remove(id),
  } as const
  const active = (entries: readonly unknown[]) => ({ answer: entries, isActive: true })
  const gone = { refused: 'FILTER_NOT_FOUND', isActive: false } as const

  /** After one block with two logs before the filter and one log after it. */
  test.each<
    [
      keyof typeof states,
      keyof typeof operations,
      { readonly isActive: boolean; readonly answer?: unknown; readonly refused?: string },
    ]
  >([
    ['none', 'changes', gone],
    ['none', 'logs', gone],
    ['none', 'remove', { answer: false, isActive: false }],
    ['logs', 'changes', active(['+2/0'])],
    ['logs', 'logs', active(['1/0', '1/1', '2/0'])],
    ['logs', 'remove', { answer: true, isActive: false }],
    ['blocks', 'changes', active([expect.stringMatching(/^0x\w{64}$/)])],
    ['blocks', 'logs', { refused: 'NOT_A_LOG_FILTER', isActive: true }],
    ['blocks', 'remove', { answer: true, isActive: false }],
    ['transactions', 'changes', active([expect.stringMatching(/^0x\w{64}$/)])],
    ['transactions', 'logs', { refused: 'NOT_A_LOG_FILTER', isActive: true }],
    ['transactions', 'remove', { answer: true, isActive: false }],
    ['removed', 'changes', gone],
    ['removed', 'logs', gone],
    ['removed', 'remove', { answer: false, isActive: false }],
    ['expired', 'changes', gone],
    ['expired', 'logs', gone],
    ['expired', 'remove', { answer: false, isActive: false }],
  ])('%s, %s', async (state, operation, { answer, refused, isActive }) => {
    const made = scene()
    await emit(made.chain, 2)
    const id = await states[state](made)
    await emit(made.chain, 1)
    const outcome = (async (): Promise<unknown> => operations[operation](made, id))()
    if (refused === undefined) expect(await outcome).toEqual(answer)
    else await expect(outcome).rejects.toMatchObject({ code: refused })
    expect(made.space.remove(id)).toBe(isActive)
  })

  test('a polled filter does not expire', async () => {
    const made = scene()
    const id = await made.space.addLogs(anything)
    for (const operation of [operations.changes, operations.logs, operations.changes]) {
      made.time += IDLE_MS - 1
      await operation(made, id)
    }
    made.time += IDLE_MS
    await expect(made.poll(id)).rejects.toMatchObject({ code: 'FILTER_NOT_FOUND' })
  })

  test('ids are unique', async () => {
    const { space } = scene({ maxFilters: 1_000 })
    const ids = Array.from({ length: 1_000 }, () => space.addBlocks())
    expect(new Set(ids).size).toBe(1_000)
    for (const id of ids) expect(id).toMatch(/^0x[1-9a-f][0-9a-f]{0,31}$/)
  })

  test('limits the number of filters without expired ones', async () => {
    const made = scene({ maxFilters: 2 })
    const first = made.space.addBlocks()
    made.time += IDLE_MS / 2
    made.space.addBlocks()
    expect(() => made.space.addBlocks()).toThrow(
      expect.objectContaining({ details: { code: 'TOO_MANY_FILTERS', limit: 2, idleMs: IDLE_MS } }),
    )
    made.time += IDLE_MS / 2
    const third = made.space.addBlocks()
    expect([made.space.remove(first), made.space.remove(third)]).toEqual([false, true])
  })

  test('no filter survives its space', async () => {
    const { space } = scene()
    const id = space.addBlocks()
    space.close()
    space.close()
    expect(space.remove(id)).toBe(false)
  })
})

describe('a filter of logs', () => {
  test('reports only matching logs', async () => {
    const made = scene()
    const { chain, space } = made
    const wanted = await space.addLogs({
      criteria: { addresses: [EMITTER], topics: [[topicOf(2)]] },
    })
    const others = await space.addLogs({ criteria: { addresses: [alice.address], topics: [] } })
    const id = await chain.snapshots.take()
    for (const topic of [1, 2, 3]) await emit(chain, 1, topic)
    expect([await made.poll(wanted), await made.poll(others)]).toEqual([['+2/0'], []])
    await chain.snapshots.revert(id)
    expect([await made.poll(wanted), await made.poll(others)]).toEqual([['-2/0'], []])
  })

  test('starts at its creation without a first block in the past, and has no end', async () => {
    const made = scene()
    await emit(made.chain)
    const ranges: readonly Partial<LogQuery>[] = [
      {},
      { fromBlock: at(2) },
      { fromBlock: { tag: 'latest' }, toBlock: { tag: 'earliest' } },
      { toBlock: { tag: 'pending' } },
    ]
    const ids = await Promise.all(
      ranges.map((range) => made.space.addLogs({ ...anything, ...range })),
    )
    await emit(made.chain)
    for (const id of ids) expect(await made.poll(id)).toEqual(['+2/0'])
  })

  test('reports the logs from its first block on, once', async () => {
    const made = scene()
    for (let i = 0; i < 3; i++) await emit(made.chain)
    const ranges: readonly Partial<LogQuery>[] = [
      { fromBlock: { tag: 'earliest' } },
      { fromBlock: at(2), toBlock: { tag: 'latest' } },
      { fromBlock: at(0), toBlock: at(2) },
    ]
    const ids = await Promise.all(
      ranges.map((range) => made.space.addLogs({ ...anything, ...range })),
    )
    await emit(made.chain)
    const all = ['+1/0', '+2/0', '+3/0', '+4/0']
    const wanted = [all, all.slice(1), all.slice(0, 2)]
    expect(await Promise.all(ids.map((id) => made.poll(id)))).toEqual(wanted)
    expect(await Promise.all(ids.map((id) => made.poll(id)))).toEqual([[], [], []])
  })

  test('reports at most the limit of logs in one poll, the rest in the next ones', async () => {
    const made = new FilterScene(testChain(emitterGenesis), {
      limits: { maxLogs: 3, maxBlocks: 1 },
    })
    const id = await made.space.addLogs(anything)
    for (let i = 0; i < 2; i++) await emit(made.chain, 4)
    expect(await made.poll(id)).toEqual(['+1/0', '+1/1', '+1/2'])
    expect(await made.poll(id)).toEqual(['+1/3', '+2/0', '+2/1'])
    expect(await made.poll(id)).toEqual(['+2/2', '+2/3'])
    expect(await made.poll(id)).toEqual([])
  })

  test('restricts blocks to its numbers', async () => {
    const made = scene()
    const { chain, space } = made
    const id = await space.addLogs({ ...anything, fromBlock: at(2), toBlock: at(3) })
    const snapshot = await chain.snapshots.take()
    await emit(chain)
    expect([await made.poll(id), await made.all(id)]).toEqual([[], []])
    for (let i = 0; i < 3; i++) await emit(chain)
    expect([await made.poll(id), await made.all(id)]).toEqual([
      ['+2/0', '+3/0'],
      ['2/0', '3/0'],
    ])
    await emit(chain)
    expect(await made.poll(id)).toEqual([])
    await chain.snapshots.revert(snapshot)
    expect(await made.poll(id)).toEqual(['-2/0', '-3/0'])
  })

  test('for one block reports its logs once', async () => {
    const made = scene()
    const { chain, space } = made
    await emit(chain, 2)
    const blockHash = chain.blocks.latest.hash
    const id = await space.addLogs({ ...anything, blockHash })
    await emit(chain)
    expect(await made.poll(id)).toEqual(['+1/0', '+1/1'])
    expect(await made.poll(id)).toEqual([])
    expect(await made.all(id)).toEqual(['1/0', '1/1'])
  })

  test('for one removed block reports nothing', async () => {
    const made = scene()
    const { chain, space } = made
    const snapshot = await chain.snapshots.take()
    await emit(chain, 2)
    const id = await space.addLogs({ ...anything, blockHash: chain.blocks.latest.hash })
    await chain.snapshots.revert(snapshot)
    expect(await made.poll(id)).toEqual([])
    await expect(made.all(id)).rejects.toMatchObject({ code: 'UNKNOWN_BLOCK' })
  })

  test('rejects reversed numbers and an unknown block', async () => {
    const { space } = scene()
    const reversed = { ...anything, fromBlock: at(9), toBlock: at(8) }
    await expect(space.addLogs(reversed)).rejects.toThrow(
      expect.objectContaining({ details: { code: 'LOG_RANGE_REVERSED', from: 9n, to: 8n } }),
    )
    await expect(space.addLogs({ ...anything, blockHash: unknown })).rejects.toThrow(
      expect.objectContaining({ details: { code: 'UNKNOWN_BLOCK', hash: unknown } }),
    )
  })

  test('returns all logs repeatedly, with a limit', async () => {
    const made = scene({ limits: { maxLogs: 2, maxBlocks: 2 } })
    const { chain, space } = made
    await emit(chain)
    const id = await space.addLogs(anything)
    await emit(chain)
    for (let i = 0; i < 2; i++) expect(await made.all(id)).toEqual(['1/0', '2/0'])
    await emit(chain, 3)
    await expect(made.all(id)).rejects.toMatchObject({ code: 'TOO_MANY_LOGS' })
    expect(await made.poll(id)).toEqual(['+2/0', '+3/0'])
    expect(await made.poll(id)).toEqual(['+3/1', '+3/2'])
  })
})

describe('a filter of transactions', () => {
  test('reports accepted transactions whatever their later state', async () => {
    const made = scene()
    const { chain, space } = made
    const [hashes, whole] = [false, true].map((isFull) => space.addTransactions({ isFull }))
    const snapshot = await chain.snapshots.take()
    const [mined, waits] = [0n, 5n].map((nonce) => signed(alice, { nonce, to: bob.address }))
    if (!(mined && waits && hashes && whole)) throw new Error('two of each')
    for (const transaction of [mined, waits]) await chain.pool.submit(transaction)
    await expect(chain.pool.submit(mined)).rejects.toThrow()
    await chain.snapshots.revert(snapshot)
    expect(await made.poll(hashes)).toEqual([mined.hash, waits.hash])
    expect(await made.poll(whole)).toEqual([mined, waits])
    expect([await made.poll(hashes), await made.poll(whole)]).toEqual([[], []])
  })

  test('expires when too many transactions are unread', async () => {
    const made = scene({ maxWaiting: 2 })
    const { chain, space } = made
    const [polled, late] = [0, 1].map(() => space.addTransactions({ isFull: false }))
    if (!(polled && late)) throw new Error('two')
    for (let i = 0; i < 2; i++) await emit(chain)
    expect(await made.poll(polled)).toHaveLength(2)
    await emit(chain)
    expect(await made.poll(polled)).toHaveLength(1)
    await expect(made.poll(late)).rejects.toMatchObject({ code: 'FILTER_NOT_FOUND' })
    expect(made.logged).toEqual([`removed filter ${late}: more than 2 pending transactions`])
  })
})

test('a branch has separate filters', async () => {
  const trunk = scene()
  await emit(trunk.chain)
  const branch = new FilterScene(await trunk.chain.branch())
  const ids = await Promise.all([trunk, branch].map(({ space }) => space.addLogs(anything)))
  const [trunkId, branchId] = ids
  if (trunkId === undefined || branchId === undefined) throw new Error('two')
  await emit(branch.chain, 2)
  await emit(trunk.chain, 1, 9)
  expect(await trunk.poll(trunkId)).toEqual(['+2/0'])
  expect(await branch.poll(branchId)).toEqual(['+2/0', '+2/1'])
  expect(branch.space.remove(trunkId)).toBe(false)
})

test('undo repeats the changes unless later ones were reported', async () => {
  const filters = scene()
  const { space, chain } = filters
  await emit(chain, 1)
  const ids = [
    await space.addLogs(anything),
    space.addBlocks(),
    space.addTransactions({ isFull: false }),
    await space.addLogs({ ...anything, blockHash: chain.blocks.latest.hash }),
  ]
  await emit(chain, 2)
  for (const id of ids) {
    ;(await space.changes(id)).undo()
    const late = await space.changes(id)
    late.undo()
    const told = await filters.poll(id)
    expect(told.length).toBeGreaterThan(0)
    expect(await filters.poll(id)).toEqual([])
  }
  const [id = ''] = ids
  await emit(chain, 1)
  const failed = await space.changes(id)
  await emit(chain, 1)
  expect(await filters.poll(id)).toEqual(['+4/0'])
  failed.undo()
  expect(await filters.poll(id)).toEqual([])
})
