import { bytesToUtf8, utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import { type Hash, isHex } from '../../primitives/encoding/hex.ts'
import type { RemoteChain } from '../../remote/remoteChain.ts'
import type { Database } from '../../store/database/database.ts'
import { metaKey } from '../../store/database/tables.ts'
import { ChainError } from '../errors.ts'

/** The remote chain that a database is a fork of. */
export interface SavedFork {
  /** Without credentials. */
  readonly url: string
  /** Of the remote chain. */
  readonly chainId: bigint
  /** Number and hash of the forked block. */
  readonly number: bigint
  readonly hash: Hash
}

/** Key of the fork in a database. */
const FORK_KEY = metaKey('fork')

/** Writes the fork of a new chain with the next batch. */
export function putFork(database: Database, { url, chainId, block }: RemoteChain): void {
  const { number, hash } = block
  const json = { url, chainId: `${chainId}`, number: `${number}`, hash }
  database.put(FORK_KEY, utf8ToBytes(JSON.stringify(json)))
}

/**
 * Returns the fork of a database, or undefined if its chain is no fork.
 *
 * @throws ChainError DATABASE_DAMAGED
 */
export function getFork(database: Database): SavedFork | undefined {
  const bytes = database.get(FORK_KEY)
  if (bytes === undefined) return undefined
  try {
    const { url, chainId, number, hash } = JSON.parse(bytesToUtf8(bytes)) as Record<string, unknown>
    if (typeof url === 'string' && isHex(hash)) {
      return { url, chainId: BigInt(`${chainId}`), number: BigInt(`${number}`), hash: hash as Hash }
    }
  } catch (cause) {
    throw new ChainError({ code: 'DATABASE_DAMAGED', reason: 'fork unreadable' }, { cause })
  }
  throw new ChainError({ code: 'DATABASE_DAMAGED', reason: 'fork incomplete' })
}

/**
 * Checks that a database continues with the fork that it began with.
 *
 * @throws ChainError FORK_MISMATCH
 */
export function requireSameFork(
  saved: SavedFork | undefined,
  remote: RemoteChain | undefined,
): void {
  const isSame =
    saved?.chainId === remote?.chainId &&
    saved?.number === remote?.block.number &&
    saved?.hash === remote?.block.hash
  if (isSame) return
  const found = saved && describe(saved)
  const given = remote && describe({ url: remote.url, chainId: remote.chainId, ...remote.block })
  throw new ChainError({ code: 'FORK_MISMATCH', found, given })
}

function describe({ url, chainId, number, hash }: SavedFork): string {
  return `block ${number} (${hash}) of chain ${chainId} at ${url}`
}
