// SHA-256 of four messages at once: a lane of each v128 belongs to one of them (FIPS 180-4).

/** Round constants. */
const K = memory.data<u32>([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
])
/** Initial state. */
const H = memory.data<u32>([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
])
/** Message schedule of one block: 64 words of each lane. */
const W = memory.data(64 * 16, 16)
/** State: 8 words of each lane. */
const STATE = memory.data(8 * 16, 16)

/** Starts four messages. */
export function startFour(): void {
  for (let i: usize = 0; i < 8; i++) {
    v128.store(STATE + 16 * i, v128.load32_splat(H + 4 * i))
  }
}

/** Writes the digest of a lane, whose message has ended. */
export function digestOf(lane: usize, to: usize): void {
  for (let i: usize = 0; i < 8; i++) {
    store<u32>(to + 4 * i, bswap(load<u32>(STATE + 16 * i + 4 * lane)))
  }
}

/** Pads a message in its buffer, and returns the number of its blocks. */
export function pad(message: usize, end: usize): usize {
  const size = end - message
  const blocks = (size + 9 + 63) >> 6
  const last = message + (blocks << 6) - 8
  store<u8>(end, 0x80)
  memory.fill(end + 1, 0, last - end - 1)
  store<u64>(last, bswap(<u64>size << 3))
  return blocks
}

/** Takes in one block of each message. */
export function compressFour(a: usize, b: usize, c: usize, d: usize): void {
  for (let i: usize = 0; i < 4; i++) {
    transpose(W + 64 * i, words(a + 16 * i), words(b + 16 * i), words(c + 16 * i), words(d + 16 * i))
  }
  for (let at = W + 256; at < W + 1024; at += 16) {
    const before = v128.load(at - 240)
    const late = v128.load(at - 32)
    const s0 = v128.xor(v128.xor(rotate(before, 7), rotate(before, 18)), i32x4.shr_u(before, 3))
    const s1 = v128.xor(v128.xor(rotate(late, 17), rotate(late, 19)), i32x4.shr_u(late, 10))
    const earlier = i32x4.add(v128.load(at - 256), v128.load(at - 112))
    v128.store(at, i32x4.add(i32x4.add(earlier, s0), s1))
  }
  rounds()
}

function rounds(): void {
  let a = v128.load(STATE)
  let b = v128.load(STATE, 16)
  let c = v128.load(STATE, 32)
  let d = v128.load(STATE, 48)
  let e = v128.load(STATE, 64)
  let f = v128.load(STATE, 80)
  let g = v128.load(STATE, 96)
  let h = v128.load(STATE, 112)
  for (let i: usize = 0; i < 64; i += 8) {
    // The names rotate, not the values.
    h = first(e, f, g, h, i)
    d = i32x4.add(d, h)
    h = i32x4.add(h, second(a, b, c))
    g = first(d, e, f, g, i + 1)
    c = i32x4.add(c, g)
    g = i32x4.add(g, second(h, a, b))
    f = first(c, d, e, f, i + 2)
    b = i32x4.add(b, f)
    f = i32x4.add(f, second(g, h, a))
    e = first(b, c, d, e, i + 3)
    a = i32x4.add(a, e)
    e = i32x4.add(e, second(f, g, h))
    d = first(a, b, c, d, i + 4)
    h = i32x4.add(h, d)
    d = i32x4.add(d, second(e, f, g))
    c = first(h, a, b, c, i + 5)
    g = i32x4.add(g, c)
    c = i32x4.add(c, second(d, e, f))
    b = first(g, h, a, b, i + 6)
    f = i32x4.add(f, b)
    b = i32x4.add(b, second(c, d, e))
    a = first(f, g, h, a, i + 7)
    e = i32x4.add(e, a)
    a = i32x4.add(a, second(b, c, d))
  }
  add(0, a)
  add(16, b)
  add(32, c)
  add(48, d)
  add(64, e)
  add(80, f)
  add(96, g)
  add(112, h)
}

/** T1 of a round. */
@inline
function first(e: v128, f: v128, g: v128, h: v128, i: usize): v128 {
  const s1 = v128.xor(v128.xor(rotate(e, 6), rotate(e, 11)), rotate(e, 25))
  const input = i32x4.add(v128.load32_splat(K + 4 * i), v128.load(W + 16 * i))
  return i32x4.add(i32x4.add(h, s1), i32x4.add(v128.bitselect(f, g, e), input))
}

/** T2 of a round. */
@inline
function second(a: v128, b: v128, c: v128): v128 {
  const s0 = v128.xor(v128.xor(rotate(a, 2), rotate(a, 13)), rotate(a, 22))
  return i32x4.add(s0, v128.bitselect(c, a, v128.xor(a, b)))
}

@inline
function rotate(word: v128, bits: i32): v128 {
  return v128.or(i32x4.shr_u(word, bits), i32x4.shl(word, 32 - bits))
}

@inline
function add(at: usize, word: v128): void {
  v128.store(STATE + at, i32x4.add(v128.load(STATE + at), word))
}

/** Four big-endian words of a message. */
@inline
function words(at: usize): v128 {
  return i8x16.shuffle(
    v128.load(at), v128.load(at),
    3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12,
  )
}

/** Writes four words of four messages by word. */
@inline
function transpose(to: usize, a: v128, b: v128, c: v128, d: v128): void {
  const ab = i32x4.shuffle(a, b, 0, 4, 1, 5)
  const cd = i32x4.shuffle(c, d, 0, 4, 1, 5)
  const abLate = i32x4.shuffle(a, b, 2, 6, 3, 7)
  const cdLate = i32x4.shuffle(c, d, 2, 6, 3, 7)
  v128.store(to, i64x2.shuffle(ab, cd, 0, 2))
  v128.store(to, i64x2.shuffle(ab, cd, 1, 3), 16)
  v128.store(to, i64x2.shuffle(abLate, cdLate, 0, 2), 32)
  v128.store(to, i64x2.shuffle(abLate, cdLate, 1, 3), 48)
}
