import { packageVersion } from '../node/packageFiles.ts'
import { stderrLogger } from './stderrLogger.ts'

/**
 * The command `rockpool`. Resolves when the node listens, or when there is nothing more to do; `process.exitCode` is then set
 * (0: done, 1: failed, 2: wrong usage). What a node needs is only loaded when one is to start.
 */
export async function main(args: readonly string[] = process.argv.slice(2)): Promise<void> {
  keepRunning()
  if (args.some((arg) => arg === '--version' || arg === '-V')) {
    process.stdout.write(`rockpool ${packageVersion()}\n`)
    return
  }
  const { describeFailure } = await import('./failure.ts')
  let genesisFile = 'genesis/dev.json'
  try {
    const { readArguments } = await import('./readArguments.ts')
    const request = readArguments(args)
    if (request.kind === 'help') {
      process.stdout.write(request.text)
      return
    }
    if (request.kind === 'command') {
      const run = await request.command.load()
      await run({ ...request, print })
      return
    }
    genesisFile = request.config.genesis ?? genesisFile
    const { closeOnSignal } = await import('./shutdown.ts')
    const shutdown = closeOnSignal((error) => {
      const failure = describeFailure(error, genesisFile)
      if (failure === undefined) stderrLogger.error('closing failed', error)
      else process.stderr.write(`Error: ${failure.message}\n`)
    })
    const { runNode } = await import('./runNode.ts')
    await runNode(request.config, {
      version: packageVersion(),
      logger: stderrLogger,
      shutdown,
    })
  } catch (error) {
    const failure = describeFailure(error, genesisFile)
    if (failure === undefined) stderrLogger.error('Error: rockpool failed', error)
    else process.stderr.write(`Error: ${failure.message}\n`)
    process.exit(failure?.exitCode ?? 1)
  }
}

function print(text: string): void {
  process.stdout.write(text)
}

/** A node outlives a request that failed and a reader of its output that went away. */
function keepRunning(): void {
  process.on('unhandledRejection', (reason) => stderrLogger.error('unhandled rejection', reason))
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
