import { importChain } from '../chain/importChain.ts'
import { createDatabase } from '../store/createDatabase.ts'
import {
  CountedPieces,
  describeTransfer,
  readPieces,
  requireDirectory,
  STANDARD_STREAM,
} from './chainFile.ts'
import type { CommandInput } from './commands.ts'
import { interruptible } from './interruptible.ts'

/**
 * The command `import`: makes a chain in a new directory from a file that `export` wrote.
 *
 * @throws CommandFailed; StoreRefused where the file is no sound export or the directory is taken
 */
export async function importCommand({ operands, options, print }: CommandInput): Promise<void> {
  const started = performance.now()
  const [file = STANDARD_STREAM] = operands
  const directory = requireDirectory(options.db, 'import')
  await interruptible(async (signal) => {
    const pieces = new CountedPieces(readPieces(file, signal))
    const chain = await createDatabase(directory, (database) => importChain(pieces, database))
    const { bytes } = pieces
    print(describeTransfer(`imported into ${directory}`, chain, { bytes, started }))
  })
}
