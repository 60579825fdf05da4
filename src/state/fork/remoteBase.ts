import type { Address } from '../../primitives/address.ts'
import type { DenominationMetadata } from '../../primitives/denominationMetadata.ts'
import { bytesToBech32, decodeBech32 } from '../../primitives/encoding/bech32.ts'
import { latin1ToBytes } from '../../primitives/encoding/bytes.ts'
import { bytesToHash, bytesToHex, hexToBytes } from '../../primitives/encoding/hex.ts'
import { RemoteError } from '../../remote/remoteError.ts'
import type { RemoteAccount, RemoteRead, RemoteState } from '../../remote/remoteState.ts'
import { WEI_PER_UNIT } from '../ledger/balanceOverflow.ts'
import {
  castAddress,
  codeHashKind,
  codeKind,
  evmOfKind,
  type NativeAddress,
  nativeOfKind,
  nonceKind,
  weiRemainderKind,
} from '../rows/layout.ts'
import { metadataKind } from '../rows/metadataKind.ts'
import { nativePointerKind } from '../rows/nativePointerKind.ts'
import type { NativeNames } from '../rows/stateSource.ts'
import type { TableKind } from '../rows/stateTable.ts'

/** The remote chain below the rows of a fork. */
export interface RemoteSettings {
  readonly state: RemoteState
  /** Whether it associates EVM addresses with native ones. */
  readonly isSei: boolean
}

/** Receives the reads that are not at hand. */
export type OnMiss = (read: RemoteRead) => void

/**
 * The state of a remote chain as rows of this chain's tables. A row that is not at hand is reported
 * and read as absent.
 */
export class RemoteBase {
  readonly state: RemoteState
  readonly #isSei: boolean
  readonly #names: NativeNames
  /** EVM addresses by their associated native addresses, as far as they were read. */
  readonly #holders = new Map<NativeAddress, Address>()

  constructor({ state, isSei }: RemoteSettings, names: NativeNames) {
    this.state = state
    this.#isSei = isSei
    this.#names = names
  }

  /** Returns a row of the remote chain. Tables that it does not have are empty. */
  row<V>(kind: TableKind<V>, id: string, onMiss: OnMiss): V | undefined {
    return this.#row(kind, id, onMiss) as V | undefined
  }

  /** Returns the hash of a block at or before the forked one. */
  blockHash(number: bigint, onMiss: OnMiss): Uint8Array | undefined {
    const hash = this.state.blockHash(number)
    if (hash !== undefined) return hexToBytes(hash)
    onMiss({ kind: 'blockHash', number })
    return undefined
  }

  /** Whether an account may have storage: it has code, or has had it. */
  mayHaveStorage(address: Address, onMiss: OnMiss): boolean {
    const account = this.#account(address, onMiss)
    return account === undefined || hasRun(account)
  }

  #row(kind: TableKind<unknown>, id: string, onMiss: OnMiss): unknown {
    if (kind.storageOf !== undefined) return this.#word(kind.storageOf, id, onMiss)
    if (kind.denomination !== undefined) {
      const isBase = kind.denomination === this.#names.denomination
      return isBase ? orAbsent(this.#wei(id, onMiss) / WEI_PER_UNIT) : undefined
    }
    switch (kind.name) {
      case nonceKind.name:
        return orAbsent(this.#account(id as Address, onMiss)?.nonce ?? 0n)
      case codeKind.name: {
        const code = this.#account(id as Address, onMiss)?.code
        return code?.length === 0 ? undefined : code
      }
      case codeHashKind.name: {
        const account = this.#account(id as Address, onMiss)
        return account?.code.length === 0 ? undefined : account?.codeHash
      }
      case weiRemainderKind.name:
        return orAbsent(this.#wei(id, onMiss) % WEI_PER_UNIT)
      case nativeOfKind.name:
        return this.#isSei ? this.#nativeOf(id as Address, onMiss) : undefined
      case evmOfKind.name:
        return this.#isSei ? this.#evmOf(id as NativeAddress, onMiss) : undefined
      case nativePointerKind.name:
        return this.#isSei ? this.#pointerOf(id, onMiss) : undefined
      case metadataKind.name:
        return this.#isSei ? this.#metadataOf(id, onMiss) : undefined
      default:
        return undefined
    }
  }

  #account(address: Address, onMiss: OnMiss): RemoteAccount | undefined {
    const account = this.state.account(address)
    if (account === undefined) onMiss({ kind: 'account', address })
    return account
  }

  /** An account that never had code has no storage, and needs no request for it. */
  #word(address: Address, id: string, onMiss: OnMiss): Uint8Array | undefined {
    const account = this.state.account(address)
    if (account !== undefined && !hasRun(account)) return undefined
    const slot = bytesToHash(latin1ToBytes(id))
    const word = this.state.storage(address, slot)
    if (word === undefined) onMiss({ kind: 'storage', address, slot })
    return word?.some((byte) => byte !== 0) ? word : undefined
  }

  /** Wei of a native account: that of its EVM address, or else of the one cast from it. */
  #wei(id: string, onMiss: OnMiss): bigint {
    const owner = id as NativeAddress
    const holder = this.#isSei ? this.#holderOf(owner, onMiss) : (id as Address)
    return holder === undefined ? 0n : (this.#account(holder, onMiss)?.balance ?? 0n)
  }

  #holderOf(owner: NativeAddress, onMiss: OnMiss): Address | undefined {
    const known = this.#holders.get(owner)
    if (known !== undefined) return known
    const cast = owner as string as Address
    // The balance of an address without association is that of its cast address.
    if (this.#nativeOf(cast, onMiss) === undefined) return cast
    return this.#evmOf(owner, onMiss)
  }

  #nativeOf(address: Address, onMiss: OnMiss): NativeAddress | undefined {
    const text = this.state.association(address)
    if (text === null) return undefined
    if (text === undefined) {
      onMiss({ kind: 'association', address })
      // A read of the balance follows the read of its owner.
      this.#account(address, onMiss)
      return undefined
    }
    const native = bytesToHex(this.#bytesOf(text)) as NativeAddress
    this.#holders.set(native, address)
    return native
  }

  /** @throws RemoteError if the prefix became known only after the start */
  #bytesOf(native: string): Uint8Array {
    const { bech32Prefix } = this.#names
    const decoded = decodeBech32(native)
    if (decoded?.prefix === bech32Prefix) return decoded.bytes
    const reason = `its native address ${native} has another prefix than ${bech32Prefix}`
    throw new RemoteError({ code: 'BAD_FORK', url: '', reason })
  }

  #evmOf(owner: NativeAddress, onMiss: OnMiss): Address | undefined {
    const known = this.#holders.get(owner)
    if (known !== undefined) return known
    const native = bytesToBech32(this.#names.bech32Prefix, hexToBytes(owner))
    const found = this.state.evmAddress(native)
    if (found === undefined) onMiss({ kind: 'evmAddress', native })
    const isOther = found !== null && found !== undefined && castAddress(found) !== owner
    return isOther ? found : undefined
  }

  #metadataOf(denomination: string, onMiss: OnMiss): DenominationMetadata | undefined {
    const found = this.state.metadata(denomination)
    if (found === undefined) onMiss({ kind: 'metadata', denomination })
    return found ?? undefined
  }

  #pointerOf(denomination: string, onMiss: OnMiss): Address | undefined {
    const found = this.state.pointer(denomination)
    if (found === undefined) onMiss({ kind: 'pointer', denomination })
    return found ?? undefined
  }
}

/** Whether code ever ran at an account: it has code, or a nonce, as one that was delegated. */
function hasRun({ code, nonce }: RemoteAccount): boolean {
  return code.length > 0 || nonce !== 0n
}

function orAbsent(amount: bigint): bigint | undefined {
  return amount === 0n ? undefined : amount
}
