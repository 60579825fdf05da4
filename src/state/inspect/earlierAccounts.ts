import type { Address } from '../../primitives/address.ts'
import { EMPTY_BYTES, latin1ToBytes } from '../../primitives/encoding/bytes.ts'
import { WEI_PER_UNIT } from '../ledger/balanceOverflow.ts'
import {
  castAddress,
  codeHashKind,
  codeKind,
  coinKind,
  evmOfKind,
  type NativeAddress,
  nativeOfKind,
  nonceKind,
  weiRemainderKind,
} from '../rows/layout.ts'
import type { RowState } from '../rows/rowState.ts'
import type { EarlierRow, TableKind } from '../rows/stateTable.ts'

/** An EVM account as it was before a change. */
export interface EarlierAccount {
  readonly address: Address
  /** In wei. */
  readonly balance: bigint
  readonly nonce: bigint
  readonly code: Uint8Array
  /** Earlier words of the changed slots, 32 bytes each. */
  readonly slots: readonly (readonly [slot: Uint8Array, word: Uint8Array])[]
}

const ZERO_WORD = new Uint8Array(32)
/** Tables with one row per EVM address. */
const ofAddress: ReadonlySet<string> = new Set(
  [nonceKind, codeKind, codeHashKind, nativeOfKind].map(({ name }) => name),
)

/**
 * Returns the EVM accounts that changed, as they were before the first change, in order of first
 * change. If two addresses share a balance, it returns the account of the associated one.
 *
 * @param state after the changes
 */
export function earlierAccounts(
  state: RowState,
  changes: Iterable<EarlierRow>,
): readonly EarlierAccount[] {
  const base = coinKind(state.names.denomination)
  const before = new Map<string, Map<string, unknown>>()
  const slotsOf = new Map<Address, Map<string, Uint8Array>>()
  for (const { kind, id, previous } of changes) {
    const rows = before.get(kind.name) ?? new Map<string, unknown>()
    before.set(kind.name, rows)
    if (rows.has(id)) continue
    rows.set(id, previous)
    const isCoins = kind.name === base.name || kind.name === weiRemainderKind.name
    const address =
      kind.storageOf ??
      (ofAddress.has(kind.name) ? (id as Address) : undefined) ??
      (isCoins ? holderOf(state, id as NativeAddress) : undefined)
    if (address === undefined) continue
    const slots = slotsOf.get(address) ?? new Map<string, Uint8Array>()
    slotsOf.set(address, slots)
    if (kind.storageOf !== undefined)
      slots.set(id, (previous as Uint8Array | undefined) ?? ZERO_WORD)
  }

  const read = <V>(kind: TableKind<V>, id: string): V | undefined => {
    const rows = before.get(kind.name)
    return rows?.has(id) ? (rows.get(id) as V | undefined) : state.get(kind, id)
  }
  return [...slotsOf].map(([address, slots]) => {
    const owner = read(nativeOfKind, address) ?? castAddress(address)
    return {
      address,
      balance: (read(base, owner) ?? 0n) * WEI_PER_UNIT + (read(weiRemainderKind, owner) ?? 0n),
      nonce: read(nonceKind, address) ?? 0n,
      code: read(codeKind, address) ?? EMPTY_BYTES,
      slots: [...slots].map(([slot, word]) => [latin1ToBytes(slot), word] as const),
    }
  })
}

/**
 * Returns the EVM address whose balance is in a native account. Undefined if the cast address is
 * associated elsewhere.
 */
function holderOf(state: RowState, owner: NativeAddress): Address | undefined {
  const associated = state.get(evmOfKind, owner)
  if (associated !== undefined) return associated
  const cast = owner as string as Address
  return state.get(nativeOfKind, cast) === undefined ? cast : undefined
}
