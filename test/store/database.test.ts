import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { Level } from 'level'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bytesToUtf8, compareBytes, utf8ToBytes } from '../../src/primitives/encoding/bytes.ts'
import { bytesToBareHex } from '../../src/primitives/encoding/hex.ts'
import { type Database, openDatabase } from '../../src/store/database/database.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { readNumber } from '../support/runs.ts'

const text = utf8ToBytes
const A = text('a')
const B = text('b')

async function open(directory = temporaryDirectory(), sync = false): Promise<Database> {
  const database = await openDatabase(directory, { sync })
  onTestFinished(() => database.close())
  return database
}

/** Returns the error of opening a directory. */
async function refusalOf(directory: string): Promise<unknown> {
  const error: unknown = await openDatabase(directory, { sync: false }).catch((e: unknown) => e)
  return error instanceof Error && 'details' in error ? error.details : error
}

/** Returns the entries under a prefix, as text. */
async function listed(database: Database, prefix: Uint8Array): Promise<string[]> {
  const found: string[] = []
  for await (const [key, value] of database.entries(prefix)) {
    found.push(`${bytesToBareHex(key)}=${bytesToUtf8(value)}`)
  }
  return found
}

describe('staged operations', () => {
  test.each([true, false])('are visible after a flush (sync: %s)', async (sync) => {
    const database = await open(undefined, sync)
    expect(database.isDirty).toBe(false)
    database.put(A, text('1'))
    expect(database.isDirty).toBe(true)
    expect(database.get(A)).toBeUndefined()
    expect(await listed(database, A)).toEqual([])
    await database.flush()
    expect(database.isDirty).toBe(false)
    expect(database.get(A)).toEqual(text('1'))
    database.delete(A)
    expect(database.get(A)).toEqual(text('1'))
    await database.flush()
    expect(database.get(A)).toBeUndefined()
  })

  test('apply only the last operation on a key', async () => {
    const database = await open()
    database.put(A, text('1'))
    database.put(A, text('2'))
    database.delete(B)
    database.put(B, text('3'))
    database.put(text('c'), text('4'))
    database.delete(text('c'))
    await database.flush()
    expect(['a', 'b', 'c'].map((key) => database.get(text(key)))).toEqual([
      text('2'),
      text('3'),
      undefined,
    ])
  })

  test('are dropped by discard', async () => {
    const database = await open()
    database.put(A, text('1'))
    database.discard()
    expect(database.isDirty).toBe(false)
    database.put(B, text('2'))
    await database.flush()
    expect(database.get(A)).toBeUndefined()
    expect(database.get(B)).toEqual(text('2'))
  })

  test('wait for the next flush if staged during a flush', async () => {
    const database = await open()
    database.put(A, text('1'))
    const flushed = database.flush()
    database.put(B, text('2'))
    await flushed
    expect(database.get(A)).toEqual(text('1'))
    expect(database.get(B)).toBeUndefined()
    expect(database.isDirty).toBe(true)
    await database.flush()
    expect(database.get(B)).toEqual(text('2'))
  })

  test('copy their bytes, as reads do', async () => {
    const database = await open()
    const key = text('k')
    const value = text('1')
    database.put(key, value)
    key.fill(0)
    value.fill(0)
    await database.flush()
    const found = database.get(text('k'))
    expect(found).toEqual(text('1'))
    expect(found?.constructor).toBe(Uint8Array)
    found?.fill(0)
    expect(database.get(text('k'))).toEqual(text('1'))
  })

  test('match a map after any operations', async () => {
    const database = await open()
    const model = new Map<string, string>()
    const staged = new Map<string, string | undefined>()
    const key = fc.constantFrom(...'abcdefgh')
    const step = fc.oneof(
      fc.record({ kind: fc.constantFrom('put' as const), key, value: fc.string() }),
      fc.record({ kind: fc.constantFrom('delete' as const), key, value: fc.constant('') }),
      fc.record({
        kind: fc.constantFrom('flush' as const, 'discard' as const),
        key,
        value: fc.constant(''),
      }),
    )
    const steps = fc.sample(step, { numRuns: 500, seed: readNumber('FUZZ_SEED') ?? 1 })
    for (const { kind, key, value } of steps) {
      if (kind === 'put') {
        database.put(text(key), text(value))
        staged.set(key, value)
      } else if (kind === 'delete') {
        database.delete(text(key))
        staged.set(key, undefined)
      } else {
        if (kind === 'flush') {
          await database.flush()
          for (const [key, value] of staged) {
            if (value === undefined) model.delete(key)
            else model.set(key, value)
          }
        } else {
          database.discard()
        }
        staged.clear()
      }
      const found = database.get(text(key))
      expect(found && bytesToUtf8(found)).toBe(model.get(key))
      expect(database.isDirty).toBe(staged.size > 0)
    }
  })
})

describe('flush', () => {
  test('has no effect without staged operations', async () => {
    const database = await open()
    await database.flush()
    expect(database.isDirty).toBe(false)
  })

  test('throws if calls overlap', async () => {
    const database = await open()
    database.put(A, text('1'))
    const flushed = database.flush()
    await expect(database.flush()).rejects.toThrow('bug: expected flushes not to overlap')
    await flushed
    expect(database.get(A)).toEqual(text('1'))
  })

  test('drops its operations on failure', async () => {
    const directory = temporaryDirectory()
    const database = await open(directory)
    // Fills LevelDB's write buffer (4 MB), so that the next write needs a new file in the missing
    // directory.
    database.put(A, new Uint8Array(5_000_000))
    await database.flush()
    rmSync(directory, { recursive: true })
    database.put(B, text('2'))
    await expect(database.flush()).rejects.toThrow('No such file or directory')
    expect(database.isDirty).toBe(false)
    expect(database.get(B)).toBeUndefined()
  })
})

describe('entries', () => {
  test('have the prefix and are in bytewise order', async () => {
    const database = await open()
    const keys = ['01', '0100', '01ff', '01ffff', '02', '0280', '0301', 'ff', 'ffff', 'ffff00']
    for (const key of keys) database.put(Buffer.from(key, 'hex'), text('x'))
    await database.flush()
    const under = async (prefix: string) => {
      const found = await listed(database, Buffer.from(prefix, 'hex'))
      return found.map((entry) => entry.split('=')[0])
    }
    expect(await under('01')).toEqual(['01', '0100', '01ff', '01ffff'])
    expect(await under('01ff')).toEqual(['01ff', '01ffff'])
    expect(await under('0280')).toEqual(['0280'])
    expect(await under('ff')).toEqual(['ff', 'ffff', 'ffff00'])
    expect(await under('ffff')).toEqual(['ffff', 'ffff00'])
    expect(await under('04')).toEqual([])
    // All of them, and the entry of the format.
    expect(await under('')).toEqual([bytesToBareHex(text('\0format')), ...keys])
  })

  test('are as of the last flush before the first step', async () => {
    const database = await open()
    for (let i = 0; i < 3000; i++) database.put(text(`k${i}`), text(String(i)))
    await database.flush()
    const seen: Uint8Array[] = []
    for await (const [key, value] of database.entries(text('k'))) {
      if (seen.length === 0) {
        database.put(text('k5'), text('changed'))
        database.put(text('kz'), text('added'))
        await database.flush()
      }
      expect(bytesToUtf8(key)).toBe(`k${bytesToUtf8(value)}`)
      seen.push(key)
    }
    expect(seen).toHaveLength(3000)
    expect(seen.toSorted(compareBytes)).toEqual(seen)
  })

  test('can be abandoned early', async () => {
    const database = await open()
    for (let i = 0; i < 100; i++) database.put(text(`k${i}`), A)
    await database.flush()
    for await (const [key] of database.entries(text('k'))) {
      expect(bytesToUtf8(key)).toBe('k0')
      break
    }
    await database.close()
  })
})

describe('close', () => {
  test('waits for a flush, drops staged operations, and is idempotent', async () => {
    const directory = temporaryDirectory()
    const first = await open(directory)
    for (let i = 0; i < 20_000; i++) first.put(text(`k${i}`), text(String(i)))
    const flushed = first.flush()
    first.put(A, text('staged'))
    await Promise.all([first.close(), first.close()])
    await flushed
    await first.close()
    expect(() => first.get(A)).toThrow('DATABASE_CLOSED')
    expect(() => first.put(A, A)).toThrow('DATABASE_CLOSED')

    const second = await open(directory)
    expect(second.get(text('k19999'))).toEqual(text('19999'))
    expect(second.get(A)).toBeUndefined()
  })
})

describe('openDatabase', () => {
  test('creates the directory and its parents', async () => {
    const directory = join(temporaryDirectory(), 'some', 'where')
    const database = await open(directory)
    database.put(A, B)
    await database.flush()
    expect(readdirSync(directory)).toContain('CURRENT')
  })

  test('resumes an interrupted creation', async () => {
    const directory = temporaryDirectory()
    for (const name of ['LOCK', 'LOG', 'MANIFEST-000001', '000001.dbtmp']) {
      writeFileSync(join(directory, name), '')
    }
    await (await open(directory)).close()
    // The same for an interruption before the format is written.
    const bare = temporaryDirectory()
    const level = new Level(bare)
    await level.open()
    await level.close()
    const database = await open(bare)
    expect(await listed(database, text('\0'))).toEqual([
      `${bytesToBareHex(text('\0format'))}=rockpool 6`,
    ])
  })

  test('rejects a directory that another process uses', async () => {
    const directory = temporaryDirectory()
    const holder = spawn(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { Level } from 'level'
         const level = new Level(process.argv[1])
         await level.open()
         process.stdout.write('open')
         setInterval(() => {}, 1000)`,
        directory,
      ],
      { cwd: join(import.meta.dirname, '../..'), stdio: ['ignore', 'pipe', 'inherit'] },
    )
    onTestFinished(() => {
      holder.kill('SIGKILL')
    })
    await once(holder.stdout, 'data')
    expect(await refusalOf(directory)).toEqual({ code: 'DATABASE_LOCKED', directory })
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    await open(directory)
  })

  test('rejects a directory that the same process has open', async () => {
    const directory = temporaryDirectory()
    await open(directory)
    expect(await refusalOf(directory)).toEqual({ code: 'DATABASE_LOCKED', directory })
  })

  test.each([
    ['another number', '\0format', 'rockpool 1', { found: 'rockpool 1' }],
    ['no format', 'some key', 'some value', {}],
  ])('rejects a database with %s, and does not change it', async (_, key, value, found) => {
    const directory = temporaryDirectory()
    const level = new Level(directory)
    await level.put(key, value)
    await level.close()
    const refusal = { code: 'DATABASE_FORMAT', directory, ...found, want: 'rockpool 6' }
    expect(await refusalOf(directory)).toEqual(refusal)
    await level.open()
    expect(await level.iterator().all()).toEqual([[key, value]])
    await level.close()
  })

  test('rejects a directory with other files, and adds none', async () => {
    const directory = temporaryDirectory()
    writeFileSync(join(directory, 'notes.txt'), 'mine')
    const reason = 'the directory contains other files and no database'
    expect(await refusalOf(directory)).toEqual({ code: 'DATABASE_UNREADABLE', directory, reason })
    expect(readdirSync(directory)).toEqual(['notes.txt'])
  })

  test('rejects a path that is a file, or below one', async () => {
    const file = join(temporaryDirectory(), 'file')
    writeFileSync(file, '')
    for (const path of [file, join(file, 'below')]) {
      expect(await refusalOf(path)).toMatchObject({
        code: 'DATABASE_UNREADABLE',
        directory: path,
        reason: 'the path is a file, or below a file',
      })
    }
  })

  test.runIf(process.platform === 'linux')(
    'rejects a path where no directory can be created',
    async () => {
      for (const directory of ['/proc/none', '/proc/none/below']) {
        expect(await refusalOf(directory)).toEqual({
          code: 'DATABASE_UNREADABLE',
          directory,
          reason: 'the directory cannot be created',
        })
      }
    },
  )

  test('rejects a damaged database', async () => {
    const directory = temporaryDirectory()
    await (await open(directory)).close()
    const manifest = readdirSync(directory).find((name) => name.startsWith('MANIFEST')) ?? ''
    writeFileSync(join(directory, manifest), 'damaged')
    expect(await refusalOf(directory)).toMatchObject({
      code: 'DATABASE_UNREADABLE',
      directory,
      reason: expect.stringContaining('Corruption'),
    })
    // A database without its first file must not pass for a new one.
    rmSync(join(directory, 'CURRENT'))
    mkdirSync(join(directory, 'lost'))
    expect(await refusalOf(directory)).toMatchObject({ code: 'DATABASE_UNREADABLE' })
  })
})
