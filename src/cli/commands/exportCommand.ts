import { exportChain } from '../../chain/transfer/exportChain.ts'
import { integer } from '../../node/options/optionReaders.ts'
import { openExistingDatabase } from '../../store/database/database.ts'
import { CommandFailed } from '../failure.ts'
import { nameOf } from '../fileFailure.ts'
import {
  CountedPieces,
  describeTransfer,
  requireDirectory,
  STANDARD_STREAM,
  writePieces,
} from './chainFile.ts'
import type { CommandInput } from './commands.ts'
import { interruptible } from './interruptible.ts'
import { describeBytes, withProgress } from './withProgress.ts'

/** Heights and versions are safe integers. */
const readHeight = integer(0, Number.MAX_SAFE_INTEGER - 1)

/**
 * The command `export`: writes one height of the chain in a directory to a file.
 *
 * @throws CommandFailed; StoreRefused and ChainRefused where the directory has no such height to read
 */
export async function exportCommand({ operands, options, print }: CommandInput): Promise<void> {
  const started = performance.now()
  const [file = STANDARD_STREAM] = operands
  const directory = requireDirectory(options.db, 'export')
  const height = heightOf(options.height)
  const database = await openExistingDatabase(directory)
  try {
    const chain = exportChain(database, height)
    const pieces = new CountedPieces(chain.file)
    await withProgress(
      () => describeBytes('exporting', pieces.bytes, started),
      () => interruptible((signal) => writePieces(file, pieces, signal)),
    )
    const line = describeTransfer(`exported to ${nameOf(file, 'written')}`, chain, {
      bytes: pieces.bytes,
      started,
    })
    if (file === STANDARD_STREAM) process.stderr.write(line)
    else print(line)
  } finally {
    await database.close()
  }
}

function heightOf(text: string | true | undefined): number | undefined {
  if (text === undefined) return undefined
  try {
    return readHeight(text)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new CommandFailed(`--height: ${error.message}`, 2)
  }
}
