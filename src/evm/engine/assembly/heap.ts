import { FRAMES, HEAP, HEAP_END } from './layout'
import { grown, memoryLimit } from './host'

// Linear memory. The heap (tables, journal) and the frames grow while a message runs. The heap
// takes new chunks from the end. Frames are in segments between these chunks. Data in a segment
// never moves, except for the memory of the topmost frame when its segment is full.

const PAGE: usize = 65536
let heapTop: usize = HEAP
let heapEnd: usize = HEAP_END
let chunkSize: usize = HEAP_END - HEAP

const MAX_SEGMENTS: i32 = 32
/** Start and end of each segment. */
@lazy
const SEGMENTS = memory.data(32 * 8, 8)
let segments: i32 = 1

export function resetHeap(): void {
  heapTop = HEAP
  heapEnd = HEAP_END
  chunkSize = HEAP_END - HEAP
  segments = 1
  setSegment(0, FRAMES, memoryEnd())
}

@inline
function memoryEnd(): usize {
  return <usize>memory.size() << 16
}

function setSegment(index: i32, start: usize, end: usize): void {
  store<u32>(SEGMENTS + (<usize>index << 3), start)
  store<u32>(SEGMENTS + (<usize>index << 3), end, 4)
}

export function segmentStart(index: i32): usize {
  return load<u32>(SEGMENTS + (<usize>index << 3))
}

@inline
export function segmentEnd(index: i32): usize {
  return load<u32>(SEGMENTS + (<usize>index << 3), 4)
}

/** Grows linear memory by at least `bytes`. The build sets its limit of 1 GiB. */
function grow(bytes: usize): void {
  const pages = (bytes + PAGE - 1) >> 16
  if (memory.grow(<i32>pages) < 0) memoryLimit()
  grown()
}

/** Allocates uncleared bytes on the heap, aligned to 16 bytes, until the message ends. */
export function allocate(bytes: usize): usize {
  bytes = (bytes + 15) & ~15
  if (heapTop + bytes > heapEnd) {
    chunkSize = max(chunkSize << 1, (bytes + PAGE - 1) & ~(PAGE - 1))
    heapTop = memoryEnd()
    grow(chunkSize)
    heapEnd = heapTop + chunkSize
  }
  const at = heapTop
  heapTop += bytes
  return at
}

/**
 * Finds the first segment from `index` with `bytes` free bytes after `position`; in segments after
 * `index`, after their start.
 */
export function findSegment(index: i32, position: usize, bytes: usize): i32 {
  while (true) {
    const end = segmentEnd(index)
    if (position + bytes <= end) return index
    if (end == memoryEnd()) {
      // Twice the requested size: memory that grows word by word should not grow page by page.
      const missing = position + bytes - end
      grow(max(missing, min(bytes, 16 << 20)))
      setSegment(index, segmentStart(index), memoryEnd())
      return index
    }
    index++
    if (index == segments) {
      if (index == MAX_SEGMENTS) memoryLimit()
      const start = memoryEnd()
      grow(bytes)
      setSegment(index, start, memoryEnd())
      segments++
    }
    position = segmentStart(index)
  }
}
