import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GenesisError } from '../../chain/errors.ts'
import { ConfigError, JournalError } from '../../node/errors.ts'
import type { JournalHead } from '../../node/journal/journal.ts'
import { journalLines } from '../../node/journal/journalText.ts'
import { integer } from '../../node/options/optionReaders.ts'
import { packageVersion } from '../../node/packageFiles.ts'
import { stderrLogger } from '../../primitives/logger.ts'
import { RemoteError } from '../../remote/remoteError.ts'
import { toRpcError } from '../../rpc/errors/errorTable.ts'
import {
  type Difference,
  type Replayed,
  type ReplayOptions,
  type ReplayResult,
  replay,
} from '../../rpc/replay/replay.ts'
import { requireEmptyDirectory } from '../../store/database/createDatabase.ts'
import { CommandError, nameOf } from '../failure.ts'
import { CountedChunks, readChunks } from '../files/chunks.ts'
import { StateSaver } from '../files/stateFile.ts'
import { interruptible } from '../run/signals.ts'
import type { CommandInput } from './command.ts'
import { describeBytes, withProgress } from './withProgress.ts'

const readNumber = integer(0, Number.MAX_SAFE_INTEGER)

/**
 * The command `replay`: replays a journal.
 *
 * @throws CommandError if the chain differs or the journal is invalid; StoreError if the directory
 *   is not empty
 */
export async function replayCommand({ operands, options, print }: CommandInput): Promise<void> {
  const started = performance.now()
  const [file = '-'] = operands
  const name = nameOf(file, 'read')
  const until = untilOf(options.until)
  const { db, dumpState } = options
  if (typeof db === 'string') await requireEmptyDirectory(db)
  let temporary: string | undefined
  const makeDirectory = async () => {
    temporary = await mkdtemp(join(tmpdir(), 'rockpool-replay-'))
    return temporary
  }
  try {
    await interruptible(async (signal) => {
      const pieces = new CountedChunks(readChunks(file, signal))
      let block = 0
      const replayed = await withProgress(
        () => `${describeBytes('replaying', pieces.bytes, started)}, block ${block}`,
        () =>
          replay(journalLines(pieces), {
            version: packageVersion(),
            logger: stderrLogger,
            ...(typeof db === 'string' ? { db } : { makeDirectory }),
            ...(until !== undefined && { until }),
            fork: forkAccess(options),
            reference: options.reference === true,
            onProgress(progress) {
              block = progress.block
            },
          }),
      ).catch((error: unknown) => {
        throw describeBadJournal(error, name)
      })
      try {
        if (replayed.difference !== undefined) throw differs(replayed, replayed.difference, name)
        print(describeReplay(replayed, name, started))
        if (until !== undefined && replayed.block < until) {
          process.stderr.write(
            `Warning: ${name} ends at block ${replayed.block}: block ${until} was not reached\n`,
          )
        }
        if (typeof dumpState === 'string') await saveState(replayed, dumpState)
      } finally {
        await replayed.node.close()
      }
    })
  } finally {
    if (temporary !== undefined) await rm(temporary, { recursive: true, force: true })
  }
}

function untilOf(text: string | true | undefined): bigint | undefined {
  if (text === undefined) return undefined
  try {
    return BigInt(readNumber(text))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new CommandError(`--until: ${error.message}`, 2)
  }
}

/** Options about the remote chain, where they are given. */
function forkAccess({
  forkUrl,
  forkCache,
  forkHeader,
  offline,
}: CommandInput['options']): Exclude<ReplayOptions['fork'], undefined> {
  return {
    ...(forkUrl !== undefined && { fork: forkUrl }),
    ...(forkCache !== undefined && { forkCache }),
    ...(forkHeader !== undefined && { forkHeader }),
    ...(offline !== undefined && { offline }),
  }
}

function saveState({ node }: Replayed, path: string): Promise<void> {
  return new StateSaver(node.chain, { path, intervalMs: undefined }, stderrLogger).close()
}

function describeReplay({ entries, latest, cut }: Replayed, name: string, started: number): string {
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const { number, hash, header } = latest
  const what = cut?.what === undefined ? '' : ` in the middle of ${cut.what}`
  const until =
    cut === undefined
      ? ''
      : `${name}: line ${cut.line} is truncated${what}; replayed up to the previous line\n`
  return `${until}replayed ${entries} entries of ${name}: block ${number}, hash ${hash}, app hash ${header.stateRoot}, ${seconds} s\n`
}

/** Describes the first difference. */
function differs(
  { header }: Replayed,
  { line, what, branch, expected, found }: Difference,
  name: string,
): CommandError {
  const where = branch === 0 ? '' : ` on branch ${branch}`
  const version = packageVersion()
  const versions =
    header.rockpool === version ? '' : ` (recorded by ${header.rockpool}, replayed by ${version})`
  return new CommandError(
    `${name}: line ${line}: ${what}${where}: expected ${describeOutcome(expected)}, got ${describeOutcome(found)}${versions}`,
    1,
  )
}

function describeOutcome({ head, error }: ReplayResult): string {
  const refusal = error === undefined ? '' : `, refused with: ${error}`
  return `${describeHead(head)}${refusal}`
}

function describeHead(head: JournalHead | undefined): string {
  return head === undefined ? 'a closed chain' : `block ${head.block} with hash ${head.hash}`
}

/** Adds the file to an error of the journal; returns other errors unchanged. */
function describeBadJournal(error: unknown, name: string): unknown {
  if (error instanceof JournalError) {
    return new CommandError(`${name}: ${toRpcError(error.details)?.message}`, 1)
  }
  // For a header that was edited or has another version, or a remote chain that cannot be reached.
  if (
    error instanceof ConfigError ||
    error instanceof GenesisError ||
    error instanceof RemoteError
  ) {
    return new CommandError(`${name}: line 1: ${toRpcError(error.details)?.message}`, 1)
  }
  return error
}
