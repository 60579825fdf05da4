import { basename, relative } from 'node:path'

/** Where the process was started. */
export interface Invocation {
  readonly script: string
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Returns the command line that started this program, without arguments, to show to the user. */
export function usedCommand({ script, folder, environment }: Invocation = here()): string {
  const { npm_lifecycle_event: event, npm_package_name: owner } = environment
  if (event === 'start' && owner === 'rockpool') return 'npm start --'
  // Installed commands have no extension.
  if (!/\.[cm]?js$/.test(basename(script))) return event === 'npx' ? 'npx rockpool' : 'rockpool'
  const path = relative(folder, script)
  return `node ${quoted(path.length < script.length ? path : script)}`
}

function here(): Invocation {
  const [, script = 'rockpool'] = process.argv
  return { script, folder: process.cwd(), environment: process.env }
}

/** Quotes a path for a shell. */
export function quoted(path: string): string {
  return /^[\w./~@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
