import {
  ACCOUNT_SIZE,
  A_BYTES,
  A_FLAGS,
  A_HASH,
  A_HIGH,
  A_LISTED,
  A_LOW,
  A_MIDDLE,
  A_NEXT,
  A_REACHED,
  ACCESSED,
  KNOWN,
  REACHED,
  WARM,
} from './layout'
import { accessed, loadAccount, startsWarm } from './host'
import { finish, growTable, makeTable, part } from './hash'
import { allocate } from './heap'
import { Change, record } from './journal'
import { watchesFrames, watchesSteps } from './state'
import { flushSteps } from './steps'

// Accounts that the message touched, in a hash table with linear probing, and in a chain in order of appearance.

let table: usize = 0
let mask: u32 = 0
let count: u32 = 0
let first: usize = 0
let last: usize = 0
/** Accounts and slots that came into the access list, for their order. */
let listed: u32 = 0
/** The account that was reached last, or 0. */
let lastReached: usize = 0

const FIRST_SIZE: u32 = 64

export function resetAccounts(): void {
  mask = FIRST_SIZE - 1
  table = makeTable(FIRST_SIZE)
  count = 0
  first = 0
  last = 0
  listed = 0
  lastReached = 0
}

/** How many entries the access list has from the start. */
export function setListed(entries: u32): void {
  listed = entries
}

/** The next number in the order of the access list. */
export function nextListed(): u32 {
  return ++listed
}

/** The first account of the message, the rest follows by `next`; 0: there is none. */
export function accountChain(): usize {
  return first
}

/** The account of an address, which is given by its three limbs. */
export function accountAt(low: u64, middle: u64, high: u32): usize {
  const hash = finish(part(low, 0) + part(middle, 1) + part(high, 2))
  let at = hash & mask
  while (true) {
    const account = <usize>load<u32>(table + (<usize>at << 2))
    if (account == 0) break
    if (
      load<u64>(account, A_LOW) == low &&
      load<u64>(account, A_MIDDLE) == middle &&
      load<u32>(account, A_HIGH) == high
    ) {
      return account
    }
    at = (at + 1) & mask
  }
  const account = allocate(ACCOUNT_SIZE)
  memory.fill(account, 0, ACCOUNT_SIZE)
  store<u64>(account, low, A_LOW)
  store<u64>(account, middle, A_MIDDLE)
  store<u32>(account, high, A_HIGH)
  store<u32>(account, hash, A_HASH)
  const isSmall = (middle | <u64>high) == 0 && low >> 16 == 0
  if (isSmall && startsWarm(<u32>low)) store<u32>(account, WARM, A_FLAGS)
  for (let i: usize = 0; i < 20; i++) {
    store<u8>(account + A_BYTES + i, load<u8>(account + A_LOW + 19 - i))
  }
  if (last == 0) first = account
  else store<u32>(last, <u32>account, A_NEXT)
  last = account
  store<u32>(table + (<usize>at << 2), <u32>account)
  count++
  if (count << 1 > mask) {
    table = growTable(table, mask, A_HASH)
    mask = (mask << 1) | 1
  }
  return account
}

/** The account of the address in the lowest 20 bytes of a word. */
@inline
export function accountOf(word: usize): usize {
  return accountAt(load<u64>(word), load<u64>(word, 8), load<u32>(word, 16))
}

/** {@link accountOf}, with its code told. */
@inline
export function knownAccount(word: usize): usize {
  return known(accountOf(word))
}

/** The same account, with its code told. */
@inline
export function known(account: usize): usize {
  if ((load<u32>(account, A_FLAGS) & KNOWN) == 0) loadAccount(account)
  return account
}

/** Warms an account; returns whether it was cold. Whatever becomes of the opcode, the account is in the access list. */
export function warmAccount(account: usize): bool {
  const flags = load<u32>(account, A_FLAGS)
  if (flags & WARM) return false
  store<u32>(account, flags | WARM, A_FLAGS)
  addToAccessList(account)
  record(Change.accountWarm, account)
  return true
}

export function addToAccessList(account: usize): void {
  if (load<u32>(account, A_LISTED) == 0) store<u32>(account, ++listed, A_LISTED)
}

/** Forgets which accounts were reached, before another transaction of the same block. */
export function forgetReached(): void {
  for (let at = lastReached; at != 0; at = <usize>load<u32>(at, A_REACHED)) {
    store<u32>(at, load<u32>(at, A_FLAGS) & ~REACHED, A_FLAGS)
  }
  lastReached = 0
}

/** Notes that a frame is opened for an account, whatever becomes of it. */
export function noteReached(account: usize): void {
  const flags = load<u32>(account, A_FLAGS)
  if (flags & REACHED) return
  store<u32>(account, flags | REACHED, A_FLAGS)
  store<u32>(account, <u32>lastReached, A_REACHED)
  lastReached = account
}

/** The account that was reached last, or 0. The others follow by `A_REACHED`. */
export function reachedChain(): usize {
  return lastReached
}

/** Tells the observer of the first access to an account. */
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

export function tellAccess(account: usize, slot: usize): void {
  if (watchesSteps) flushSteps()
  accessed(account, slot)
}
