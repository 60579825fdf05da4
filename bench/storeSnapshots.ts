import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Row, Series } from './figures.ts'
import type { SnapshotFigures } from './snapshotWorker.ts'

/**
 * Snapshots, reverts and branches of a chain with a contract of many storage slots, compared with
 * copying a map of the slots.
 */
export async function benchSnapshots(slots: number, rounds: number): Promise<Row[]> {
  const child = fork(new URL('./snapshotWorker.js', import.meta.url), [`${slots}`, `${rounds}`], {
    execArgv: ['--enable-source-maps', '--expose-gc', `--max-old-space-size=${2000 + slots / 250}`],
  })
  const [figures] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the process ended with ${code}`)
    }),
  ])) as [SnapshotFigures]
  const at = `${slots.toLocaleString('en')} slots: `
  const copy: Series = { unit: 'µs', values: figures.copyUs }
  const row = (what: string, values: readonly number[]): Row => ({
    what: at + what,
    ours: { unit: 'µs', values },
    peer: copy,
  })
  return [
    row('snapshot (peer: copy of a map of the slots)', figures.snapshotUs),
    row('going back over one block', figures.revertUs),
    row('branch', figures.branchUs),
    row('first block after going back', figures.blockUs),
    { what: `${at}memory of a snapshot`, ours: { unit: 'bytes', values: [figures.snapshotBytes] } },
  ]
}
