import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CodeCache, codeCacheFolder } from '../../src/cli/launch/codeCache.ts'
import { isWorthSaving } from '../../src/cli/launch/keepCode.ts'
import { loadBundle } from '../../src/cli/launch/loadBundle.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { FULL } from '../support/runs.ts'
import { builtCommand } from '../support/wire/command.ts'
import { killRunning, request, startNode } from '../support/wire/processes.ts'

const CODE = { code: Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 251)), work: 77 }
const isPosix = process.platform !== 'win32'

/** The folder of a cache, which does not exist yet. */
function newFolder(): string {
  return join(temporaryDirectory(), 'cache/rockpool')
}

describe('the folder', () => {
  const home = () => '/home/alice'

  test.runIf(isPosix)('is in XDG_CACHE_HOME, or else in the home directory', () => {
    expect(codeCacheFolder({ XDG_CACHE_HOME: '/caches' }, home)).toBe('/caches/rockpool')
    expect(codeCacheFolder({}, home)).toBe('/home/alice/.cache/rockpool')
    expect(codeCacheFolder({ XDG_CACHE_HOME: '' }, home)).toBe('/home/alice/.cache/rockpool')
    expect(codeCacheFolder({ XDG_CACHE_HOME: 'caches' }, home)).toBe('/home/alice/.cache/rockpool')
  })

  test('does not exist if it is disabled, or for users without a home', () => {
    for (const value of ['1', 'true']) {
      expect(codeCacheFolder({ ROCKPOOL_NO_CODE_CACHE: value }, home)).toBeUndefined()
    }
    for (const value of ['', '0', 'false']) {
      expect(codeCacheFolder({ ROCKPOOL_NO_CODE_CACHE: value }, home)).toBeDefined()
    }
    const fail = () => {
      throw new Error('no such user')
    }
    expect(codeCacheFolder({}, fail)).toBeUndefined()
    expect(codeCacheFolder({}, () => '')).toBeUndefined()
  })
})

describe('a file', () => {
  /** Writes one and returns its path and how to read it. */
  function written() {
    const folder = newFolder()
    const cache = new CodeCache(folder, 'name')
    expect(cache.write(CODE)).toBe(true)
    return { folder, path: join(folder, 'name.code'), read: () => cache.read() }
  }

  test('is read as it was written, and belongs to the user alone', () => {
    const { folder, path, read } = written()
    expect(read()).toEqual(CODE)
    expect(readdirSync(folder)).toEqual(['name.code'])
    if (!isPosix) return
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('is not read if it is absent, or if a byte is wrong or missing', () => {
    expect(new CodeCache(newFolder(), 'name').read()).toBeUndefined()
    const { path, read } = written()
    const whole = readFileSync(path)
    for (const at of [0, 16, 20, 24, whole.length - 1]) {
      const damaged = Buffer.from(whole)
      damaged[at] = (damaged[at] ?? 0) ^ 1
      writeFileSync(path, damaged)
      expect(read()).toBeUndefined()
    }
    for (const length of [0, 1, 23, 24, whole.length - 1]) {
      writeFileSync(path, whole.subarray(0, length))
      expect(read()).toBeUndefined()
    }
    writeFileSync(path, whole)
    expect(read()).toBeDefined()
  })

  test.runIf(isPosix)('is neither read nor written if other users have write permission', () => {
    const { folder, path, read } = written()
    for (const [place, mode] of [
      [folder, 0o700],
      [path, 0o600],
    ] as const) {
      for (const others of [0o020, 0o002]) {
        chmodSync(place, mode | others)
        expect(read()).toBeUndefined()
      }
      chmodSync(place, mode | 0o044)
      expect(read()).toBeDefined()
      chmodSync(place, mode)
    }
    chmodSync(folder, 0o720)
    expect(new CodeCache(folder, 'other').write(CODE)).toBe(false)
    expect(readdirSync(folder)).toEqual(['name.code'])
  })

  test.runIf(process.getuid?.() === 0)('of another user is not read', () => {
    const { folder, path, read } = written()
    const { getuid } = process
    process.getuid = () => 12_345
    try {
      expect(read()).toBeUndefined()
      expect(new CodeCache(folder, 'other').write(CODE)).toBe(false)
    } finally {
      if (getuid !== undefined) process.getuid = getuid
    }
    expect(readFileSync(path).length).toBe(CODE.code.length + 24)
  })

  test.runIf(isPosix)('behind a link is not read', () => {
    const { folder, path, read } = written()
    renameSync(path, join(folder, 'moved'))
    symlinkSync(join(folder, 'moved'), path)
    expect(read()).toBeUndefined()
  })

  test('that cannot be written leaves nothing behind', () => {
    const folder = temporaryDirectory()
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const cache = new CodeCache(join(file, 'rockpool'), 'name')
    expect(cache.write(CODE)).toBe(false)
    expect(cache.read()).toBeUndefined()
    mkdirSync(join(folder, 'name.code/in the way'), { recursive: true })
    expect(new CodeCache(folder, 'name').write(CODE)).toBe(false)
    expect(readdirSync(folder).sort()).toEqual(['file', 'name.code'])
  })

  test('replaces the oldest when there are more than six', () => {
    const folder = newFolder()
    for (let i = 1; i <= 6; i++) {
      new CodeCache(folder, `${i}`).write(CODE)
      utimesSync(join(folder, `${i}.code`), i, i)
    }
    writeFileSync(join(folder, 'strange'), '')
    expect(readdirSync(folder)).toHaveLength(7)
    new CodeCache(folder, '7').write(CODE)
    const kept = ['2', '3', '4', '5', '6', '7'].map((name) => `${name}.code`)
    expect(readdirSync(folder).sort()).toEqual([...kept, 'strange'])
  })
})

test('code is saved once, and again by a node that did four times as much', () => {
  expect(isWorthSaving(0, undefined)).toBe(true)
  expect([isWorthSaving(400, 0), isWorthSaving(401, 0)]).toEqual([false, true])
  expect([isWorthSaving(400, 100), isWorthSaving(401, 100)]).toEqual([false, true])
  expect([isWorthSaving(404, 101), isWorthSaving(405, 101)]).toEqual([false, true])
})

describe('a bundle', () => {
  interface Exports {
    readonly answer: () => number
    readonly load: () => Promise<object>
    readonly url: string
  }

  /** V8 keeps scripts of this process by their paths, so each load is of another one. */
  function bundleOf(answer: number): string {
    const path = join(temporaryDirectory(), 'bundle.cjs')
    const text = `(function (exports, require, module, url, load) {
      exports.answer = () => ${answer}
      exports.load = () => load('node:path')
      exports.url = url
    })`
    writeFileSync(path, text)
    return path
  }

  test('runs from the cache after its code was saved', async () => {
    const folder = newFolder()
    const first = loadBundle<Exports>(bundleOf(42), folder)
    expect(first.savedWork).toBeUndefined()
    expect(first.exports.answer()).toBe(42)
    first.save(9)
    for (let i = 0; i < 2; i++) {
      const { savedWork, exports } = loadBundle<Exports>(bundleOf(42), folder)
      expect(savedWork).toBe(9)
      expect(exports.answer()).toBe(42)
      expect(exports.url).toMatch(/^file:.*bundle\.cjs$/)
      expect(await exports.load()).toHaveProperty('join')
    }
    expect(loadBundle<Exports>(bundleOf(42), undefined).savedWork).toBeUndefined()
  })

  test('runs without the cache when it has changed to another of its length', () => {
    const folder = newFolder()
    loadBundle<Exports>(bundleOf(42), folder).save(9)
    const { savedWork, exports } = loadBundle<Exports>(bundleOf(43), folder)
    expect(savedWork).toBeUndefined()
    expect(exports.answer()).toBe(43)
  })

  test('runs without a cache that V8 rejects', () => {
    const folder = newFolder()
    loadBundle<Exports>(bundleOf(42), folder).save(9)
    const [file = ''] = readdirSync(folder)
    new CodeCache(folder, file.replace('.code', '')).write(CODE)
    const { savedWork, exports } = loadBundle<Exports>(bundleOf(42), folder)
    expect(savedWork).toBeUndefined()
    expect(exports.answer()).toBe(42)
  })
})

describe('the command', () => {
  let command: string
  beforeAll(async () => {
    command = await builtCommand()
  })
  afterAll(killRunning)

  const start = (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    startNode([command, '--port', '0', '--silent', ...args], undefined, env)
  const filesIn = (folder: string) =>
    statSync(folder, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(folder)

  test.runIf(FULL)('saves its code while several start, and serves from it', async () => {
    const base = temporaryDirectory()
    const folder = join(base, 'rockpool')
    const runs = [1, 2, 3].map(() => start({ XDG_CACHE_HOME: base }))
    await Promise.all(runs.map(({ ready }) => ready))
    await expect.poll(() => filesIn(folder), { timeout: 20_000 }).toHaveLength(1)
    for (const run of runs) run.kill('SIGTERM')
    expect(await Promise.all(runs.map(({ exit }) => exit))).toEqual([0, 0, 0])
    expect(filesIn(folder)).toEqual([expect.stringMatching(/\.code$/)])
    const again = start({ XDG_CACHE_HOME: base })
    const port = await again.ready
    expect(await request(port, 'eth_chainId')).toBe('0xae3f2')
    // Loads Fastify by `import()`.
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200)
    again.kill('SIGTERM')
    expect(await again.exit).toBe(0)
    expect(again.stderr()).toBe('')
  })

  test.runIf(FULL)('saves its code when it ends early', async () => {
    const base = temporaryDirectory()
    const run = start({ XDG_CACHE_HOME: base })
    await run.ready
    run.kill('SIGTERM')
    expect(await run.exit).toBe(0)
    expect(filesIn(join(base, 'rockpool'))).toHaveLength(1)
    const help = start({ XDG_CACHE_HOME: join(base, 'help') }, '--help')
    expect(await help.exit).toBe(0)
    expect(filesIn(join(base, 'help'))).toEqual([])
  })

  test.runIf(FULL)(
    'starts if no cache can be written, and writes none if it is disabled',
    async () => {
      const base = temporaryDirectory()
      writeFileSync(join(base, 'file'), '')
      const runs = [
        start({ XDG_CACHE_HOME: join(base, 'file') }),
        start({ XDG_CACHE_HOME: base, ROCKPOOL_NO_CODE_CACHE: '1' }),
      ]
      await Promise.all(runs.map(({ ready }) => ready))
      // Longer than the time until a node saves its code.
      await new Promise((resolve) => setTimeout(resolve, 1500))
      for (const run of runs) run.kill('SIGTERM')
      for (const run of runs) {
        expect(await run.exit).toBe(0)
        expect(run.stderr()).toBe('')
      }
      expect(readdirSync(base)).toEqual(['file'])
    },
  )
})
