import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { describeFailure } from '../../src/cli/failure.ts'
import { describeInstance, type Instance, parseInstance } from '../../src/cli/instances/instance.ts'
import { instanceFolder } from '../../src/cli/instances/instanceFolder.ts'
import { freeName } from '../../src/cli/instances/instanceNames.ts'
import { InstanceRegistry } from '../../src/cli/instances/instanceRegistry.ts'
import { describeTime } from '../../src/cli/instances/instancesCommand.ts'
import { takeOwnInstance } from '../../src/cli/instances/ownInstance.ts'
import { processStart } from '../../src/cli/instances/processStart.ts'
import { wantsDetach } from '../../src/cli/instances/wantsDetach.ts'
import { readSettings } from '../../src/cli/settings/readSettings.ts'
import { temporaryDirectory } from '../support/directory.ts'

/** More than any system gives: the id of no process. */
const NOBODY = 2 ** 30

const address = { url: 'http://127.0.0.1:1', instanceId: '0x1' }

function written(registry: InstanceRegistry, name: string, change: Partial<Instance>): Instance {
  const log = registry.logOf(name)
  const self = describeInstance(name, process.pid, { log, startedAt: 1, address })
  const instance = { ...self, ...change }
  writeFileSync(join(registry.folder, `${name}.json`), JSON.stringify(instance))
  return instance
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => describeFailure(error, '')?.message,
  )

describe('the registry', () => {
  test('knows a process from another one with the same id, and removes what is stale', async () => {
    const registry = new InstanceRegistry(temporaryDirectory())
    const alive = written(registry, 'alive', {})
    written(registry, 'dead', { pid: NOBODY })
    // This very process, but it began at another time than the one that was registered.
    written(registry, 'reused', { processStart: 'another time' })
    written(registry, 'elsewhere', { machine: 'other', pid: NOBODY })
    writeFileSync(join(registry.folder, 'damaged.json'), '{"name":')
    expect(await registry.running()).toEqual([alive])
    expect(readdirSync(registry.folder).toSorted()).toEqual([
      'alive.json',
      'damaged.json',
      'elsewhere.json',
    ])
  })

  test('where the system does not say when a process began, asks who is there', async () => {
    const registry = new InstanceRegistry(temporaryDirectory())
    written(registry, 'silent', { processStart: null })
    written(registry, 'starting', { processStart: null, address: null })
    expect(await registry.running()).toEqual([])
    const fresh = { processStart: null, address: null, startedAt: Date.now() }
    const young = written(registry, 'young', fresh)
    expect(await registry.running()).toEqual([young])
  })

  test('gives a name once', async () => {
    const registry = new InstanceRegistry(join(temporaryDirectory(), 'made', 'here'))
    const first = await registry.reserve('mine')
    expect(first).toMatchObject({ name: 'mine', pid: process.pid, address: null })
    expect(await refusal(registry.reserve('mine'))).toBe(
      `an instance is named mine already (pid ${process.pid}); rockpool stop mine ends it`,
    )
    registry.remove({ ...first, pid: 1 })
    expect(registry.find('mine')).toEqual(first)
    registry.remove(first)
    expect(registry.find('mine')).toBeUndefined()
    expect((await registry.reserve(undefined)).name).not.toBe(
      (await registry.reserve(undefined)).name,
    )
    written(registry, 'elsewhere', { machine: 'other' })
    expect(await refusal(registry.reserve('elsewhere'))).toMatch(
      /^an instance on other is named elsewhere; where it no longer runs, remove .*elsewhere\.json$/,
    )
    writeFileSync(join(registry.folder, 'damaged.json'), '')
    expect(await refusal(registry.reserve('damaged'))).toMatch(
      /damaged\.json, which cannot be read$/,
    )
  })

  test('takes the name of half a file for its own once nobody writes it, but of no other file', async () => {
    const registry = new InstanceRegistry(temporaryDirectory())
    const put = (name: string, text: string) => {
      const file = join(registry.folder, `${name}.json`)
      writeFileSync(file, text)
      utimesSync(file, 0, 0)
      return file
    }
    put('empty', '')
    put('half', '{\n  "name":')
    const foreign = put('package', '{"name":"package"}')
    if (process.platform !== 'win32') {
      execFileSync('mkfifo', [join(registry.folder, 'pipe.json')])
    }
    expect(await registry.running()).toEqual([])
    expect(registry.damaged()).toContain(foreign)
    for (const name of ['empty', 'half']) {
      const reserved = await registry.reserve(name)
      expect(registry.find(name)).toEqual(reserved)
    }
    expect(await refusal(registry.reserve('package'))).toMatch(/which cannot be read$/)
    expect(readFileSync(foreign, 'utf8')).toBe('{"name":"package"}')
    expect(readdirSync(registry.folder).filter((file) => file.endsWith('.tmp'))).toEqual([])
  })

  test('keeps the log of the last one of a name', async () => {
    const registry = new InstanceRegistry(temporaryDirectory())
    const instance = await registry.reserve('mine')
    registry.putLogAside(instance)
    writeFileSync(instance.log, 'what it said')
    registry.putLogAside(instance)
    expect(existsSync(instance.log)).toBe(false)
    expect(readFileSync(`${instance.log}.old`, 'utf8')).toBe('what it said')
  })

  test('says why it cannot be written', async () => {
    const file = join(temporaryDirectory(), 'file')
    writeFileSync(file, '')
    const registry = new InstanceRegistry(join(file, 'below'))
    const rest = { log: '', startedAt: 1, address }
    expect(await refusal(registry.reserve('a'))).toBe(
      `${join(file, 'below')}: cannot be written: is below a file`,
    )
    expect(await registry.running()).toEqual([])
    expect(await refusal(new InstanceRegistry(file).reserve('a'))).toBe(
      `${join(file, 'a.json')}: cannot be written: is below a file`,
    )
    expect(() => new InstanceRegistry(file).update(describeInstance('a', 2, rest))).toThrow(
      `${join(file, 'a.json')}: cannot be written: is below a file`,
    )
  })
})

test('a node in the background says where it can be asked, until it ends', async () => {
  const registry = new InstanceRegistry(temporaryDirectory())
  const reserved = await registry.reserve('mine')
  const environment = { ROCKPOOL_DETACHED_AS: 'mine', ROCKPOOL_INSTANCES_DIR: registry.folder }
  const own = takeOwnInstance(environment)
  expect(environment).not.toHaveProperty('ROCKPOOL_DETACHED_AS')
  own?.ready(address)
  expect(registry.find('mine')).toEqual({ ...reserved, address })
  own?.ended()
  expect(registry.find('mine')).toBeUndefined()
  expect(takeOwnInstance({ ROCKPOOL_INSTANCES_DIR: registry.folder })).toBeUndefined()
})

test.each([
  ['', '{"pid":1}'],
  ['not JSON', '{'],
  [
    'no process',
    JSON.stringify({ ...describeInstance('a', 5, { log: '', startedAt: 1, address }), pid: 0 }),
  ],
])('what is no instance is none: %s', (_, text) => {
  expect(parseInstance(text)).toBeUndefined()
})

test('when a process began is always told the same, and of none that it is gone', () => {
  const start = processStart(process.pid)
  expect(start).toEqual(processStart(process.pid))
  if (process.platform !== 'win32') {
    expect(start.kind).toBe('known')
    expect(processStart(process.ppid)).not.toEqual(start)
  }
  expect(processStart(NOBODY)).toEqual({ kind: 'gone' })
})

test('a free name is one without a log, or that with the oldest', () => {
  const first = freeName(new Set(), new Map())
  const second = freeName(new Set([first]), new Map())
  expect(second).not.toBe(first)
  expect(freeName(new Set(), new Map([[first, 5]]))).toBe(second)
  const all = new Map<string, number>()
  for (let name = first, i = 0; !all.has(name); name = freeName(new Set(), all), i++) {
    all.set(name, 100 - i)
  }
  const [last] = [...all.keys()].toReversed()
  expect(freeName(new Set(), all)).toBe(last)
  expect(freeName(new Set(all.keys()), all)).toBe(`${first}-2`)
})

test.each([
  ['linux', {}, '/home/me/.local/state/rockpool/instances'],
  ['linux', { XDG_STATE_HOME: '/state' }, '/state/rockpool/instances'],
  ['linux', { XDG_STATE_HOME: 'state' }, '/home/me/.local/state/rockpool/instances'],
  ['darwin', {}, '/home/me/Library/Application Support/rockpool/instances'],
  ['win32', { LOCALAPPDATA: '/local' }, '/local/rockpool/instances'],
  ['linux', { ROCKPOOL_INSTANCES_DIR: '/mine', XDG_STATE_HOME: '/state' }, '/mine'],
])('on %s with %j the registry is %s', (platform, environment, expected) => {
  expect(instanceFolder(environment, { platform, home: '/home/me' })).toBe(normalize(expected))
})

test.each([
  [0, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_723_000, '1 h 2 min'],
  [90_000_000, '1 d 1 h'],
  [-5, '0 s'],
])('%i ms are %s', (ms, text) => {
  expect(describeTime(ms)).toBe(text)
})

describe('--detach', () => {
  const settings = (flags: object, environment = {}) =>
    readSettings(flags, { environment, folder: temporaryDirectory() })
  const wanted = async (...args: Parameters<typeof settings>) => {
    const read = await settings(...args)
    try {
      return wantsDetach(read)
    } catch (error) {
      return describeFailure(error, '', read.nameOf)?.message
    }
  }

  test('contradicts --exit-with-parent, and --name needs it', async () => {
    expect(await wanted({})).toBe(false)
    expect(await wanted({ detach: true, name: 'a' })).toBe(true)
    expect(await wanted({}, { ROCKPOOL_NAME: 'a' })).toBe(false)
    expect(await wanted({ name: 'a' })).toBe('--name: needs --detach')
    expect(await wanted({ detach: true }, { ROCKPOOL_EXIT_WITH_PARENT: '1' })).toMatch(
      /^--detach: contradicts --exit-with-parent/,
    )
  })

  test.each(['A', 'a b', '../a', '12', '', 'a-', 'a'.repeat(41)])(
    'refuses the name %j',
    async (name) => {
      expect(await refusal(settings({ detach: true, name }))).toMatch(/^--name: want up to 40/)
    },
  )

  test.each(['con', 'nul', 'aux', 'prn', 'com1', 'lpt9'])(
    'refuses the name %j, a device on Windows',
    async (name) => {
      expect(await refusal(settings({ detach: true, name }))).toBe(
        `--name: "${name}" is a device on Windows: want another name`,
      )
    },
  )
})
