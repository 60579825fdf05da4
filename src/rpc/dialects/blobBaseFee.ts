import type { Method } from '../core/method.ts'
import { eth_blobBaseFee } from '../methods/eth/feeMarket.ts'

/** Nodes that have blobs answer with a price also where none are sent: the least, which is what BLOBBASEFEE gives here too. */
export const blobBaseFeeOfOne: readonly [Method, Method] = [
  eth_blobBaseFee,
  { ...eth_blobBaseFee, call: async () => '0x1' },
]
