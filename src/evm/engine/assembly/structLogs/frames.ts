import { R_DEPTH, R_FLAGS, R_MEMORY_LENGTH, R_MEMORY_OFFSET, R_MEMORY_SIZE, R_RETURN_LENGTH } from '../layout'
import { blockSize, enlarge, release } from './heap'
import { put, putBytes, room } from './output'

// Memory and return data of the open frames, which records only tell where they change.

const MOST_FRAMES: usize = 1026
const FRAME_BYTES: usize = 24
const FRAMES: usize = memory.data(1026 * 24, 8)
const F_MEMORY: usize = 0
const F_MEMORY_ROOM: usize = 4
const F_MEMORY_SIZE: usize = 8
const F_RETURN: usize = 12
const F_RETURN_ROOM: usize = 16
const F_RETURN_SIZE: usize = 20

const HAS_MEMORY: u8 = 2
const HAS_RETURN_DATA: u8 = 4

let open: usize = 0

export function resetFrames(): void {
  open = 0
}

/** Applies a record, whose parts behind the storage are at `next`; returns its frame. */
export function follow(record: usize, next: usize): usize {
  const frame = frameAt(load<u16>(record, R_DEPTH))
  const flags = load<u8>(record, R_FLAGS)
  growMemory(frame, load<u32>(record, R_MEMORY_SIZE))
  if (flags & HAS_MEMORY) {
    const length = <usize>load<u32>(record, R_MEMORY_LENGTH)
    const offset = <usize>load<u32>(record, R_MEMORY_OFFSET)
    if (<u64>offset + length > load<u32>(frame, F_MEMORY_SIZE)) unreachable()
    memory.copy(<usize>load<u32>(frame, F_MEMORY) + offset, next, length)
    next += (length + 7) & ~7
  }
  if (flags & HAS_RETURN_DATA) setReturnData(frame, next, load<u32>(record, R_RETURN_LENGTH))
  return frame
}

/** A frame has ended when a step has a smaller depth. */
function frameAt(depth: usize): usize {
  if (depth >= MOST_FRAMES) unreachable()
  while (open > depth + 1) endFrame(FRAMES + --open * FRAME_BYTES)
  while (open <= depth) memory.fill(FRAMES + open++ * FRAME_BYTES, 0, FRAME_BYTES)
  return FRAMES + depth * FRAME_BYTES
}

function endFrame(frame: usize): void {
  const memoryRoom = load<u32>(frame, F_MEMORY_ROOM)
  if (memoryRoom != 0) release(load<u32>(frame, F_MEMORY), memoryRoom)
  const returnRoom = load<u32>(frame, F_RETURN_ROOM)
  if (returnRoom != 0) release(load<u32>(frame, F_RETURN), returnRoom)
}

function growMemory(frame: usize, size: usize): void {
  const old = <usize>load<u32>(frame, F_MEMORY_SIZE)
  if (size <= old) return
  const has = <usize>load<u32>(frame, F_MEMORY_ROOM)
  if (size > has) {
    store<u32>(frame, <u32>enlarge(load<u32>(frame, F_MEMORY), has, old, size), F_MEMORY)
    store<u32>(frame, <u32>blockSize(size), F_MEMORY_ROOM)
  }
  memory.fill(<usize>load<u32>(frame, F_MEMORY) + old, 0, size - old)
  store<u32>(frame, <u32>size, F_MEMORY_SIZE)
}

function setReturnData(frame: usize, from: usize, size: usize): void {
  const has = <usize>load<u32>(frame, F_RETURN_ROOM)
  if (size > has) {
    store<u32>(frame, <u32>enlarge(load<u32>(frame, F_RETURN), has, 0, size), F_RETURN)
    store<u32>(frame, <u32>blockSize(size), F_RETURN_ROOM)
  }
  memory.copy(load<u32>(frame, F_RETURN), from, size)
  store<u32>(frame, <u32>size, F_RETURN_SIZE)
}

/** Writes the field `returnData`; nothing for a frame without return data. */
export function putReturnData(at: usize, frame: usize): usize {
  const bytes = <usize>load<u32>(frame, F_RETURN)
  const size = <usize>load<u32>(frame, F_RETURN_SIZE)
  if (size == 0) return at
  at = put(put(room(at), ',"returnData":"0'), 'x')
  for (let done: usize = 0; done < size; done += 32) {
    at = putBytes(room(at), bytes + done, min(size - done, 32))
  }
  return put(at, '"')
}

/** Writes the field `memory`, 32 bytes an entry; nothing for a frame without memory. */
export function putMemory(at: usize, frame: usize): usize {
  const bytes = <usize>load<u32>(frame, F_MEMORY)
  const size = <usize>load<u32>(frame, F_MEMORY_SIZE)
  if (size == 0) return at
  at = put(room(at), ',"memory":["0x')
  at = putBytes(at, bytes, 32)
  for (let done: usize = 32; done < size; done += 32) {
    at = putBytes(put(room(at), '","0x'), bytes + done, 32)
  }
  return put(at, '"]')
}
