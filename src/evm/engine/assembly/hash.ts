import { allocate } from './heap'
import { HASH_KEYS } from './layout'

// Hashing for the tables of accounts and slots. Keys are chosen by whoever writes the code that runs, and one that collides with
// others costs time that nobody pays for. So this is NH (Black and others, "UMAC", 1999) with secret keys from the host: whichever
// two keys somebody chooses, they collide for one in 2^32 secrets. Nothing that can be seen depends on them.

/** The part of 64 bits of a key; `place` says which part it is. */
@inline
export function part(value: u64, place: usize): u64 {
  const secret = HASH_KEYS + (place << 3)
  return (
    <u64>(<u32>value + load<u32>(secret)) * <u64>(<u32>(value >> 32) + load<u32>(secret, 4))
  )
}

/** From the sum of the parts of a key to a number whose lowest bits say where to look. */
@inline
export function finish(sum: u64): u32 {
  return <u32>(((sum ^ (sum >> 32)) * 0x9e3779b97f4a7c15) >> 32)
}

/** An empty table of so many addresses, a power of two. */
export function makeTable(size: u32): usize {
  const table = allocate(<usize>size << 2)
  memory.fill(table, 0, <usize>size << 2)
  return table
}

/** A table twice as large with the entries of `old`, each of which has its hash at `hashAt`. */
export function growTable(old: usize, oldMask: u32, hashAt: usize): usize {
  const mask = (oldMask << 1) | 1
  const table = makeTable(mask + 1)
  for (let i: u32 = 0; i <= oldMask; i++) {
    const entry = <usize>load<u32>(old + (<usize>i << 2))
    if (entry == 0) continue
    let at = load<u32>(entry + hashAt) & mask
    while (load<u32>(table + (<usize>at << 2)) != 0) at = (at + 1) & mask
    store<u32>(table + (<usize>at << 2), <u32>entry)
  }
  return table
}
