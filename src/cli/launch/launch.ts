/*
 * Entry point of the command. The build bundles it into dist/cli.cjs, which is small: it prints the
 * version without loading the bundle of the node.
 */
import { homedir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { packageVersion } from '../../node/packageFiles.ts'
import { codeCacheFolder } from './codeCache.ts'
import { loadBundle } from './loadBundle.ts'

/** Entries of the bundle that the command uses. */
interface CommandBundle {
  readonly command: () => { main(args: readonly string[]): Promise<void> }
}

/**
 * Time from the ready line until the code is saved: then it includes that of the first transactions
 * of a test suite. Saving takes 30 ms.
 */
const SAVE_AFTER_MS = 1000

function launch(args: readonly string[]): void {
  if (args.some((arg) => arg === '--version' || arg === '-V')) {
    process.stdout.on('error', () => {})
    process.stdout.write(`rockpool ${packageVersion()}\n`)
    return
  }
  const path = fileURLToPath(new URL('./rockpool.cjs', import.meta.url))
  const bundle = loadBundle<CommandBundle>(path, codeCacheFolder(process.env, homedir))
  const { main } = bundle.exports.command()
  void main(args).then(() => {
    if (!bundle.isFromCache) setTimeout(bundle.save, SAVE_AFTER_MS).unref()
  })
}

launch(process.argv.slice(2))
