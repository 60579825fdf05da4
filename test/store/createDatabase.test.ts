import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDatabase } from '../../src/store/database/createDatabase.ts'
import type { Database } from '../../src/store/database/database.ts'
import { openExistingDatabase } from '../../src/store/database/database.ts'
import { temporaryDirectory } from '../support/directory.ts'

const KEY = Uint8Array.of(1)

async function fill(database: Database): Promise<string> {
  database.put(KEY, KEY)
  return 'filled'
}

test.each([
  ['new', 'deep/inside/chain', () => {}],
  ['empty', 'chain', (directory: string) => mkdirSync(directory)],
])('creates a database in a directory that is %s', async (_, name, prepare) => {
  const folder = temporaryDirectory()
  const directory = join(folder, name)
  prepare(directory)
  expect(await createDatabase(directory, fill)).toBe('filled')
  const database = await openExistingDatabase(directory)
  expect(database.get(KEY)).toEqual(KEY)
  await database.close()
  expect(readdirSync(join(directory, '..'))).toEqual(['chain'])
})

test('rejects a directory that is not empty, and does not change it', async () => {
  const folder = temporaryDirectory()
  writeFileSync(join(folder, 'file'), '')
  for (const directory of [folder, join(folder, 'file')]) {
    await expect(createDatabase(directory, fill)).rejects.toMatchObject({
      details: { code: 'DIRECTORY_TAKEN', directory },
    })
  }
  expect(readdirSync(folder)).toEqual(['file'])
})

test('removes all files on failure', async () => {
  const folder = temporaryDirectory()
  const directory = join(folder, 'chain')
  const fail = async (database: Database) => {
    await fill(database)
    await database.flush()
    throw new Error('no more')
  }
  await expect(createDatabase(directory, fail)).rejects.toThrow('no more')
  const disturb = async (database: Database) => {
    mkdirSync(join(directory, 'other'), { recursive: true })
    return fill(database)
  }
  await expect(createDatabase(directory, disturb)).rejects.toMatchObject({
    code: 'DIRECTORY_TAKEN',
  })
  expect(readdirSync(folder)).toEqual(['chain'])
  expect(readdirSync(directory)).toEqual(['other'])
})

test('removes the files of a crashed process, but not those of a running one', async () => {
  const folder = temporaryDirectory()
  const directory = join(folder, 'chain')
  const unfinished = join(folder, 'chain.unfinished')
  await createDatabase(unfinished, async (database) => database.put(Uint8Array.of(2), KEY))
  await createDatabase(directory, async (database) => {
    await fill(database)
    await expect(createDatabase(directory, fill)).rejects.toMatchObject({
      details: { code: 'DATABASE_LOCKED', directory: unfinished },
    })
  })
  const database = await openExistingDatabase(directory)
  expect(database.get(KEY)).toEqual(KEY)
  expect(database.get(Uint8Array.of(2))).toBeUndefined()
  await database.close()
  expect(readdirSync(folder)).toEqual(['chain'])
})

test('openExistingDatabase does not create a missing database', async () => {
  const folder = temporaryDirectory()
  for (const directory of [folder, join(folder, 'chain')]) {
    await expect(openExistingDatabase(directory)).rejects.toMatchObject({
      details: { code: 'DATABASE_UNREADABLE', directory },
    })
  }
  expect(readdirSync(folder)).toEqual([])
})
