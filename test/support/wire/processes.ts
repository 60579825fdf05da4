import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { withExecutor } from '../executor.ts'

/** The checkout. */
export const root = fileURLToPath(new URL('../../..', import.meta.url))
const running = new Set<Run>()

/** A Node.js process. */
export interface Run {
  /** Undefined if it could not start. */
  readonly pid: number | undefined
  readonly stdout: () => string
  readonly stderr: () => string
  readonly kill: (signal: NodeJS.Signals) => void
  /** The port in the ready line. */
  readonly ready: Promise<number>
  readonly exit: Promise<number | NodeJS.Signals | null>
}

/** Starts `node` with these arguments. @param env additional environment variables */
export function startNode(
  args: readonly string[],
  cwd?: string,
  env?: Readonly<Record<string, string>>,
): Run {
  const child = spawn(process.execPath, withExecutor(args), {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
    ...(env !== undefined && { env: { ...process.env, ...env } }),
  })
  let [stdout, stderr] = ['', '']
  const exit = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on('close', (code, signal) => {
      running.delete(run)
      resolve(code ?? signal)
    })
  })
  const ready = new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (data) => {
      stdout += data
      const port = /^Listening on .*:(\d+)\n/m.exec(stdout)?.[1]
      if (port !== undefined) resolve(Number(port))
    })
    child.stderr.on('data', (data) => {
      stderr += data
    })
    child.on('close', () => reject(new Error(`ended before it was ready: ${stderr}`)))
  })
  ready.catch(() => {})
  const kill = (signal: NodeJS.Signals) => void child.kill(signal)
  const { pid } = child
  const run: Run = { pid, stdout: () => stdout, stderr: () => stderr, kill, ready, exit }
  running.add(run)
  return run
}

/** Ends all remaining processes of {@link startNode}. */
export function killRunning(): void {
  for (const run of running) run.kill('SIGKILL')
}

/** Output of a run that exits by itself. */
export async function finish(run: Run) {
  return { code: await run.exit, stdout: run.stdout(), stderr: run.stderr() }
}

/** Result of a JSON-RPC request; undefined if it is an error. */
export async function request(port: number, method: string, params: readonly unknown[] = []) {
  const response = await fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result } = (await response.json()) as { result?: unknown }
  return result
}
