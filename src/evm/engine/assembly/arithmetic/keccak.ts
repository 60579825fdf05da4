import { SCRATCH } from '../layout'

// Keccak-256 (FIPS 202's permutation with the padding of the original submission). A round reads
// one copy of the state and writes the other. All lanes in locals need more registers than there
// are, and more than a few rounds in a row exceed the processor's cache of decoded instructions:
// both were slower.

const STATE: usize = SCRATCH + 640
/** The state after an odd number of rounds. */
const OTHER: usize = STATE + 208
const RATE: usize = 136
const ROUNDS: usize = 24

@lazy
const ROUND_CONSTANTS = memory.data<u64>([
  0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000,
  0x000000000000808b, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
  0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
  0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003,
  0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
  0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
])

@inline
function lane(state: usize, index: usize): u64 {
  return load<u64>(state + (index << 3))
}

@inline
function setLane(state: usize, index: usize, value: u64): void {
  store<u64>(state + (index << 3), value)
}

/** Parity of a column, for theta. */
@inline
function parity(state: usize, x: usize): u64 {
  return (
    lane(state, x) ^
    lane(state, x + 5) ^
    lane(state, x + 10) ^
    lane(state, x + 15) ^
    lane(state, x + 20)
  )
}

/**
 * One round. Lanes 1, 2, 8, 12, 17 and 20 are kept inverted, which saves most of chi's complements
 * (Bertoni and others, "Keccak implementation overview", 2.2): WebAssembly has no AND with one.
 */
@inline
function round(from: usize, to: usize, constant: u64): void {
  // Theta.
  const c0 = parity(from, 0)
  const c1 = parity(from, 1)
  const c2 = parity(from, 2)
  const c3 = parity(from, 3)
  const c4 = parity(from, 4)
  const d0 = c4 ^ rotl(c1, 1)
  const d1 = c0 ^ rotl(c2, 1)
  const d2 = c1 ^ rotl(c3, 1)
  const d3 = c2 ^ rotl(c4, 1)
  const d4 = c3 ^ rotl(c0, 1)
  // Rho and pi, then chi and iota: row by row.
  const b0 = lane(from, 0) ^ d0
  const b1 = rotl(lane(from, 6) ^ d1, 44)
  const b2 = rotl(lane(from, 12) ^ d2, 43)
  const b3 = rotl(lane(from, 18) ^ d3, 21)
  const b4 = rotl(lane(from, 24) ^ d4, 14)
  setLane(to, 0, b0 ^ (b1 | b2) ^ constant)
  setLane(to, 1, b1 ^ (~b2 | b3))
  setLane(to, 2, b2 ^ (b3 & b4))
  setLane(to, 3, b3 ^ (b4 | b0))
  setLane(to, 4, b4 ^ (b0 & b1))
  const b5 = rotl(lane(from, 3) ^ d3, 28)
  const b6 = rotl(lane(from, 9) ^ d4, 20)
  const b7 = rotl(lane(from, 10) ^ d0, 3)
  const b8 = rotl(lane(from, 16) ^ d1, 45)
  const b9 = rotl(lane(from, 22) ^ d2, 61)
  setLane(to, 5, b5 ^ (b6 | b7))
  setLane(to, 6, b6 ^ (b7 & b8))
  setLane(to, 7, b7 ^ (b8 | ~b9))
  setLane(to, 8, b8 ^ (b9 | b5))
  setLane(to, 9, b9 ^ (b5 & b6))
  const b10 = rotl(lane(from, 1) ^ d1, 1)
  const b11 = rotl(lane(from, 7) ^ d2, 6)
  const b12 = rotl(lane(from, 13) ^ d3, 25)
  const b13 = rotl(lane(from, 19) ^ d4, 8)
  const b14 = rotl(lane(from, 20) ^ d0, 18)
  const n13 = ~b13
  setLane(to, 10, b10 ^ (b11 | b12))
  setLane(to, 11, b11 ^ (b12 & b13))
  setLane(to, 12, b12 ^ (n13 & b14))
  setLane(to, 13, n13 ^ (b14 | b10))
  setLane(to, 14, b14 ^ (b10 & b11))
  const b15 = rotl(lane(from, 4) ^ d4, 27)
  const b16 = rotl(lane(from, 5) ^ d0, 36)
  const b17 = rotl(lane(from, 11) ^ d1, 10)
  const b18 = rotl(lane(from, 17) ^ d2, 15)
  const b19 = rotl(lane(from, 23) ^ d3, 56)
  const n18 = ~b18
  setLane(to, 15, b15 ^ (b16 & b17))
  setLane(to, 16, b16 ^ (b17 | b18))
  setLane(to, 17, b17 ^ (n18 | b19))
  setLane(to, 18, n18 ^ (b19 & b15))
  setLane(to, 19, b19 ^ (b15 | b16))
  const b20 = rotl(lane(from, 2) ^ d2, 62)
  const b21 = rotl(lane(from, 8) ^ d3, 55)
  const b22 = rotl(lane(from, 14) ^ d4, 39)
  const b23 = rotl(lane(from, 15) ^ d0, 41)
  const b24 = rotl(lane(from, 21) ^ d1, 2)
  const n21 = ~b21
  setLane(to, 20, b20 ^ (n21 & b22))
  setLane(to, 21, n21 ^ (b22 | b23))
  setLane(to, 22, b22 ^ (b23 & b24))
  setLane(to, 23, b23 ^ (b24 | b20))
  setLane(to, 24, b24 ^ (b20 & b21))
}

/** The last round, of which the hash wants four lanes, none of them inverted. */
@inline
function lastRound(from: usize, to: usize): void {
  const c0 = parity(from, 0)
  const c1 = parity(from, 1)
  const c2 = parity(from, 2)
  const c3 = parity(from, 3)
  const c4 = parity(from, 4)
  const d0 = c4 ^ rotl(c1, 1)
  const d1 = c0 ^ rotl(c2, 1)
  const d2 = c1 ^ rotl(c3, 1)
  const d3 = c2 ^ rotl(c4, 1)
  const d4 = c3 ^ rotl(c0, 1)
  const b0 = lane(from, 0) ^ d0
  const b1 = rotl(lane(from, 6) ^ d1, 44)
  const b2 = rotl(lane(from, 12) ^ d2, 43)
  const b3 = rotl(lane(from, 18) ^ d3, 21)
  const b4 = rotl(lane(from, 24) ^ d4, 14)
  setLane(to, 0, b0 ^ (b1 | b2) ^ lane(ROUND_CONSTANTS, ROUNDS - 1))
  setLane(to, 1, b1 ^ (b2 & ~b3))
  setLane(to, 2, ~b2 ^ (b3 & b4))
  setLane(to, 3, b3 ^ (b4 | b0))
}

/** Rounds in pairs, from the first one on. */
function permute(rounds: usize): void {
  const end = ROUND_CONSTANTS + (rounds << 3)
  for (let at = ROUND_CONSTANTS; at < end; at += 16) {
    round(STATE, OTHER, load<u64>(at))
    round(OTHER, STATE, load<u64>(at, 8))
  }
}

/** The whole permutation, as far as the hash needs it. */
function permuteLast(): void {
  permute(ROUNDS - 2)
  round(STATE, OTHER, lane(ROUND_CONSTANTS, ROUNDS - 2))
  lastRound(OTHER, STATE)
}

@inline
function absorbLane(index: usize, value: u64): void {
  setLane(STATE, index, lane(STATE, index) ^ value)
}

/**
 * Adds the last block, shorter than the others, with its padding. Lanes are written whole, because
 * they are read whole next: a processor waits where a load needs the bytes of several stores.
 */
function absorbLast(data: usize, size: usize): void {
  const whole = size >> 3
  for (let i: usize = 0; i < whole; i++) absorbLane(i, load<u64>(data + (i << 3)))
  let tail: u64 = 1
  for (let i = size; i > whole << 3; i--) tail = (tail << 8) | load<u8>(data + i - 1)
  absorbLane(whole, tail)
  absorbLane(16, 0x8000000000000000)
}

/** {@link keccak256} of 64 bytes: the first state is written as it is after their absorption. */
export function keccakOf64(data: usize): usize {
  setLane(STATE, 0, load<u64>(data))
  setLane(STATE, 1, ~load<u64>(data, 8))
  setLane(STATE, 2, ~load<u64>(data, 16))
  for (let i: usize = 3; i < 8; i++) setLane(STATE, i, lane(data, i))
  const zero = i64x2.splat(0)
  for (let i: usize = 8; i < 24; i += 2) v128.store(STATE + (i << 3), zero)
  setLane(STATE, 24, 0)
  setLane(STATE, 8, ~1)
  setLane(STATE, 12, ~0)
  setLane(STATE, 16, 0x8000000000000000)
  setLane(STATE, 17, ~0)
  setLane(STATE, 20, ~0)
  permuteLast()
  return STATE
}

/**
 * Hash of `size` bytes at `data`. It lies big-endian at the address that is returned, until the
 * next calculation.
 */
export function keccak256(data: usize, size: usize): usize {
  const zero = i64x2.splat(0)
  for (let at = STATE; at < STATE + 200; at += 16) v128.store(at, zero)
  setLane(STATE, 1, ~0)
  setLane(STATE, 2, ~0)
  setLane(STATE, 8, ~0)
  setLane(STATE, 12, ~0)
  setLane(STATE, 17, ~0)
  setLane(STATE, 20, ~0)
  for (; size >= RATE; size -= RATE) {
    for (let i: usize = 0; i < RATE >> 3; i++) absorbLane(i, load<u64>(data + (i << 3)))
    permute(ROUNDS)
    data += RATE
  }
  absorbLast(data, size)
  permuteLast()
  return STATE
}
