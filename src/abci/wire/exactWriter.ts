import { BinaryWriter } from 'cosmjs-types/binary'
import { encodeVarint } from '../../primitives/encoding/protobuf.ts'

/**
 * The writer of cosmjs-types with correct 64-bit integers. In version 0.11, it writes zeros for
 * those whose bit 31 is set and that have fewer than 33 bits.
 */
export class ExactWriter extends BinaryWriter {
  override int64 = (value: string | number | bigint): BinaryWriter => {
    const bytes = encodeVarint(BigInt.asUintN(64, BigInt(value)))
    const step = {
      len: bytes.length,
      val: bytes,
      proceed(target: Uint8Array | number[], at: number) {
        for (const [i, byte] of bytes.entries()) target[at + i] = byte
      },
    }
    this.tail.next = step
    this.tail = step
    this.len += step.len
    return this
  }
  override uint64 = this.int64
}
