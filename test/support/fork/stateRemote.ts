import type { Address } from '../../../src/primitives/address.ts'
import { keccak256 } from '../../../src/primitives/crypto/keccak.ts'
import { bech32ToBytes, bytesToBech32 } from '../../../src/primitives/encoding/bech32.ts'
import {
  bytesToHash,
  bytesToHex,
  type Hash,
  hexToBytes,
} from '../../../src/primitives/encoding/hex.ts'
import type { RemoteRead, RemoteState } from '../../../src/remote/remoteState.ts'
import type { NativeAddress } from '../../../src/state/rows/layout.ts'
import { metadataKind } from '../../../src/state/rows/metadataKind.ts'
import { nativePointerKind } from '../../../src/state/rows/nativePointerKind.ts'
import type { WorldState } from '../../../src/state/worldState.ts'

/** Answers to each kind of read. */
type Answers = Map<string, unknown>

/** A remote state that counts the rounds of requests. */
export interface StateRemote extends RemoteState {
  readonly rounds: number
}

/** Serves a state as the remote one of a fork. Nothing is at hand before it is fetched. */
export function stateRemote(state: WorldState): StateRemote {
  const known: Answers = new Map()
  let rounds = 0
  const { bech32Prefix } = state.names

  function answer(read: RemoteRead): unknown {
    switch (read.kind) {
      case 'account': {
        const { address } = read
        const code = state.getCode(address)
        return {
          nonce: state.getNonce(address),
          balance: state.getBalance(address),
          code,
          codeHash: bytesToHash(keccak256(code)),
        }
      }
      case 'storage':
        return state.getStorage(read.address, hexToBytes(read.slot))
      case 'association': {
        const native = state.getNativeAddress(read.address)
        return native === undefined ? null : bytesToBech32(bech32Prefix, native)
      }
      case 'evmAddress': {
        const native = bytesToHex(bech32ToBytes(bech32Prefix, read.native)) as NativeAddress
        return state.getEvmAddress(native) ?? null
      }
      case 'pointer':
        return state.get(nativePointerKind, read.denomination) ?? null
      case 'metadata':
        return state.get(metadataKind, read.denomination) ?? null
      case 'blockHash':
        return bytesToHash(keccak256(hexToBytes(read.number.toString(16).padStart(64, '0'))))
    }
  }

  const get = <T>(...key: readonly unknown[]): T | undefined =>
    known.get(key.join()) as T | undefined
  return {
    get rounds() {
      return rounds
    },
    account: (address: Address) => get('account', address),
    storage: (address: Address, slot: Hash) => get('storage', address, slot),
    blockHash: (number) => get('blockHash', number),
    association: (address) => get('association', address),
    evmAddress: (native) => get('evmAddress', native),
    pointer: (denomination) => get('pointer', denomination),
    metadata: (denomination) => get('metadata', denomination),
    async fetch(reads) {
      rounds++
      await Promise.resolve()
      for (const read of reads) known.set(Object.values(read).join(), answer(read))
    },
    async prefetch() {},
  }
}
