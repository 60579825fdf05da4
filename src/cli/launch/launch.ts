/*
 * Entry point of the command. The build bundles it into dist/cli.cjs, which is small: it prints the
 * version without loading the bundle of the node.
 */
import { homedir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { packageVersion } from '../../node/packageFiles.ts'
import { codeCacheFolder } from './codeCache.ts'
import { keepCode } from './keepCode.ts'
import { loadBundle } from './loadBundle.ts'
import { YoungGeneration } from './youngGeneration.ts'

/** Entries of the bundle that the command uses. */
interface CommandBundle {
  readonly command: () => { main(args: readonly string[]): Promise<boolean> }
}

function launch(args: readonly string[]): void {
  if (args.some((arg) => arg === '--version' || arg === '-V')) {
    process.stdout.on('error', () => {})
    process.stdout.write(`rockpool ${packageVersion()}\n`)
    return
  }
  const path = fileURLToPath(new URL('./rockpool.cjs', import.meta.url))
  const bundle = loadBundle<CommandBundle>(path, codeCacheFolder(process.env, homedir))
  const { main } = bundle.exports.command()
  void main(args).then((isNode) => {
    if (!isNode) return
    const young = YoungGeneration.hold([...process.execArgv, process.env.NODE_OPTIONS ?? ''])
    // V8 takes saved code only with the flags that it was saved with.
    keepCode({ ...bundle, save: (work) => young.withDefaultFlags(() => bundle.save(work)) })
  })
}

launch(process.argv.slice(2))
