import { HASH_KEYS } from './layout'

// Hashing for the tables of accounts and slots. Keys are chosen by whoever writes the code that runs, and one that collides with
// others costs time that nobody pays for. So this is NH (Black and others, "UMAC", 1999) with secret keys from the host: whichever
// two keys somebody chooses, they collide for one in 2^32 secrets. Nothing that can be seen depends on them.

/** The part of 64 bits of a key; `place` says which part it is. */
// @ts-ignore: decorator
@inline
export function part(value: u64, place: usize): u64 {
  const secret = HASH_KEYS + (place << 3)
  return (
    <u64>(<u32>value + load<u32>(secret)) * <u64>(<u32>(value >> 32) + load<u32>(secret, 4))
  )
}

/** From the sum of the parts of a key to a number whose lowest bits say where to look. */
// @ts-ignore: decorator
@inline
export function finish(sum: u64): u32 {
  return <u32>(((sum ^ (sum >> 32)) * 0x9e3779b97f4a7c15) >> 32)
}
