import type { Address } from '../../primitives/address.ts'
import { storageKind, wipedKind } from '../rows/layout.ts'
import type { StateSource } from '../rows/stateSource.ts'
import { isTombstone, type TableKind } from '../rows/stateTable.ts'
import type { RemoteReads } from './remoteReads.ts'

/**
 * Returns the rows of a fork: those of the stores, and below them the rows of the remote chain.
 * Lists have the rows of the stores only, because a remote node does not list any.
 *
 * @param local rows of the stores, tombstones included
 */
export function forkSource(local: StateSource, remote: RemoteReads): StateSource {
  function isWiped(address: Address): boolean {
    return local.read(wipedKind, address) !== undefined
  }

  return {
    ...local,
    isFork: true,
    read<V>(kind: TableKind<V>, id: string) {
      const row = local.read(kind, id)
      if (row !== undefined) return isTombstone(kind, row) ? undefined : row
      if (kind.storageOf !== undefined && isWiped(kind.storageOf)) return undefined
      return remote.row(kind, id)
    },
    *storageSlots(address) {
      const kind = storageKind(address)
      for (const slot of local.storageSlots(address)) {
        const word = local.read(kind, slot)
        if (word !== undefined && !isTombstone(kind, word)) yield slot
      }
    },
  }
}
