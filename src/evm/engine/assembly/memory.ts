import { F_MEMORY, F_MEMORY_SIZE, F_SEGMENT } from './layout'
import { findSegment, segmentEnd, segmentStart } from './heap'
import { memoryLimit } from './host'
import { Param, param } from './params'
import { clearBytes, copyBytes, reverse } from './arithmetic/words'

// The memory of a frame. It grows by words, and each word costs gas.

/** A cost above all gas limits, which does not overflow when it is subtracted from gas. */
const TOO_MUCH: i64 = 1 << 60

/** Largest size for which the square of the number of words fits into 64 bits. */
const MOST_PRICED: u64 = (1 << 37) - 32

/** Maximum memory of a frame: the size of linear memory. */
const MOST: u64 = 1 << 30

@inline
function costOf(words: u64): i64 {
  return (
    <i64>words * param(Param.memoryGas) +
    <i64>((words * words) / <u64>param(Param.quadCoefficientDivGas))
  )
}

/** End of `size` bytes at `offset`; 0 for no bytes. */
@inline
export function endOf(offset: u64, size: u64): u64 {
  return size == 0 ? 0 : offset + size
}

/**
 * Whether 32 bytes at the offset in `word`, whose lowest limb is `offset`, exceed `size` bytes.
 * Uses one branch.
 */
@inline
export function isBeyond(word: usize, offset: u64, size: u32): bool {
  const above = load<u64>(word, 8) | load<u64>(word, 16) | load<u64>(word, 24) | (offset >> 40)
  return (above | ((<u64>size - 32 - offset) >> 63)) != 0
}

/** Replaces an offset on the stack by the word of memory there, which must exist. */
@inline
export function loadMemory(frame: usize, word: usize): void {
  reverse(word, <usize>load<u32>(frame, F_MEMORY) + <usize>load<u64>(word))
}

@inline
export function storeMemory(frame: usize, offset: usize, word: usize): void {
  reverse(<usize>load<u32>(frame, F_MEMORY) + <usize>load<u64>(offset), word)
}

/** Gas to expand the memory to `end`. */
export function reachCost(frame: usize, end: u64): i64 {
  const size = <u64>load<u32>(frame, F_MEMORY_SIZE)
  if (end <= size) return 0
  if (end > MOST_PRICED) return TOO_MUCH
  return costOf((end + 31) >> 5) - costOf(size >> 5)
}

/** Expands the memory of the topmost frame to `end`, for which gas was paid. */
export function reach(frame: usize, end: u64): void {
  const old = <usize>load<u32>(frame, F_MEMORY_SIZE)
  // Gas may pay for more memory than exists or than addresses cover.
  if (end > MOST) memoryLimit()
  const size = (<usize>end + 31) & ~31
  if (size <= old) return
  let base = <usize>load<u32>(frame, F_MEMORY)
  const segment = load<i32>(frame, F_SEGMENT)
  if (base + size > segmentEnd(segment)) {
    const found = findSegment(segment, base, size)
    if (found != segment) {
      const moved = segmentStart(found)
      memory.copy(moved, base, old)
      base = moved
      store<u32>(frame, <u32>base, F_MEMORY)
      store<i32>(frame, found, F_SEGMENT)
    }
  }
  clearBytes(base + old, size - old)
  store<u32>(frame, <u32>size, F_MEMORY_SIZE)
}

/** Pays for memory up to `end` and expands it. Returns the gas left; below 0 nothing changed. */
export function payReach(frame: usize, end: u64, gas: i64): i64 {
  gas -= reachCost(frame, end)
  if (gas >= 0) reach(frame, end)
  return gas
}

/** Copies `size` bytes from `offset` of `from`, which has `length` bytes, padded with zeros. */
export function copyPadded(to: usize, from: usize, length: u64, offset: u64, size: usize): void {
  if (offset >= length) return clearBytes(to, size)
  const there = min(<usize>(length - offset), size)
  copyBytes(to, from + <usize>offset, there)
  if (there < size) clearBytes(to + there, size - there)
}
