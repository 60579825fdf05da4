import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { bigIntToBytes, concatBytes } from '../../primitives/encoding/bytes.ts'

/** Seconds from year 1, the epoch of Go's time, to 1970. */
const UNIX_TO_GO = 62_135_596_800n

/**
 * Returns PREVRANDAO of a block: keccak256 of the block time in Go's binary form (sei-chain,
 * x/evm/keeper): a version byte, seconds since year 1, nanoseconds, and -1 for UTC. Never zero, and
 * known in advance.
 *
 * @param nanos nanoseconds after the second; only consensus has them
 */
export function prevRandao(timestamp: bigint, nanos = 0n): Uint8Array {
  return keccak256(
    concatBytes(
      Uint8Array.of(1),
      bigIntToBytes(timestamp + UNIX_TO_GO, 8),
      bigIntToBytes(nanos, 4),
      Uint8Array.of(0xff, 0xff),
    ),
  )
}
