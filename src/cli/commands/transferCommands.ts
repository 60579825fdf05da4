import { exportChain } from '../../chain/transfer/exportChain.ts'
import type { ChainSummary } from '../../chain/transfer/exportFormat.ts'
import { importChain } from '../../chain/transfer/importChain.ts'
import { integer } from '../../node/options/optionReaders.ts'
import { toRpcError } from '../../rpc/errors/errorTable.ts'
import { createDatabase } from '../../store/database/createDatabase.ts'
import { openExistingDatabase } from '../../store/database/database.ts'
import { StoreError } from '../../store/errors.ts'
import { CommandError, nameOf } from '../failure.ts'
import { CountedChunks, readChunks, STANDARD_STREAM, writeChunks } from '../files/chunks.ts'
import { interruptible } from '../run/signals.ts'
import type { CommandInput } from './command.ts'
import { describeBytes, withProgress } from './withProgress.ts'

/** Heights and versions are safe integers. */
const readHeight = integer(0, Number.MAX_SAFE_INTEGER - 1)

/**
 * The command `export`: writes the chain of a directory at one height to a file.
 *
 * @throws CommandError; StoreError and ChainError if the height cannot be read
 */
export async function exportCommand({ operands, options, print }: CommandInput): Promise<void> {
  const started = performance.now()
  const [file = STANDARD_STREAM] = operands
  const directory = requireDirectory(options.db, 'export')
  const height = heightOf(options.height)
  const database = await openExistingDatabase(directory)
  try {
    const chain = exportChain(database, { height })
    const pieces = new CountedChunks(chain.file)
    await withProgress(
      () => describeBytes('exporting', pieces.bytes, started),
      () => interruptible((signal) => writeChunks(file, pieces, signal)),
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

/**
 * The command `import`: creates a database from a file of `export`.
 *
 * @throws CommandError; StoreError if the export file is invalid or the directory is not empty
 */
export async function importCommand({ operands, options, print }: CommandInput): Promise<void> {
  const started = performance.now()
  const [file = STANDARD_STREAM] = operands
  const directory = requireDirectory(options.db, 'import')
  await interruptible(async (signal) => {
    const pieces = new CountedChunks(readChunks(file, signal))
    const chain = await withProgress(
      () => describeBytes('importing', pieces.bytes, started),
      () => createDatabase(directory, (database) => importChain(pieces, database)),
    ).catch((error: unknown) => {
      throw describeBadExport(error, file)
    })
    const { bytes } = pieces
    print(describeTransfer(`imported into ${directory}`, chain, { bytes, started }))
    print('start it with the genesis and the options of the original chain\n')
  })
}

/** Adds the file to an error of the export; returns other errors unchanged. */
function describeBadExport(error: unknown, file: string): unknown {
  if (!(error instanceof StoreError) || error.code !== 'BAD_EXPORT') return error
  return new CommandError(`${nameOf(file, 'read')}: ${toRpcError(error.details)?.message}`, 1)
}

function heightOf(text: string | true | undefined): number | undefined {
  if (text === undefined) return undefined
  try {
    return readHeight(text)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new CommandError(`--height: ${error.message}`, 2)
  }
}

/**
 * Returns the required `--db`.
 * @throws CommandError
 */
function requireDirectory(db: string | true | undefined, command: string): string {
  if (typeof db === 'string' && db !== '') return db
  throw new CommandError(`${command} needs --db <directory>. See rockpool --help.`, 2)
}

/** Formats the summary; `started` is a time of `performance.now()`. */
function describeTransfer(
  what: string,
  { height, edits, appHash, keys }: ChainSummary,
  transfer: { readonly bytes: number; readonly started: number },
): string {
  const seconds = ((performance.now() - transfer.started) / 1000).toFixed(1)
  const at = edits === 0 ? `height ${height}` : `height ${height} with ${edits} edits of the state`
  return `${what}: ${at}, ${keys} keys, ${transfer.bytes} bytes, app hash ${appHash}, ${seconds} s\n`
}
