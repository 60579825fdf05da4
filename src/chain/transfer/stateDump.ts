import { distributionParamsKind } from '../../modules/distribution/distributionRows.ts'
import { govParamsKind } from '../../modules/gov/govParams.ts'
import { nextProposalKind } from '../../modules/gov/proposal.ts'
import { moduleKinds } from '../../modules/moduleKinds.ts'
import { oracleParamsKind } from '../../modules/oracle/oracle.ts'
import { stakingParamsKind } from '../../modules/staking/stakingParams.ts'
import type { Address } from '../../primitives/address.ts'
import { bytesToLatin1, bytesToUtf8 } from '../../primitives/encoding/bytes.ts'
import { bytesToHex, type Hash } from '../../primitives/encoding/hex.ts'
import {
  accountCountKind,
  accountKind,
  coinKind,
  coinPrefix,
  type NativeAddress,
  nativeOfKind,
} from '../../state/rows/layout.ts'
import type { NativeNames } from '../../state/rows/stateSource.ts'
import type { StoreName, TableKind } from '../../state/rows/stateTable.ts'
import type { DumpedBlock } from './dumpedBlocks.ts'

/*
 * A state dump is JSON in Anvil's format: `block` (the block environment), `accounts`,
 * `best_block_number`, `blocks`, `transactions`, `historical_states`. An additional field has what
 * Anvil's format lacks:
 *
 *   rockpool.format                         1
 *   rockpool.bech32_prefix, .denomination   names of the chain
 *   rockpool.rows.STORE                     rows beside the accounts, in hexadecimal
 *
 * A fork's dump has only the accounts that changed since. Another field names the forked block:
 *
 *   rockpool_fork.url, .chain_id, .block_number, .block_hash   the forked block
 *   rockpool_fork.cleared                                      accounts without storage from there
 */

/** Name of the additional field. */
export const NATIVE_FIELD = 'rockpool'

/** Name of the field of forks. */
export const FORK_FIELD = 'rockpool_fork'

/** Version of the additional field. */
export const NATIVE_FORMAT = 1

/** Maximum size of a dump's JSON; reading it takes several times as much memory. */
export const MAX_DUMP_BYTES = 2 ** 28

/** A complete EVM account. */
export interface DumpedAccount {
  readonly address: Address
  readonly nonce: bigint
  /** Wei. */
  readonly balance: bigint
  readonly code: Uint8Array
  /** Pairs of 32-byte slot and 32-byte word. */
  readonly storage: readonly (readonly [slot: Uint8Array, word: Uint8Array])[]
}

/** A row of a table. */
export interface DumpedRow {
  readonly kind: TableKind<unknown>
  readonly id: string
  readonly value: unknown
}

/** The forked block that a dump builds on. */
export interface DumpedFork {
  readonly hash: Hash
  /** Accounts whose storage of the remote chain was cleared. */
  readonly cleared: readonly Address[]
}

/** Contents of a dump. */
export interface StateDump {
  /** Newest block of the dump, if given; time in seconds since 1970. */
  readonly block: { readonly number: bigint; readonly timestamp: bigint } | undefined
  /** The newest blocks of a dump of Anvil, if they verify; ascending. */
  readonly blocks?: readonly DumpedBlock[]
  readonly accounts: readonly DumpedAccount[]
  /** Undefined unless it is the dump of a fork. */
  readonly fork?: DumpedFork
  /** Data of the native side; undefined in dumps of other nodes. */
  readonly native: readonly DumpedRow[] | undefined
}

/**
 * Stores that a dump contains completely. Their rows refer to each other, so they are loaded as a
 * whole.
 */
export const wholeStores: readonly StoreName[] = ['distribution', 'gov', 'oracle', 'staking']

/** Tables with a single row that every chain has. */
export const requiredKinds: readonly Pick<TableKind<unknown>, 'name' | 'store'>[] = [
  distributionParamsKind,
  govParamsKind,
  nextProposalKind,
  oracleParamsKind,
  stakingParamsKind,
]

/** Returns the dumped row of a key outside the accounts, or undefined. */
export function nativeRow(
  store: StoreName,
  key: Uint8Array,
  { bech32Prefix, denomination }: NativeNames,
): Omit<DumpedRow, 'value'> | undefined {
  if (store === 'acc') {
    const isCount = bytesToLatin1(key) === accountCountKind.key('')
    if (isCount) return row(accountCountKind, '')
    return row(accountKind(bech32Prefix), bytesToHex(key.subarray(1)))
  }
  if (store === 'evm' && key[0] === nativeOfKind.key('0x').charCodeAt(0)) {
    return row(nativeOfKind, bytesToHex(key.subarray(1)))
  }
  if (store === 'bank' && key[0] === coinPrefix('0x' as NativeAddress)[0]) {
    const end = 2 + (key[1] ?? 0)
    const name = bytesToUtf8(key.subarray(end))
    return name === denomination ? undefined : row(coinKind(name), bytesToHex(key.subarray(2, end)))
  }
  for (const kind of moduleKinds.values()) {
    const { prefix } = kind
    if (kind.store !== store || !prefix.every((byte, at) => byte === key[at])) continue
    return row(kind, kind.idOf(key.subarray(prefix.length)))
  }
  return undefined
}

function row<V>(kind: TableKind<V>, id: string): Omit<DumpedRow, 'value'> {
  return { kind: kind as unknown as TableKind<unknown>, id }
}
