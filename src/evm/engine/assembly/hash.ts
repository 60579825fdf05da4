import { allocate } from './heap'
import { HASH_KEYS } from './layout'

// Hash function of the tables of accounts and slots. Contracts choose the table keys, and
// collisions would cost time without gas. Therefore this is NH (Black and others, "UMAC", 1999)
// with secrets from the host: any two table keys collide for one in 2^32 secrets. No visible result
// depends on the secrets.

/** Hash of 64 bits of a key; `place` is the index of these bits. */
@inline
export function part(value: u64, place: usize): u64 {
  const secret = HASH_KEYS + (place << 3)
  return (
    <u64>(<u32>value + load<u32>(secret)) * <u64>(<u32>(value >> 32) + load<u32>(secret, 4))
  )
}

/** Turns the sum of the parts of a key into a hash whose lowest bits are the index. */
@inline
export function finish(sum: u64): u32 {
  return <u32>(((sum ^ (sum >> 32)) * 0x9e3779b97f4a7c15) >> 32)
}

/** An empty table of `size` addresses, a power of two. */
export function makeTable(size: u32): usize {
  const table = allocate(<usize>size << 2)
  memory.fill(table, 0, <usize>size << 2)
  return table
}

/** A table of twice the size with the entries of `old`, which have their hash at `hashAt`. */
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
