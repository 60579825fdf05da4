import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createNode, type NodeOptions } from '../../../../src/index.ts'
import { executorOption } from '../../executor.ts'
import { root } from '../../wire/processes.ts'
import { versionOf } from '../matrix.ts'

/** A project in `clients/`, with tools that `npm ci` does not install. */
export interface ToolProject {
  readonly folder: string
  /** Why it cannot run here; undefined where it can. */
  readonly missing: string | undefined
  /** Versions of its packages. */
  versions(names: readonly string[]): Readonly<Record<string, string>>
}

/** @param node the oldest Node.js that the tools run on */
export function toolProject(name: string, node = 20): ToolProject {
  const folder = join(root, 'clients', name)
  const isInstalled = existsSync(join(folder, 'node_modules'))
  return {
    folder,
    missing: whyMissing(isInstalled, node),
    versions: (names) =>
      Object.fromEntries(
        names.map((each) => [
          each,
          isInstalled ? versionOf(each, pathToFileURL(`${folder}/`)) : '',
        ]),
      ),
  }
}

function whyMissing(isInstalled: boolean, node: number): string | undefined {
  const [major = 0] = process.versions.node.split('.').map(Number)
  // They take minutes, so whoever has them installed has them left out of `npm test` all the same.
  if (process.env.ROCKPOOL_TOOLS !== 'run') return 'left out: npm run test:clients'
  if (!isInstalled) return 'not installed: npm run test:clients'
  return major < node ? `needs Node.js ${node}` : undefined
}

/** A node as the command has it, which a tool finds at `url`. */
export async function startForTool(options: NodeOptions = {}) {
  const node = await createNode({ ...executorOption, ...options })
  return { url: (await node.listen()).url, close: () => node.close() }
}

/** How a command ended. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command of a project to its end. */
export function runTool(
  project: ToolProject,
  [command = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    // Without what vitest says of this run, as the tool may be a runner of tests itself.
    const { PATH, HOME } = process.env
    const own = {
      PATH,
      HOME,
      NO_COLOR: '1',
      CI: '1',
      HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true',
      ...env,
    }
    const child = spawn(command, args, { cwd: project.folder, env: own })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (data) => {
      stdout += data
    })
    child.stderr.on('data', (data) => {
      stderr += data
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}

/** A test of another runner: undefined where it passed, or else why not. */
export interface ReportedTest {
  readonly suite: string
  readonly title: string
  readonly failure: string | undefined
}

interface MochaReport {
  readonly tests: readonly {
    readonly title: string
    readonly fullTitle: string
    readonly err: { readonly message?: string }
  }[]
}

/** What mocha's JSON reporter says of a run that writes its report to the file of REPORT. */
export async function runMocha(
  project: ToolProject,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<readonly ReportedTest[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rockpool-report-'))
  const file = join(folder, 'report.json')
  try {
    const ended = await runTool(project, command, { ...env, REPORT: file })
    if (!existsSync(file)) throw new Error(`no report: ${ended.stdout}${ended.stderr}`)
    const { tests } = JSON.parse(readFileSync(file, 'utf8')) as MochaReport
    return tests.map(({ title, fullTitle, err }) => ({
      suite: fullTitle.slice(0, -title.length - 1),
      title,
      failure: err.message,
    }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
