import {
  A_BALANCE,
  A_CODE,
  A_FLAGS,
  CHANGED,
  LOG_HEADER,
  L_ACCOUNT,
  L_PREVIOUS,
  L_SIZE,
  L_TOPICS,
  S_FLAGS,
  S_ORIGINAL,
  S_OWNER,
  S_WORD,
  WARM,
} from './layout'
import { allocate } from './heap'
import { copyBytes, copyWord, reverse, set } from './arithmetic/words'

// The journal takes back what a frame changed when it fails: words of slots, warmth, code, logs.

export const enum Change {
  word,
  slotWarm,
  accountWarm,
  code,
  log,
  balance,
}

let entries: usize = 0
let capacity: u32 = 0
/** How many entries there are: a mark to come back to. */
export let journalTop: u32 = 0
/** The log that was emitted last, or 0. */
export let lastLog: usize = 0

/** What changed, of what, and what it was before: up to 32 bytes. */
const ENTRY: usize = 40
const BEFORE: usize = 8
const FIRST_CAPACITY: u32 = 256

export function resetJournal(): void {
  capacity = FIRST_CAPACITY
  entries = allocate(<usize>FIRST_CAPACITY * ENTRY)
  journalTop = 0
  lastLog = 0
}

/** Forgets all entries and logs, before another transaction of the same block. */
export function restartJournal(): void {
  journalTop = 0
  lastLog = 0
}

/** The last log, the rest follows by `previous`; 0: there is none. */
export function logChain(): usize {
  return lastLog
}

/** Notes a change; returns where to write what was before. */
export function record(change: u32, what: usize): usize {
  if (journalTop == capacity) {
    const bytes = <usize>capacity * ENTRY
    const larger = allocate(bytes << 1)
    memory.copy(larger, entries, bytes)
    entries = larger
    capacity <<= 1
  }
  const entry = entries + <usize>journalTop * ENTRY
  journalTop++
  store<u32>(entry, change)
  store<u32>(entry, <u32>what, 4)
  return entry + BEFORE
}

/** Whether entry `index` is the word of a slot, and not older than `mark`. */
export function isRecorded(slot: usize, index: u32, mark: u32): bool {
  if (index < mark || index >= journalTop) return false
  const entry = entries + <usize>index * ENTRY
  return load<u32>(entry) == Change.word && load<u32>(entry, 4) == <u32>slot
}

/** Before the host gives an account other code: so that this can be taken back. */
export function recordCode(account: usize): void {
  copyBytes(record(Change.code, account), account + A_CODE, 16)
}

/** Emits a log whose topics lie on the stack below `top`. */
export function appendLog(
  account: usize,
  data: usize,
  size: usize,
  top: usize,
  topics: usize,
): void {
  const words = topics << 5
  const entry = allocate(LOG_HEADER + words + size)
  store<u32>(entry, <u32>lastLog, L_PREVIOUS)
  store<u32>(entry, <u32>account, L_ACCOUNT)
  store<u32>(entry, <u32>topics, L_TOPICS)
  store<u32>(entry, <u32>size, L_SIZE)
  for (let i: usize = 0; i < words; i += 32) reverse(entry + LOG_HEADER + i, top - 32 - i)
  copyBytes(entry + LOG_HEADER + words, data, size)
  record(Change.log, lastLog)
  lastLog = entry
}

/** Takes back every change since the journal stood at `mark`. */
export function undo(mark: u32): void {
  while (journalTop > mark) {
    journalTop--
    const entry = entries + <usize>journalTop * ENTRY
    const what = <usize>load<u32>(entry, 4)
    switch (load<u32>(entry)) {
      case Change.word:
        copyWord(what + S_WORD, entry + BEFORE)
        break
      case Change.slotWarm:
        store<u32>(what, load<u32>(what, S_FLAGS) & ~WARM, S_FLAGS)
        break
      case Change.accountWarm:
        store<u32>(what, load<u32>(what, A_FLAGS) & ~WARM, A_FLAGS)
        break
      case Change.log:
        lastLog = what
        break
      case Change.balance:
        copyWord(what + A_BALANCE, entry + BEFORE)
        break
      default:
        copyBytes(what + A_CODE, entry + BEFORE, 16)
    }
  }
}

/** Keeps every change for the next transaction of the block. Warmth and transient words end. */
export function commit(): void {
  for (let at = entries; at < entries + <usize>journalTop * ENTRY; at += ENTRY) {
    const what = <usize>load<u32>(at, 4)
    switch (load<u32>(at)) {
      case Change.word:
        commitWord(what)
        break
      case Change.slotWarm:
        cool(what + S_FLAGS)
        break
      case Change.accountWarm:
        cool(what + A_FLAGS)
        break
    }
  }
}

function cool(flags: usize): void {
  store<u32>(flags, load<u32>(flags) & ~WARM)
}

function commitWord(slot: usize): void {
  if (load<u32>(slot, S_OWNER) & 1) return set(slot + S_WORD, 0, 0, 0, 0)
  copyWord(slot + S_ORIGINAL, slot + S_WORD)
  store<u32>(slot, load<u32>(slot, S_FLAGS) | CHANGED, S_FLAGS)
}
