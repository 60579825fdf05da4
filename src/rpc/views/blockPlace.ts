import type { SealedBlock } from '../../chain/block/block.ts'
import { hash, uint64 } from '../codec/scalar.ts'

/** Fields that say which block something is at. */
export const blockPlace = {
  encode: ({ header, hash: own }: SealedBlock) => ({
    blockNumber: uint64.encode(header.number),
    blockHash: hash.encode(own),
  }),
  properties: { blockNumber: uint64.schema, blockHash: hash.schema },
  required: ['blockNumber', 'blockHash'],
} as const
