import { FRAMES, HEAP, HEAP_END } from './layout'
import { grown, memoryLimit } from './host'

// Linear memory. Two things grow in it while a message runs: the heap (tables, journal) and the frames. The heap takes new
// chunks from the end. Frames lie in segments between such chunks; nothing that lies in a segment ever moves, but for the
// memory of the topmost frame when its segment is full.

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

/** Makes linear memory larger by at least so many bytes. How large it can get, 1 GiB, is said where it is compiled. */
function grow(bytes: usize): void {
  const pages = (bytes + PAGE - 1) >> 16
  if (memory.grow(<i32>pages) < 0) memoryLimit()
  grown()
}

/** Room on the heap, aligned to 16 bytes; not cleared. It lives until the message ends. */
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

/** The segment, from `index` on, that has so much room behind `position` (its start, for those behind `index`). */
export function findSegment(index: i32, position: usize, bytes: usize): i32 {
  while (true) {
    const end = segmentEnd(index)
    if (position + bytes <= end) return index
    if (end == memoryEnd()) {
      // Twice as much as is asked for, so that memory which grows word by word does not grow page by page.
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
