import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AppendLog } from '../../src/remote/cache/appendLog.ts'
import { CacheDirectory } from '../../src/remote/cache/cacheDirectory.ts'
import { parseRemoteUrl } from '../../src/remote/remoteUrl.ts'
import { temporaryDirectory } from '../support/directory.ts'

/** Places what is not a regular file. */
const places = {
  pipe: (path: string) => void execFileSync('mkfifo', [path]),
  device: (path: string) => symlinkSync('/dev/zero', path),
  directory: (path: string) => symlinkSync('/', path),
}

test.each(Object.entries(places))('a %s instead of the log is ignored', async (_, place) => {
  const path = join(temporaryDirectory(), 'a.state')
  place(path)
  const failures: unknown[] = []
  const log = new AppendLog(path, (error) => void failures.push(error))
  expect(await log.read()).toEqual([])
  log.append(['clz', true])
  await log.flush()
  expect(failures).toHaveLength(1)
})

test('a link to a log is read and continued', async () => {
  const directory = temporaryDirectory()
  const [path, link] = [join(directory, 'a.state'), join(directory, 'b.state')]
  symlinkSync(path, link)
  const log = new AppendLog(link, (error) => {
    throw error
  })
  log.append(['clz', true])
  await log.flush()
  log.append(['clz', false])
  await log.flush()
  const records = [
    ['clz', true],
    ['clz', false],
  ]
  expect(await log.read()).toEqual(records)
  expect(await new AppendLog(path, () => {}).read()).toEqual(records)
})

test.each(Object.entries(places))('a %s instead of facts is replaced', async (_, place) => {
  const path = temporaryDirectory()
  const failures: unknown[] = []
  const cache = new CacheDirectory(path, (error) => void failures.push(error))
  const url = parseRemoteUrl('http://127.0.0.1:1')
  await cache.addFacts(url, { chainId: 5n })
  expect((await cache.readFacts(url)).chainId).toBe(5n)
  const [name = ''] = readdirSync(join(path, 'remotes'))
  rmSync(join(path, 'remotes', name))
  place(join(path, 'remotes', name))
  expect(await cache.readFacts(url)).toEqual({})
  await cache.addFacts(url, { chainId: 6n })
  expect((await cache.readFacts(url)).chainId).toBe(6n)
  expect(failures).toEqual([])
})
