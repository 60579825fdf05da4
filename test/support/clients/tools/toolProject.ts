import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createNode, type NodeOptions } from '../../../../src/index.ts'
import { executorOption } from '../../executor.ts'
import { root } from '../../wire/processes.ts'
import { versionOf } from '../matrix.ts'

/** A project in `clients/` with tools that `npm ci` does not install. */
export interface ToolProject {
  readonly folder: string
  /** Reason why it cannot run here; undefined if it can. */
  readonly missing: string | undefined
  /** Versions of its packages. */
  versions(names: readonly string[]): Readonly<Record<string, string>>
}

/** @param node minimum Node.js version of the tools */
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
  // These tests take minutes, so `npm test` skips them even if the tools are installed.
  if (process.env.ROCKPOOL_TOOLS !== 'run') return 'left out: npm run test:clients'
  if (!isInstalled) return 'not installed: npm run test:clients'
  return major < node ? `needs Node.js ${node}` : undefined
}

/** Starts a node like the command does. A tool reaches it at `url`. */
export async function startForTool(options: NodeOptions = {}) {
  const node = await createNode({ ...executorOption, ...options })
  return { url: (await node.listen()).url, close: () => node.close() }
}

/** Result of a command. */
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
    // Without vitest's variables of this run, because the tool may be a test runner itself.
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

/** Result of another runner's test: undefined if it passed, otherwise the reason. */
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

/** Reads the report of mocha's JSON reporter from the file of REPORT. */
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
