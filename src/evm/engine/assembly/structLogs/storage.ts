import { blockSize, enlarge } from './heap'
import { put, putWord, room } from './output'

// The slots of each account that were read or written so far, in this order. They are searched one
// by one, because all of them are written afterwards, which takes longer.

const SLOT_BYTES: usize = 64
/** Of each account: slots, their room and size in bytes. */
const OWNER_BYTES: usize = 12
const O_SLOTS: usize = 0
const O_ROOM: usize = 4
const O_SIZE: usize = 8

let owners: usize = 0
let ownersRoom: usize = 0
let ownersSize: usize = 0

export function resetStorage(): void {
  owners = 0
  ownersRoom = 0
  ownersSize = 0
}

/** Notes a slot of an account, and writes the field `storage` with all of its slots. */
export function putStorage(at: usize, owner: usize, slot: usize, word: usize): usize {
  const entry = entryOf(owner)
  note(entry, slot, word)
  const slots = <usize>load<u32>(entry, O_SLOTS)
  const end = slots + load<u32>(entry, O_SIZE)
  at = put(room(at), ',"storage":{"0x')
  at = putSlot(at, slots)
  for (let each = slots + SLOT_BYTES; each < end; each += SLOT_BYTES) {
    at = putSlot(put(room(at), ',"0x'), each)
  }
  return put(at, '}')
}

@inline
function putSlot(at: usize, slot: usize): usize {
  at = put(putWord(at, slot), '":"0x')
  return put(putWord(at, slot + 32), '"')
}

function entryOf(owner: usize): usize {
  const end = (owner + 1) * OWNER_BYTES
  if (end > ownersRoom) {
    owners = enlarge(owners, ownersRoom, ownersSize, end)
    ownersRoom = blockSize(end)
  }
  if (end > ownersSize) {
    memory.fill(owners + ownersSize, 0, end - ownersSize)
    ownersSize = end
  }
  return owners + end - OWNER_BYTES
}

function note(entry: usize, slot: usize, word: usize): void {
  const slots = <usize>load<u32>(entry, O_SLOTS)
  const size = <usize>load<u32>(entry, O_SIZE)
  for (let each = slots; each < slots + size; each += SLOT_BYTES) {
    if (!isSame(each, slot)) continue
    copyWord(each + 32, word)
    return
  }
  const has = <usize>load<u32>(entry, O_ROOM)
  let to = slots
  if (size == has) {
    to = enlarge(slots, has, size, size + SLOT_BYTES)
    store<u32>(entry, <u32>to, O_SLOTS)
    store<u32>(entry, <u32>blockSize(size + SLOT_BYTES), O_ROOM)
  }
  copyWord(to + size, slot)
  copyWord(to + size + 32, word)
  store<u32>(entry, <u32>(size + SLOT_BYTES), O_SIZE)
}

@inline
function isSame(a: usize, b: usize): bool {
  return (
    load<u64>(a) == load<u64>(b) &&
    load<u64>(a, 8) == load<u64>(b, 8) &&
    load<u64>(a, 16) == load<u64>(b, 16) &&
    load<u64>(a, 24) == load<u64>(b, 24)
  )
}

@inline
function copyWord(to: usize, from: usize): void {
  v128.store(to, v128.load(from))
  v128.store(to, v128.load(from, 16), 16)
}
