export const STRING: u32 = 0x80
export const LIST: u32 = 0xc0
/** Maximum length of a content whose length fits into the first byte. */
const MAX_SHORT: usize = 55

/** Bytes of an integer below 2^32, without leading zeros. */
@inline
export function integerSize(value: u32): u32 {
  return (39 - clz(value)) >> 3
}

/** Writes the prefix of `size` bytes of a string or list before `end`. */
export function writePrefix(end: usize, kind: u32, size: usize): usize {
  if (size <= MAX_SHORT) {
    store<u8>(end - 1, <u8>(kind + <u32>size))
    return end - 1
  }
  let at = end
  for (let rest = size; rest > 0; rest >>= 8) store<u8>(--at, <u8>rest)
  store<u8>(at - 1, <u8>(kind + 55 + <u32>(end - at)))
  return at - 1
}

/** Writes the prefix of the string from `at` to `end`, unless it is a byte that is its own. */
export function writeStringPrefix(at: usize, end: usize): usize {
  if (end - at == 1 && load<u8>(at) < STRING) return at
  return writePrefix(at, STRING, end - at)
}

/** Writes an integer without leading zeros before `end`. */
export function writeInteger(end: usize, value: u64): usize {
  let at = end
  for (; value > 0; value >>= 8) store<u8>(--at, <u8>value)
  return writeStringPrefix(at, end)
}
