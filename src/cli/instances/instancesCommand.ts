import type { CommandInput } from '../commands/commands.ts'
import type { Instance } from './instance.ts'
import { instanceFolder } from './instanceFolder.ts'
import { InstanceRegistry } from './instanceRegistry.ts'

/** The command `instances`: lists the nodes that this user has in the background. */
export async function instancesCommand({ options, print }: CommandInput): Promise<void> {
  const running = await new InstanceRegistry(instanceFolder(process.env)).running()
  const now = Date.now()
  if (options.json === true) {
    const entries = running.map(({ name, pid, address, startedAt, log, folder }) => ({
      ...{ name, pid, url: address?.url ?? null, instanceId: address?.instanceId ?? null },
      ...{ startedAt: new Date(startedAt).toISOString(), log, folder },
    }))
    print(`${JSON.stringify(entries, null, 2)}\n`)
    return
  }
  if (running.length === 0) {
    print('no instance is running in the background; rockpool --detach starts one\n')
    return
  }
  const rows = running.map((instance) => rowOf(instance, now))
  const table = [['NAME', 'PID', 'URL', 'UPTIME'], ...rows]
  const widths = [0, 1, 2].map((i) => Math.max(...table.map((row) => (row[i] ?? '').length)))
  for (const row of table) {
    print(`${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}\n`)
  }
}

function rowOf({ name, pid, address, startedAt }: Instance, now: number): string[] {
  return [name, String(pid), address?.url ?? 'starting', describeTime(now - startedAt)]
}

/** `4 s`, `3 min 4 s`, `2 h 3 min`, `5 d 2 h`: the two largest units. */
export function describeTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const units: readonly (readonly [unit: string, seconds: number])[] = [
    ['d', 86_400],
    ['h', 3600],
    ['min', 60],
    ['s', 1],
  ]
  let rest = seconds
  const parts = units.map(([unit, size]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return { count, unit }
  })
  const first = parts.findIndex(({ count }) => count > 0)
  if (first === -1) return '0 s'
  const shown = parts.slice(first, first + 2).filter(({ count }) => count > 0)
  return shown.map(({ count, unit }) => `${count} ${unit}`).join(' ')
}
