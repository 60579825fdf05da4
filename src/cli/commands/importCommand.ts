import { importChain } from '../../chain/transfer/importChain.ts'
import { wireError } from '../../rpc/errors/wire.ts'
import { createDatabase } from '../../store/database/createDatabase.ts'
import { StoreRefused } from '../../store/errors.ts'
import { CommandFailed } from '../failure.ts'
import { nameOf } from '../fileFailure.ts'
import {
  CountedPieces,
  describeTransfer,
  readPieces,
  requireDirectory,
  STANDARD_STREAM,
} from './chainFile.ts'
import type { CommandInput } from './commands.ts'
import { interruptible } from './interruptible.ts'
import { describeBytes, withProgress } from './withProgress.ts'

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
    const chain = await withProgress(
      () => describeBytes('importing', pieces.bytes, started),
      () => createDatabase(directory, (database) => importChain(pieces, database)),
    ).catch((error: unknown) => {
      throw describeBadExport(error, file)
    })
    const { bytes } = pieces
    print(describeTransfer(`imported into ${directory}`, chain, { bytes, started }))
    print('start it with the genesis and the options that the chain was made with\n')
  })
}

/** Says which file it is that is no export; any other error as it is. */
function describeBadExport(error: unknown, file: string): unknown {
  if (!(error instanceof StoreRefused) || error.code !== 'BAD_EXPORT') return error
  return new CommandFailed(`${nameOf(file, 'read')}: ${wireError(error.refusal)?.message}`, 1)
}
