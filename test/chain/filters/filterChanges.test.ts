import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import type { LogChange } from '../../../src/chain/filters/logFilter.ts'
import { DEFAULT_LOG_LIMITS } from '../../../src/chain/history/logQuery.ts'
import type { Hash } from '../../../src/primitives/encoding/hex.ts'
import { alice, bob } from '../../support/accounts.ts'
import { anything, FilterScene } from '../../support/chain/filters.ts'
import { emit, emitterGenesis, flattened } from '../../support/chain/logs.ts'
import { openTestChain, signed, testChain } from '../../support/chain.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { runs } from '../../support/runs.ts'

const at = (number: number) => ({ number: BigInt(number) })
const inMemory = async () => testChain(emitterGenesis)
const inDirectory = () => openTestChain(temporaryDirectory(), { genesis: emitterGenesis })

describe.each([
  ['in memory', inMemory],
  ['in a directory', inDirectory],
])('on a chain %s', (_, open) => {
  test('reports each change once', async () => {
    const made = new FilterScene(await open())
    const { chain, space } = made
    await emit(chain, 3)
    const [logs, blocks] = [await space.addLogs(anything), space.addBlocks()]
    expect([await made.poll(logs), await made.poll(blocks)]).toEqual([[], []])
    await emit(chain, 2)
    await chain.pool.submit(signed(bob, { to: alice.address }))
    expect(await made.poll(logs)).toEqual(['+2/0', '+2/1'])
    expect(await made.poll(blocks)).toEqual(made.hashes(2, 3))
    await emit(chain, 1)
    expect(await made.poll(logs)).toEqual(['+4/0'])
    expect(await made.poll(blocks)).toEqual(made.hashes(4))
    expect([await made.poll(logs), await made.poll(blocks)]).toEqual([[], []])
  })

  test('two concurrent polls report nothing twice', async () => {
    const made = new FilterScene(await open())
    const { chain, space } = made
    const [logs, blocks] = [await space.addLogs(anything), space.addBlocks()]
    await emit(chain, 2)
    const polls = [logs, logs, blocks, blocks].map((id) => made.poll(id))
    const [block] = made.hashes(1)
    await emit(chain, 1)
    const [first = [], second = [], ...ofBlocks] = await Promise.all(polls)
    expect(ofBlocks).toEqual([[block], []])
    // The second poll waits for the first one, and may see the block after it.
    const rest = await made.poll(logs)
    expect([...first, ...second, ...rest]).toEqual(['+1/0', '+1/1', '+2/0'])
    expect(await made.poll(blocks)).toEqual(made.hashes(2))
  })

  test('reports logs of removed blocks as removed, oldest block first', async () => {
    const made = new FilterScene(await open())
    const { chain, space } = made
    await emit(chain, 1)
    const id = await chain.snapshots.take()
    const [logs, blocks] = [await space.addLogs(anything), space.addBlocks()]
    await emit(chain, 2)
    await emit(chain, 1)
    await made.poll(logs)
    await made.poll(blocks)
    await chain.snapshots.revert(id)
    expect(await made.poll(blocks)).toEqual([])
    await emit(chain, 1, 7)
    expect(await made.poll(logs)).toEqual(['-2/0', '-2/1', '-3/0', '+2/0'])
    expect(await made.poll(blocks)).toEqual(made.hashes(2))
  })

  test('reports removed logs from before the filter', async () => {
    const made = new FilterScene(await open())
    const { chain, space } = made
    const id = await chain.snapshots.take()
    await emit(chain, 1)
    const logs = await space.addLogs(anything)
    await chain.snapshots.revert(id)
    expect(await made.poll(logs)).toEqual(['-1/0'])
    expect(await made.poll(logs)).toEqual([])
  })

  test('does not report blocks that were added and removed between two polls', async () => {
    const made = new FilterScene(await open())
    const { chain, space } = made
    const [logs, blocks] = [await space.addLogs(anything), space.addBlocks()]
    const id = await chain.snapshots.take()
    await emit(chain, 2)
    await chain.snapshots.revert(id)
    expect([await made.poll(logs), await made.poll(blocks)]).toEqual([[], []])
  })

  test('does not report blocks that were removed and restored by a kept snapshot', async () => {
    const made = new FilterScene(await open())
    const { chain, space } = made
    const start = await chain.snapshots.take({ keep: true })
    await emit(chain, 1)
    await emit(chain, 2)
    const end = await chain.snapshots.take({ keep: true })
    const [logs, blocks] = [await space.addLogs(anything), space.addBlocks()]
    await chain.snapshots.revert(start)
    await emit(chain, 3, 5)
    await chain.snapshots.revert(end)
    expect([await made.poll(logs), await made.poll(blocks)]).toEqual([[], []])
    await chain.snapshots.revert(start)
    expect(await made.poll(logs)).toEqual(['-1/0', '-2/0', '-2/1'])
    await chain.snapshots.revert(end)
    expect(await made.poll(logs)).toEqual(['+1/0', '+2/0', '+2/1'])
    expect(await made.poll(blocks)).toEqual([])
  })

  test('reconstructs the chain from the changes', async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.nat(3).map((count) => ({ do: 'emit' as const, count })) },
      { weight: 2, arbitrary: fc.boolean().map((keep) => ({ do: 'snapshot' as const, keep })) },
      { weight: 3, arbitrary: fc.nat(5).map((which) => ({ do: 'revert' as const, which })) },
      { weight: 3, arbitrary: fc.constant({ do: 'poll' as const }) },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          past: fc.nat(2),
          from: fc.constantFrom(undefined, 0n, 1n, 2n, 4n, 'earliest' as const),
          maxLogs: fc.constantFrom(1, 2, 3, 10_000),
        }),
        fc.array(step, { maxLength: 25, size: 'max' }),
        async ({ past, from, maxLogs }, steps) => {
          const limits = { ...DEFAULT_LOG_LIMITS, maxLogs }
          const made = new FilterScene(await open(), { limits })
          const { chain, space } = made
          for (let i = 0; i < past; i++) await emit(chain, 2)
          const fromBlock = from === 'earliest' ? { tag: from } : from && { number: from }
          const query = {
            ...anything,
            ...(from !== undefined && { fromBlock: fromBlock || at(0) }),
          }
          const [logs, blocks] = [await space.addLogs(query), space.addBlocks()]
          const lowest = typeof from === 'bigint' ? from : 0n
          const contents = () => contentOf(chain, lowest)
          const known = new Set<string>(from === undefined ? contents() : [])
          const snapshots: number[] = []
          let topic = 0
          const poll = async (): Promise<number> => {
            const changes = await space.changes(logs)
            const found = changes.kind === 'logs' ? await flattened(changes.logs) : []
            expect(found.length).toBeLessThanOrEqual(maxLogs)
            for (const change of found) {
              const name = nameOf(change)
              expect(known.has(name)).toBe(change.removed === true)
              if (change.removed === true) known.delete(name)
              else known.add(name)
            }
            if (found.length < maxLogs) expect([...known].sort()).toEqual(contents().sort())
            for (const hash of await made.poll(blocks)) {
              expect(await chain.blocks.getByHash(hash as Hash)).toBeDefined()
            }
            expect(await made.poll(blocks)).toEqual([])
            return found.length
          }
          for (const each of steps) {
            if (each.do === 'emit') await emit(chain, each.count, topic++)
            else if (each.do === 'snapshot') snapshots.push(await chain.snapshots.take(each))
            else if (each.do === 'poll') await poll()
            else
              await chain.snapshots.revert(
                snapshots[each.which % (snapshots.length || 1)] ?? 10_000,
              )
          }
          while ((await poll()) === maxLogs);
          await chain.close()
        },
      ),
      { numRuns: runs({ quick: 3, full: 20 }) },
    )
  })
})

/** Every log of the chain from a block on, found block by block. */
function contentOf(chain: Chain, first: bigint): string[] {
  const names: string[] = []
  for (let number = first; number <= chain.blocks.latest.number; number++) {
    const block = chain.blocks.get(number)
    const logs = block?.receipts.flatMap((receipt) => receipt.logs) ?? []
    names.push(...logs.map((_, logIndex) => `${block?.hash}/${logIndex}`))
  }
  return names
}

function nameOf({ block, logIndex }: LogChange): string {
  return `${block.hash}/${logIndex}`
}
