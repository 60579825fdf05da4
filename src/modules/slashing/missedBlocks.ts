import { readUvarint, uvarintsToBytes } from '../../primitives/encoding/varint.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'
import { addressRow, moduleTable } from '../rows.ts'

/**
 * Staking 7c: blocks that a bonded validator did not sign, in ascending order; those before the
 * window may be missing. Row: consensus address. The SDK has a bit for each block of the window,
 * and so another app hash after every block; here only absences change it.
 */
export const missedBlocksKind: IterableTableKind<readonly number[]> = moduleTable({
  store: 'staking',
  name: 'missed-blocks',
  prefix: 0x7c,
  id: addressRow,
  encode: uvarintsToBytes,
  decode: (bytes) => {
    const heights: number[] = []
    for (let at = 0; at < bytes.length; ) {
      const [height, end] = readUvarint(bytes, at)
      heights.push(height)
      at = end
    }
    return heights
  },
})
