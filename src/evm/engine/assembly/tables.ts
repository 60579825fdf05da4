import {
  ACCOUNT_SIZE,
  A_BYTES,
  A_CODE,
  A_FLAGS,
  A_HIGH,
  A_LISTED,
  A_LOW,
  A_MIDDLE,
  A_NEXT,
  A_WRITTEN,
  ACCESSED,
  KNOWN,
  LOG_HEADER,
  L_ACCOUNT,
  L_PREVIOUS,
  L_SIZE,
  L_TOPICS,
  SLOT_SIZE,
  S_FLAGS,
  S_JOURNAL,
  S_KEY,
  S_LISTED,
  S_NEXT,
  S_ORIGINAL,
  S_OWNER,
  S_WORD,
  WARM,
} from './layout'
import { accessed, loadAccount, loadSlot, startsWarm } from './host'
import { allocate } from './heap'
import { watchesFrames, watchesSteps } from './state'
import { flushSteps } from './steps'
import { copyBytes, copyWord, equal, reverse, set } from './words'

// Accounts and slots that the message touched, in two hash tables with linear probing, and the journal that takes changes
// back when a frame fails.

let accounts: usize = 0
let accountMask: u32 = 0
let accountCount: u32 = 0
/** In order of appearance; what is chained here is also in the table. */
let firstAccount: usize = 0
let lastAccount: usize = 0
let slots: usize = 0
let slotMask: u32 = 0
let slotCount: u32 = 0
let firstSlot: usize = 0
let lastSlot: usize = 0
/** The slot that was asked for last. */
let recentSlot: usize = 0
/** The log that was emitted last, or 0. */
export let lastLog: usize = 0
/** Accounts and slots that came into the access list, for their order. */
let listed: u32 = 0

let journal: usize = 0
let journalCapacity: u32 = 0
/** Entries in the journal. */
export let journalTop: u32 = 0

const JOURNAL_ENTRY: usize = 40
const FIRST_ACCOUNTS: u32 = 64
const FIRST_SLOTS: u32 = 128
const FIRST_JOURNAL: u32 = 256

const enum Change {
  word,
  slotWarm,
  accountWarm,
  code,
  log,
}

export function resetTables(): void {
  accountMask = FIRST_ACCOUNTS - 1
  accounts = allocate(FIRST_ACCOUNTS << 2)
  memory.fill(accounts, 0, FIRST_ACCOUNTS << 2)
  accountCount = 0
  firstAccount = 0
  lastAccount = 0
  slotMask = FIRST_SLOTS - 1
  slots = allocate(FIRST_SLOTS << 2)
  memory.fill(slots, 0, FIRST_SLOTS << 2)
  slotCount = 0
  firstSlot = 0
  lastSlot = 0
  recentSlot = 0
  lastLog = 0
  listed = 0
  journalCapacity = FIRST_JOURNAL
  journal = allocate(<usize>FIRST_JOURNAL * JOURNAL_ENTRY)
  journalTop = 0
}

// Accounts

// @ts-ignore: decorator
@inline
function hashAddress(low: u64, middle: u64, high: u32): u32 {
  const mixed = (low ^ (middle * 0x9e3779b97f4a7c15) ^ <u64>high) * 0xff51afd7ed558ccd
  return <u32>(mixed >> 32)
}

/** The account of an address, which is given by its three limbs. */
export function accountAt(low: u64, middle: u64, high: u32): usize {
  let at = hashAddress(low, middle, high) & accountMask
  while (true) {
    const account = <usize>load<u32>(accounts + (<usize>at << 2))
    if (account == 0) break
    if (
      load<u64>(account, A_LOW) == low &&
      load<u64>(account, A_MIDDLE) == middle &&
      load<u32>(account, A_HIGH) == high
    ) {
      return account
    }
    at = (at + 1) & accountMask
  }
  const account = allocate(ACCOUNT_SIZE)
  memory.fill(account, 0, ACCOUNT_SIZE)
  store<u64>(account, low, A_LOW)
  store<u64>(account, middle, A_MIDDLE)
  store<u32>(account, high, A_HIGH)
  const isSmall = (middle | <u64>high) == 0 && low >> 16 == 0
  if (isSmall && startsWarm(<u32>low)) store<u32>(account, WARM, A_FLAGS)
  for (let i: usize = 0; i < 20; i++) {
    store<u8>(account + A_BYTES + i, load<u8>(account + A_LOW + 19 - i))
  }
  if (lastAccount == 0) firstAccount = account
  else store<u32>(lastAccount, <u32>account, A_NEXT)
  lastAccount = account
  store<u32>(accounts + (<usize>at << 2), <u32>account)
  accountCount++
  if (accountCount << 1 > accountMask) growAccounts()
  return account
}

/** The account of the address in the lowest 20 bytes of a word. */
// @ts-ignore: decorator
@inline
export function accountOf(word: usize): usize {
  return accountAt(load<u64>(word), load<u64>(word, 8), load<u32>(word, 16))
}

/** {@link accountOf}, with its code told. */
// @ts-ignore: decorator
@inline
export function knownAccount(word: usize): usize {
  const account = accountOf(word)
  if ((load<u32>(account, A_FLAGS) & KNOWN) == 0) loadAccount(account)
  return account
}

function growAccounts(): void {
  const old = accounts
  const oldMask = accountMask
  accountMask = (oldMask << 1) | 1
  const bytes = (<usize>accountMask + 1) << 2
  accounts = allocate(bytes)
  memory.fill(accounts, 0, bytes)
  for (let i: u32 = 0; i <= oldMask; i++) {
    const account = <usize>load<u32>(old + (<usize>i << 2))
    if (account == 0) continue
    let at =
      hashAddress(
        load<u64>(account, A_LOW),
        load<u64>(account, A_MIDDLE),
        load<u32>(account, A_HIGH),
      ) & accountMask
    while (load<u32>(accounts + (<usize>at << 2)) != 0) at = (at + 1) & accountMask
    store<u32>(accounts + (<usize>at << 2), <u32>account)
  }
}

/** Warms an account; returns whether it was cold. Whatever becomes of the opcode, the account is in the access list. */
export function warmAccount(account: usize): bool {
  const flags = load<u32>(account, A_FLAGS)
  if (flags & WARM) return false
  store<u32>(account, flags | WARM, A_FLAGS)
  list(account)
  record(Change.accountWarm, account)
  return true
}

function list(account: usize): void {
  if (load<u32>(account, A_LISTED) == 0) store<u32>(account, ++listed, A_LISTED)
}

/** Tells the observer of the first access to an account. */
// @ts-ignore: decorator
@inline
export function noteAccess(account: usize): void {
  if (watchesFrames) noteAccessWatched(account)
}

function noteAccessWatched(account: usize): void {
  const flags = load<u32>(account, A_FLAGS)
  if (flags & ACCESSED) return
  store<u32>(account, flags | ACCESSED, A_FLAGS)
  tellAccess(account, 0)
}

function tellAccess(account: usize, slot: usize): void {
  if (watchesSteps) flushSteps()
  accessed(account, slot)
}

// Slots

// @ts-ignore: decorator
@inline
function hashSlot(key: usize, owner: u32): u32 {
  const mixed =
    (load<u64>(key) ^
      (load<u64>(key, 8) * 0x9e3779b97f4a7c15) ^
      (load<u64>(key, 16) * 0xc2b2ae3d27d4eb4f) ^
      (load<u64>(key, 24) * 0x165667b19e3779f9) ^
      (<u64>owner << 32)) *
    0xff51afd7ed558ccd
  return <u32>(mixed >> 32)
}

/** The slot of an account (or, with `owner` plus 1, its transient one); made where it is not there yet. */
export function slotAt(owner: usize, key: usize): usize {
  const recent = recentSlot
  if (recent != 0 && load<u32>(recent, S_OWNER) == <u32>owner && equal(recent + S_KEY, key)) {
    return recent
  }
  recentSlot = findSlot(owner, key)
  return recentSlot
}

function findSlot(owner: usize, key: usize): usize {
  let at = hashSlot(key, <u32>owner) & slotMask
  while (true) {
    const slot = <usize>load<u32>(slots + (<usize>at << 2))
    if (slot == 0) break
    if (load<u32>(slot, S_OWNER) == <u32>owner && equal(slot + S_KEY, key)) return slot
    at = (at + 1) & slotMask
  }
  const slot = allocate(SLOT_SIZE)
  copyWord(slot + S_KEY, key)
  set(slot + S_WORD, 0, 0, 0, 0)
  set(slot + S_ORIGINAL, 0, 0, 0, 0)
  store<u32>(slot, <u32>owner, S_OWNER)
  store<u32>(slot, 0, S_FLAGS)
  store<u32>(slot, 0, S_LISTED)
  store<u32>(slot, 0, S_JOURNAL)
  store<u32>(slot, 0, S_NEXT)
  if (lastSlot == 0) firstSlot = slot
  else store<u32>(lastSlot, <u32>slot, S_NEXT)
  lastSlot = slot
  store<u32>(slots + (<usize>at << 2), <u32>slot)
  slotCount++
  if (slotCount << 1 > slotMask) growSlots()
  return slot
}

function growSlots(): void {
  const old = slots
  const oldMask = slotMask
  slotMask = (oldMask << 1) | 1
  const bytes = (<usize>slotMask + 1) << 2
  slots = allocate(bytes)
  memory.fill(slots, 0, bytes)
  for (let i: u32 = 0; i <= oldMask; i++) {
    const slot = <usize>load<u32>(old + (<usize>i << 2))
    if (slot == 0) continue
    let at = hashSlot(slot + S_KEY, load<u32>(slot, S_OWNER)) & slotMask
    while (load<u32>(slots + (<usize>at << 2)) != 0) at = (at + 1) & slotMask
    store<u32>(slots + (<usize>at << 2), <u32>slot)
  }
}

/** A slot of the persistent storage, with its word. */
// @ts-ignore: decorator
@inline
export function knownSlot(account: usize, key: usize): usize {
  const slot = slotAt(account, key)
  if ((load<u32>(slot, S_FLAGS) & KNOWN) == 0) {
    loadSlot(account, slot)
    store<u32>(slot, load<u32>(slot, S_FLAGS) | KNOWN, S_FLAGS)
  }
  return slot
}

/** Warms a slot; returns whether it was cold. */
export function warmSlot(account: usize, slot: usize): bool {
  const flags = load<u32>(slot, S_FLAGS)
  if (load<u32>(slot, S_LISTED) == 0 && (flags & WARM) == 0) {
    list(account)
    store<u32>(slot, ++listed, S_LISTED)
  }
  if (flags & WARM) return false
  store<u32>(slot, flags | WARM, S_FLAGS)
  record(Change.slotWarm, slot)
  return true
}

// @ts-ignore: decorator
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
  const last = load<u32>(slot, S_JOURNAL)
  // Within one frame only the first old word matters.
  const isNoted =
    last >= mark &&
    last < journalTop &&
    load<u32>(journal + <usize>last * JOURNAL_ENTRY) == Change.word &&
    load<u32>(journal + <usize>last * JOURNAL_ENTRY, 4) == <u32>slot
  if (!isNoted) {
    const entry = record(Change.word, slot)
    copyWord(entry + 8, slot + S_WORD)
    store<u32>(slot, journalTop - 1, S_JOURNAL)
    const owner = <usize>(load<u32>(slot, S_OWNER) & ~1)
    store<u32>(owner, 1, A_WRITTEN)
  }
  copyWord(slot + S_WORD, word)
}

// Journal

function record(change: u32, what: usize): usize {
  if (journalTop == journalCapacity) {
    const bytes = <usize>journalCapacity * JOURNAL_ENTRY
    const larger = allocate(bytes << 1)
    memory.copy(larger, journal, bytes)
    journal = larger
    journalCapacity <<= 1
  }
  const entry = journal + <usize>journalTop * JOURNAL_ENTRY
  journalTop++
  store<u32>(entry, change)
  store<u32>(entry, <u32>what, 4)
  return entry
}

/** Before the host gives an account other code: so that this can be taken back. */
export function recordCode(account: usize): void {
  const entry = record(Change.code, account)
  copyBytes(entry + 8, account + A_CODE, 16)
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
    const entry = journal + <usize>journalTop * JOURNAL_ENTRY
    const what = <usize>load<u32>(entry, 4)
    switch (load<u32>(entry)) {
      case Change.word:
        copyWord(what + S_WORD, entry + 8)
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
      default:
        copyBytes(what + A_CODE, entry + 8, 16)
    }
  }
}

// For the host

export function setListed(count: u32): void {
  listed = count
}

/** The first account and the first slot of the message, the rest follows by `next`; 0: there is none. */
export function accountChain(): usize {
  return firstAccount
}
export function slotChain(): usize {
  return firstSlot
}
export function logChain(): usize {
  return lastLog
}
