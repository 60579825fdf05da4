import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { CollectionLoad } from '../../src/cli/launch/youngGeneration.ts'
import { FULL } from '../support/runs.ts'
import { bundleModule } from '../support/wire/bundleModule.ts'

describe('the load of collections', () => {
  /** Excess after collections of a duration, one each `period` ms. */
  function excessOf(duration: number, period: number, count: number): number {
    const load = new CollectionLoad()
    let excess = 0
    for (let i = 0; i < count; i++) excess = load.add(i * period, duration)
    return excess
  }

  test('is only the last one if collections take less than a tenth of the time', () => {
    expect(excessOf(2, 50, 1000)).toBe(2)
    expect(excessOf(5, 50, 1000)).toBe(5)
  })

  test('grows by their time above a tenth', () => {
    // 49 intervals of 50 ms: 50 · 15 - 49 · 5.
    expect(excessOf(15, 50, 50)).toBeCloseTo(505)
  })

  test('falls in a pause, to none', () => {
    const load = new CollectionLoad()
    load.add(0, 18)
    load.add(10, 18)
    expect(load.add(110, 1)).toBeCloseTo(18 + 18 - 1 - 10 + 1)
    expect(load.add(10_000, 1)).toBe(1)
  })

  test('counts at most 20 ms of one, which other processes may have interrupted', () => {
    expect(new CollectionLoad().add(0, 400)).toBe(20)
  })
})

describe('the young generation', () => {
  /**
   * Returns its size in MiB after 64 MiB of objects have survived in a process, which V8 reads as a
   * reason to enlarge it.
   */
  async function sizeAfterSurvivors(before: string): Promise<number> {
    const module = JSON.stringify(await bundleModule('src/cli/launch/youngGeneration.ts'))
    const script = `
      import { getHeapSpaceStatistics } from 'node:v8'
      import { YoungGeneration } from ${module}
      const kept = []
      const survive = (count) => { for (let i = 0; i < count; i++) kept.push({ a: i, b: [i] }) }
      const size = () => getHeapSpaceStatistics().find((s) => s.space_name === 'new_space').space_size
      while (size() < 8 * 2 ** 20) survive(1000)
      ${before}
      survive(1_000_000)
      process.stdout.write(String(size() / 2 ** 20))`
    const args = ['--input-type=module', '--eval', script]
    return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }))
  }

  test('grows by default, and not while it is held', async () => {
    expect(await sizeAfterSurvivors('')).toBeGreaterThanOrEqual(32)
    expect(await sizeAfterSurvivors('YoungGeneration.hold([])')).toBe(8)
  })

  test.runIf(FULL)('grows with a flag of the user', async () => {
    const held = "YoungGeneration.hold(['--max_semi_space_size=16'])"
    expect(await sizeAfterSurvivors(held)).toBeGreaterThanOrEqual(32)
  })

  test.runIf(FULL)('grows again once collections have taken much time', async () => {
    // The observer is called between two tasks.
    const busy = `
      const young = YoungGeneration.hold([])
      for (let round = 0; young.isHeld && round < 300; round++) {
        const some = []
        for (let i = 0; i < 200_000; i++) some.push({ a: i, b: [i] })
        await new Promise((resolve) => setImmediate(resolve))
      }`
    expect(await sizeAfterSurvivors(busy)).toBeGreaterThanOrEqual(16)
  })

  test('has the default flags while code is saved', async () => {
    const saving = `
      import { cachedDataVersionTag } from 'node:v8'
      const tag = cachedDataVersionTag()
      const young = YoungGeneration.hold([])
      const held = cachedDataVersionTag()
      young.withDefaultFlags(() => {
        if (held === tag || cachedDataVersionTag() !== tag) throw new Error('another tag')
      })
      if (cachedDataVersionTag() !== held) throw new Error('not held again')`
    expect(await sizeAfterSurvivors(saving)).toBe(8)
  })
})
