import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SnapshotStore } from '../../src/abci/sync/snapshotStore.ts'
import { silentLogger } from '../../src/primitives/logger.ts'
import { temporaryDirectory } from '../support/directory.ts'

test('unfinished snapshots of a killed process are removed at the start', async () => {
  const directory = temporaryDirectory()
  for (const name of ['20', '10', '8', '6.removed', '30.unfinished']) {
    await mkdir(join(directory, name))
    await writeFile(join(directory, name, 'chunk-0'), Uint8Array.of(7))
    if (name !== '8') await writeFile(join(directory, name, 'metadata'), new Uint8Array(32))
  }
  const store = await SnapshotStore.open({ directory, interval: 2, keep: 2 }, silentLogger)
  expect(store.list.map(({ height, chunks }) => [height, chunks])).toEqual([
    [20, 1],
    [10, 1],
  ])
  expect((await readdir(directory)).sort()).toEqual(['10', '20'])
  expect(await store.chunk(20, 1, 0)).toEqual(Uint8Array.of(7))
  // Another process removes it while it is served.
  await rm(join(directory, '20'), { recursive: true })
  expect(await store.chunk(20, 1, 0)).toEqual(new Uint8Array())
})
