import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import type { LogChange } from '../../../src/chain/filters/logFilter.ts'
import type { Hash } from '../../../src/primitives/encoding/hex.ts'
import { alice, bob } from '../../support/accounts.ts'
import { anything, FilterScene } from '../../support/chain/filters.ts'
import { emit, emitterGenesis, flattened } from '../../support/chain/logs.ts'
import { openTestChain, signed, testChain } from '../../support/chain.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { runs } from '../../support/runs.ts'

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
    expect(await Promise.all(polls)).toEqual([['+1/0', '+1/1'], [], [block], []])
    expect([await made.poll(logs), await made.poll(blocks)]).toEqual([['+2/0'], made.hashes(2)])
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

  test('does not report what was added and removed between two polls', async () => {
    const made = new FilterScene(await open())
    const { chain, space } = made
    const [logs, blocks] = [await space.addLogs(anything), space.addBlocks()]
    const id = await chain.snapshots.take()
    await emit(chain, 2)
    await chain.snapshots.revert(id)
    expect([await made.poll(logs), await made.poll(blocks)]).toEqual([[], []])
  })

  test('does not report what was removed and restored by a kept snapshot', async () => {
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
        fc.boolean(),
        fc.array(step, { maxLength: 25, size: 'max' }),
        async (hasPast, steps) => {
          const made = new FilterScene(await open())
          const { chain, space } = made
          if (hasPast) await emit(chain, 1)
          const [logs, blocks] = [await space.addLogs(anything), space.addBlocks()]
          const known = new Set<string>(await contentOf(chain))
          const snapshots: number[] = []
          let topic = 0
          const poll = async () => {
            const changes = await space.changes(logs)
            for (const change of changes.kind === 'logs' ? await flattened(changes.logs) : []) {
              const name = nameOf(change)
              expect(known.has(name)).toBe(change.removed === true)
              if (change.removed === true) known.delete(name)
              else known.add(name)
            }
            expect([...known].sort()).toEqual([...(await contentOf(chain))].sort())
            for (const hash of await made.poll(blocks)) {
              expect(await chain.blocks.getByHash(hash as Hash)).toBeDefined()
            }
            expect(await made.poll(blocks)).toEqual([])
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
          await poll()
          await chain.close()
        },
      ),
      { numRuns: runs({ quick: 3, full: 20 }) },
    )
  })
})

/** Every log of the chain, found block by block. */
async function contentOf(chain: Chain): Promise<string[]> {
  const names: string[] = []
  for (let number = 0n; number <= chain.blocks.latest.number; number++) {
    const block = chain.blocks.get(number)
    const logs = block?.receipts.flatMap((receipt) => receipt.logs) ?? []
    names.push(...logs.map((_, logIndex) => `${block?.hash}/${logIndex}`))
  }
  return names
}

function nameOf({ block, logIndex }: LogChange): string {
  return `${block.hash}/${logIndex}`
}
