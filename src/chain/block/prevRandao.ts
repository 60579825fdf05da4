import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { bigIntToBytes, concatBytes } from '../../primitives/encoding/bytes.ts'

/** Seconds from year 1, where Go's time begins, to 1970. */
const UNIX_TO_GO = 62_135_596_800n

/**
 * What PREVRANDAO gives in a block: keccak256 of the block time in Go's binary form (sei-chain, x/evm/keeper): a version
 * byte, seconds since year 1, nanoseconds, and -1 for UTC. Never zero, and known in advance.
 */
export function prevRandao(timestamp: bigint): Uint8Array {
  return keccak256(
    concatBytes(
      Uint8Array.of(1),
      bigIntToBytes(timestamp + UNIX_TO_GO, 8),
      Uint8Array.of(0, 0, 0, 0),
      Uint8Array.of(0xff, 0xff),
    ),
  )
}

/** The same for exact integers, one after the other, without making the bytes anew for each. */
export function prevRandaoTemplate(): (timestamp: number) => Uint8Array {
  const bytes = Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff)
  const view = new DataView(bytes.buffer)
  return (timestamp) => {
    const seconds = timestamp + Number(UNIX_TO_GO)
    view.setUint32(1, Math.floor(seconds / 2 ** 32))
    view.setUint32(5, seconds % 2 ** 32)
    return keccak256(bytes)
  }
}
