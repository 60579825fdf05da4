import { memoryLimit } from './host'

// Blocks whose sizes are powers of two. Free ones of a size form a chain.

const LEAST: usize = 256
/** The first free block by the exponent of the size; 0: none. */
const FREE: usize = memory.data(32 * 4, 8)
let top: usize = 0

export function resetHeap(): void {
  memory.fill(FREE, 0, 32 * 4)
  top = (__heap_base + 15) & ~15
}

/** How large the block is that `allocate` returns. */
@inline
export function blockSize(bytes: usize): usize {
  return <usize>1 << exponentOf(bytes)
}

@inline
function exponentOf(bytes: usize): usize {
  return 32 - clz<u32>(<u32>max(bytes, LEAST) - 1)
}

/** Returns a block of at least this size. Its bytes are not cleared. */
export function allocate(bytes: usize): usize {
  const most: usize = 1 << 30
  if (bytes > most) memoryLimit()
  const exponent = exponentOf(bytes)
  const head = FREE + (exponent << 2)
  const free = <usize>load<u32>(head)
  if (free != 0) {
    store<u32>(head, load<u32>(free))
    return free
  }
  const block = top
  const end = block + (<usize>1 << exponent)
  const missing = <i32>((end + 0xffff) >> 16) - memory.size()
  if (missing > 0 && memory.grow(missing) < 0) memoryLimit()
  top = end
  return block
}

/** Gives back a block that `allocate` returned for this size. */
export function release(block: usize, bytes: usize): void {
  const head = FREE + (exponentOf(bytes) << 2)
  store<u32>(block, load<u32>(head))
  store<u32>(head, <u32>block)
}

/**
 * Returns a larger copy of the first `used` bytes of a block, which is given back. Block 0 stands
 * for one that was not allocated yet.
 */
export function enlarge(block: usize, bytes: usize, used: usize, wanted: usize): usize {
  const larger = allocate(wanted)
  if (block == 0) return larger
  memory.copy(larger, block, used)
  release(block, bytes)
  return larger
}
