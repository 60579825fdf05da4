import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isRunning } from './isRunning.ts'

/** Parent and name of a process. */
interface ProcessInfo {
  readonly parent: number
  readonly name: string
}

const SHELL = /^-?(?:ba|da|z|a|k)?sh$/

/**
 * Returns a function that returns whether the parent of a shell still runs: always true for other
 * processes, and on systems other than Linux and macOS.
 */
export function watchShell(shell: number): () => boolean {
  const info = read(shell)
  if (info === undefined || !SHELL.test(info.name)) return () => true
  const { parent } = info
  // A process whose parent exits gets another one, even while the parent is a zombie.
  if (process.platform === 'linux') return () => read(shell)?.parent === parent
  return () => isRunning(parent)
}

function read(pid: number): ProcessInfo | undefined {
  try {
    if (process.platform === 'linux') {
      return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    }
    if (process.platform !== 'darwin') return undefined
    const text = execFileSync('ps', ['-o', 'ppid=,ucomm=', '-p', String(pid)], { encoding: 'utf8' })
    const [, parent, name] = /^\s*(\d+)\s+(.*?)\s*$/.exec(text) ?? []
    return name === undefined ? undefined : { parent: Number(parent), name }
  } catch {
    return undefined
  }
}

/** Parses `1234 (sh) S 1233 …`; the name may contain spaces and parentheses. */
function parseStat(text: string): ProcessInfo | undefined {
  const [, name, parent] = /^\d+ \((.*)\) \S (\d+) /s.exec(text) ?? []
  return name === undefined ? undefined : { parent: Number(parent), name }
}
