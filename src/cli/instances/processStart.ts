import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Of `/proc/PID/stat`, from the state on, which is the third field; the start is the 22nd. */
const STATE_FIELD = 0
const START_FIELD = 19
/** A process that ended and that nobody asked about. */
const GONE = ['Z', 'X', 'x']

/** What a process is: numbers of processes are given again, so a number alone says nothing. */
export type ProcessStart =
  /** There is none, or it has ended. */
  | { readonly kind: 'gone' }
  /** When it began, in a form that is only good for comparisons. */
  | { readonly kind: 'known'; readonly start: string }
  /** There is one, and this system does not say more. */
  | { readonly kind: 'unknown' }

/** When the process with this id began. */
export function processStart(pid: number): ProcessStart {
  if (!isThere(pid)) return { kind: 'gone' }
  if (process.platform === 'linux') return fromProc(pid)
  return process.platform === 'win32' ? { kind: 'unknown' } : fromPs(pid)
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's is there too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function fromProc(pid: number): ProcessStart {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name is in parentheses, and may have any characters in it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    if (GONE.includes(fields[STATE_FIELD] ?? '')) return { kind: 'gone' }
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return { kind: 'known', start: `${boot} ${fields[START_FIELD]}` }
  } catch {
    return isThere(pid) ? { kind: 'unknown' } : { kind: 'gone' }
  }
}

function fromPs(pid: number): ProcessStart {
  try {
    const text = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [, state = '', start = ''] = /^\s*(\S)\S*\s+(.+?)\s*$/.exec(text) ?? []
    if (GONE.includes(state)) return { kind: 'gone' }
    return start === '' ? { kind: 'unknown' } : { kind: 'known', start }
  } catch {
    return isThere(pid) ? { kind: 'unknown' } : { kind: 'gone' }
  }
}
