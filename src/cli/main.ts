import { packageVersion } from '../node/packageFiles.ts'
import { stderrLogger } from '../primitives/logger.ts'
import type { Settings } from './settings/readSettings.ts'

/**
 * The command `rockpool`. Resolves to true when the node listens, and to false when a command or
 * the help is done. `process.exitCode` is then 0 (done), 1 (failed) or 2 (wrong usage). Modules of
 * a node are loaded only to start one. `launch.ts` prints the version.
 */
export async function main(args: readonly string[]): Promise<boolean> {
  keepRunning()
  const { describeFailure } = await import('./failure.ts')
  let genesisFile = 'genesis/dev.json'
  let nameOf: Settings['nameOf'] | undefined
  try {
    const { helpOf, readArguments } = await import('./settings/readArguments.ts')
    const request = readArguments(args)
    if (request.kind === 'help') {
      process.stdout.write(request.text)
      return false
    }
    if (request.kind === 'command') {
      const { options, given } = request
      const file = options.genesis ?? given.genesis
      if (typeof file === 'string') genesisFile = file
      const run = await request.command.load(helpOf)
      await run({ ...request, print })
      return false
    }
    const { readSettings } = await import('./settings/readSettings.ts')
    const settings = await readSettings(request.given, {
      environment: process.env,
      folder: process.cwd(),
    })
    genesisFile = settings.config.genesis ?? settings.sources.get('genesis') ?? genesisFile
    nameOf = settings.nameOf
    const { closeOnSignal, isStartedByNpm, watchParent } = await import('./run/signals.ts')
    const shutdown = closeOnSignal((error) => {
      const failure = describeFailure(error, genesisFile)
      if (failure === undefined) stderrLogger.error('closing failed', error)
      else process.stderr.write(`Error: ${failure.message}\n`)
    })
    if (isStartedByNpm()) watchParent(shutdown.end)
    const { runNode } = await import('./run/runNode.ts')
    await runNode(settings, { version: packageVersion(), logger: stderrLogger, shutdown })
    return true
  } catch (error) {
    const failure = describeFailure(error, genesisFile, nameOf)
    if (failure === undefined) stderrLogger.error('Error: rockpool failed', error)
    else process.stderr.write(`Error: ${failure.message}\n`)
    process.exit(failure?.exitCode ?? 1)
  }
}

function print(text: string): void {
  process.stdout.write(text)
}

/** A node survives failed requests and closed output streams. */
function keepRunning(): void {
  process.on('unhandledRejection', (reason) => stderrLogger.error('unhandled rejection', reason))
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
