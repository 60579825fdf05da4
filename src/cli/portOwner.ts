import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** A process that listens. */
export interface PortOwner {
  readonly pid: number
  /** Name of its program. */
  readonly name: string
}

const LISTENING = '0A'

/**
 * Who listens on a port, where Linux tells: of other users' processes it does not.
 *
 * @see https://docs.kernel.org/networking/proc_net_tcp.html
 */
export function findPortOwner(port: number): PortOwner | undefined {
  try {
    const sockets = new Set(
      ['tcp', 'tcp6'].flatMap((table) => listeners(table, port)).map((id) => `socket:[${id}]`),
    )
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    const pid = sockets.size === 0 ? undefined : pids.find((each) => holdsOne(each, sockets))
    if (pid === undefined) return undefined
    return { pid: Number(pid), name: readFileSync(`/proc/${pid}/comm`, 'utf8').trim() }
  } catch {
    return undefined
  }
}

/** Inodes of the sockets that listen on a port. */
function listeners(table: string, port: number): string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const [, ...lines] = readFileSync(`/proc/net/${table}`, 'utf8').trim().split('\n')
  const rows = lines.map((line) => line.trim().split(/\s+/))
  const found = rows.filter((row) => row[1]?.endsWith(`:${hex}`) && row[3] === LISTENING)
  return found.map((row) => row[9] ?? '')
}

function holdsOne(pid: string, sockets: ReadonlySet<string>): boolean {
  try {
    const folder = `/proc/${pid}/fd`
    return readdirSync(folder).some((fd) => sockets.has(readlink(`${folder}/${fd}`)))
  } catch {
    // Somebody else's process, or one that just ended.
    return false
  }
}

function readlink(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
