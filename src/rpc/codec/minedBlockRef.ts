import type { BlockNumberRef } from '../../chain/block/blockRef.ts'
import { invalidParams } from '../errors/rpcError.ts'
import { blockNumberRef } from './blockRef.ts'
import type { Codec } from './codec.ts'

/** A block by number or tag whose state is in the stores: not the pending one. */
export const minedBlockRef: Codec<BlockNumberRef> = {
  ...blockNumberRef,
  decode(json, path) {
    if (json === 'pending') throw invalidParams(`${path}: the pending block is in no store`)
    return blockNumberRef.decode(json, path)
  },
}
