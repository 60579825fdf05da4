import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeBytes, withProgress } from '../../src/cli/commands/withProgress.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Runs for a second. Returns the output of a stream. */
async function told(isTTY: boolean): Promise<string> {
  let text = ''
  let bytes = 0
  const started = performance.now()
  const work = async () => {
    for (let i = 0; i < 5; i++) {
      bytes += 1_500_000
      await vi.advanceTimersByTimeAsync(200)
    }
    return 7
  }
  const write = (more: string) => {
    text += more
  }
  const stream = { isTTY, write }
  const result = await withProgress(() => describeBytes('exporting', bytes, started), work, stream)
  expect(result).toBe(7)
  return text
}

test('a terminal shows one line, which is removed at the end', async () => {
  const [first, ...lines] = (await told(true)).split('\r\u001b[K')
  expect(first).toBe('')
  expect(lines.at(0)).toBe('exporting: 1.5 MB, 0 s')
  expect(lines.at(-2)).toBe('exporting: 7.5 MB, 1 s')
  expect(lines.at(-1)).toBe('')
})

test('a file or a pipe gets nothing', async () => {
  expect(await told(false)).toBe('')
})
