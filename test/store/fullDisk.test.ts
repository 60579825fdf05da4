import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../support/directory.ts'
import { bundleModule } from '../support/wire/bundleModule.ts'

/** Whether an unprivileged process can mount a small disk here. */
const canMount = spawnSync('unshare', ['--map-root-user', '--mount', 'true']).status === 0

/** Writes before, while and after the disk is full, then reads the content after a restart. */
const SCRIPT = `
import { rmSync, writeFileSync } from 'node:fs'
const [, module, disk] = process.argv
const { openDatabase } = await import(module)
const bytes = (n) => new TextEncoder().encode(String(n).padStart(200, '0'))
const outcomes = []
async function write(database, n) {
  database.put(bytes(n), bytes(n))
  outcomes.push(await database.flush().then(() => 'written', (error) => error.code))
}
const database = await openDatabase(disk + '/db', { sync: process.argv[3] === 'sync' })
for (let n = 0; n < 3; n++) await write(database, n)
try {
  for (let n = 0; ; n++) writeFileSync(disk + '/fill' + n, new Uint8Array(4096))
} catch {}
for (let n = 3; n < 53; n++) await write(database, n)
const readable = database.get(bytes(1)) !== undefined
for (let n = 0; n < 2000; n++) rmSync(disk + '/fill' + n, { force: true })
for (let n = 53; n < 63; n++) await write(database, n)
await database.close()
const again = await openDatabase(disk + '/db', { sync: false })
const found = outcomes.map((_, n) => again.get(bytes(n)) !== undefined)
await again.close()
process.stdout.write(JSON.stringify({ outcomes, found, readable }))
`

test.skipIf(!canMount).each(['plain', 'sync'])(
  'recovers all writes after a full disk (%s writes)',
  async (kind) => {
    const disk = temporaryDirectory()
    const module = await bundleModule('src/store/database/database.ts')
    const mount = `mount -t tmpfs -o size=3m tmpfs "$1" && shift && exec "$@"`
    const node = [process.execPath, '--input-type=module', '--eval', SCRIPT, module, disk, kind]
    const run = spawnSync(
      'unshare',
      ['--map-root-user', '--mount', 'sh', '-c', mount, 'sh', disk, ...node],
      {
        encoding: 'utf8',
      },
    )
    expect(run.stderr).toBe('')
    const { outcomes, found, readable } = JSON.parse(run.stdout) as {
      outcomes: string[]
      found: boolean[]
      readable: boolean
    }
    expect(outcomes).toContain('DATABASE_UNWRITABLE')
    expect(readable).toBe(true)
    expect(outcomes.slice(-10)).toEqual(Array.from({ length: 10 }, () => 'written'))
    expect(found).toEqual(outcomes.map((outcome) => outcome === 'written'))
  },
)
