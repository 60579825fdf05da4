import {
  ACCESSED,
  CHANGED,
  HOST_SCRATCH,
  KNOWN,
  SLOT_SIZE,
  S_FLAGS,
  S_HASH,
  S_JOURNAL,
  S_KEY,
  S_LISTED,
  S_NEXT,
  S_ORIGINAL,
  S_OWNER,
  S_WORD,
  WARM,
} from './layout'
import { addToAccessList, nextListed, tellAccess } from './accounts'
import { loadSlot } from './host'
import { finish, growTable, makeTable, part } from './hash'
import { allocate } from './heap'
import { Change, isRecorded, journalTop, record } from './journal'
import { watchesFrames } from './state'
import { copyWord, equal, reverse, set } from './arithmetic/words'

// Slots that the message touched, persistent and transient ones, in a hash table with linear probing, and in a chain in order
// of appearance. They are the storage as the message sees it; the host writes what changed when the message ends.

let table: usize = 0
let mask: u32 = 0
let count: u32 = 0
let first: usize = 0
let last: usize = 0
/** The slot that was asked for last. */
let recent: usize = 0

const FIRST_SIZE: u32 = 128

export function resetSlots(): void {
  mask = FIRST_SIZE - 1
  table = makeTable(FIRST_SIZE)
  count = 0
  first = 0
  last = 0
  recent = 0
}

/** The first slot of the message, the rest follows by `next`; 0: there is none. */
export function slotChain(): usize {
  return first
}

@inline
function hashSlot(key: usize, owner: u32): u32 {
  return finish(
    part(load<u64>(key), 0) +
      part(load<u64>(key, 8), 1) +
      part(load<u64>(key, 16), 2) +
      part(load<u64>(key, 24), 3) +
      part(owner, 4),
  )
}

/** The slot of an account (or, with `owner` plus 1, its transient one); made where it is not there yet. */
export function slotAt(owner: usize, key: usize): usize {
  const known = recent
  if (known != 0 && load<u32>(known, S_OWNER) == <u32>owner && equal(known + S_KEY, key)) {
    return known
  }
  recent = find(owner, key)
  return recent
}

/** The word in the slot of an account, or 0 where the message has not read it yet. */
export function peekSlot(owner: usize, key: usize): usize {
  const slot = <usize>load<u32>(placeOf(owner, key, hashSlot(key, <u32>owner)))
  return slot != 0 && (load<u32>(slot, S_FLAGS) & KNOWN) != 0 ? slot + S_WORD : 0
}

/** Where in the table a slot is, or would be. */
@inline
function placeOf(owner: usize, key: usize, hash: u32): usize {
  let at = hash & mask
  while (true) {
    const place = table + (<usize>at << 2)
    const slot = <usize>load<u32>(place)
    if (slot == 0) return place
    if (load<u32>(slot, S_OWNER) == <u32>owner && equal(slot + S_KEY, key)) return place
    at = (at + 1) & mask
  }
}

function find(owner: usize, key: usize): usize {
  const hash = hashSlot(key, <u32>owner)
  const place = placeOf(owner, key, hash)
  const known = <usize>load<u32>(place)
  if (known != 0) return known
  const slot = allocate(SLOT_SIZE)
  copyWord(slot + S_KEY, key)
  set(slot + S_WORD, 0, 0, 0, 0)
  set(slot + S_ORIGINAL, 0, 0, 0, 0)
  store<u32>(slot, <u32>owner, S_OWNER)
  store<u32>(slot, 0, S_FLAGS)
  store<u32>(slot, 0, S_LISTED)
  store<u32>(slot, 0, S_JOURNAL)
  store<u32>(slot, 0, S_NEXT)
  store<u32>(slot, hash, S_HASH)
  if (last == 0) first = slot
  else store<u32>(last, <u32>slot, S_NEXT)
  last = slot
  store<u32>(place, <u32>slot)
  count++
  if (count << 1 > mask) {
    table = growTable(table, mask, S_HASH)
    mask = (mask << 1) | 1
  }
  return slot
}

/** A slot of the persistent storage, with its word. */
@inline
export function knownSlot(account: usize, key: usize): usize {
  const slot = slotAt(account, key)
  know(account, slot)
  return slot
}

/** Asks the host for the word of a slot, once. */
export function know(account: usize, slot: usize): void {
  const flags = load<u32>(slot, S_FLAGS)
  if (flags & KNOWN) return
  reverse(HOST_SCRATCH, slot + S_KEY)
  loadSlot(account, slot + S_ORIGINAL)
  reverse(slot + S_WORD, slot + S_ORIGINAL)
  copyWord(slot + S_ORIGINAL, slot + S_WORD)
  store<u32>(slot, flags | KNOWN, S_FLAGS)
}

/**
 * The next persistent slot that the message changed, the first one behind 0; 0 at the end. The
 * bytes of its key are at `HOST_SCRATCH` then, those of its word behind them.
 */
export function nextChanged(slot: usize): usize {
  slot = slot == 0 ? first : <usize>load<u32>(slot, S_NEXT)
  while (slot != 0) {
    if ((load<u32>(slot, S_OWNER) & 1) == 0 && !equal(slot + S_WORD, slot + S_ORIGINAL)) {
      reverse(HOST_SCRATCH, slot + S_KEY)
      reverse(HOST_SCRATCH + 32, slot + S_WORD)
      return slot
    }
    slot = <usize>load<u32>(slot, S_NEXT)
  }
  return 0
}

/** Like {@link nextChanged}, but of those that any transaction of the block wrote. */
export function nextWritten(slot: usize): usize {
  slot = slot == 0 ? first : <usize>load<u32>(slot, S_NEXT)
  while (slot != 0) {
    if (load<u32>(slot, S_FLAGS) & CHANGED) {
      reverse(HOST_SCRATCH, slot + S_KEY)
      reverse(HOST_SCRATCH + 32, slot + S_WORD)
      return slot
    }
    slot = <usize>load<u32>(slot, S_NEXT)
  }
  return 0
}

/** Warms a slot; returns whether it was cold. */
export function warmSlot(account: usize, slot: usize): bool {
  const flags = load<u32>(slot, S_FLAGS)
  if (flags & WARM) return false
  if (load<u32>(slot, S_LISTED) == 0) {
    addToAccessList(account)
    store<u32>(slot, nextListed(), S_LISTED)
  }
  store<u32>(slot, flags | WARM, S_FLAGS)
  record(Change.slotWarm, slot)
  return true
}

@inline
export function noteSlotAccess(account: usize, slot: usize): void {
  if (watchesFrames) noteSlotAccessWatched(account, slot)
}

function noteSlotAccessWatched(account: usize, slot: usize): void {
  const flags = load<u32>(slot, S_FLAGS)
  if (flags & ACCESSED) return
  store<u32>(slot, flags | ACCESSED, S_FLAGS)
  tellAccess(account, slot)
}

/** Writes a slot, so that it can be taken back to `mark`, where the journal stood when the frame began. */
export function writeSlot(slot: usize, word: usize, mark: u32): void {
  // Within one frame only the first old word matters.
  if (!isRecorded(slot, load<u32>(slot, S_JOURNAL), mark)) {
    const entry = record(Change.word, slot)
    copyWord(entry, slot + S_WORD)
    store<u32>(slot, journalTop - 1, S_JOURNAL)
  }
  copyWord(slot + S_WORD, word)
}
