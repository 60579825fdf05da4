import {
  A_BALANCE,
  A_CODE_SIZE,
  A_DELEGATE,
  A_FLAGS,
  A_NONCE,
  A_PRECOMPILE,
  CHANGED,
  ENVIRONMENT,
  F_VALUE,
  GAS_PRICE,
  TRANSACTION,
} from './layout'
import { forgetReached, known, warmAccount } from './accounts'
import { Fault } from './faults'
import { begin } from './frames'
import { leaveBlock } from './host'
import { Stop, run } from './interpret'
import { Change, commit, record, restartJournal, undo } from './journal'
import { Feature, has } from './params'
import { endFault, gas, refund, setEnd, setGas, setRefund, setReturn, setSlice } from './state'
import { add, copyWord, isZero, less, product, setSmall, subtract } from './arithmetic/words'

// Transactions of one block, one after the other. Balances, nonces and slots stay here until the
// host writes them to the state. Whatever is unusual is left to the host: it runs the transaction
// on the state.

/** How far a transaction came. */
const enum Progress {
  /** The host has to run it; nothing changed. */
  refused,
  /** A slice of gas is used up: `continueTransaction` resumes. */
  paused,
  done,
}

/** Words, which the host writes, and those of the bill. */
const VALUE: usize = TRANSACTION
const FEE_CAP: usize = TRANSACTION + 32
const SUM: usize = TRANSACTION + 64
/** The sender's balance before the transaction. */
const BEFORE: usize = TRANSACTION + 96
const PRICE: usize = ENVIRONMENT + (GAS_PRICE << 5)

/** Gas after which the host may give way to others. */
const SLICE: i64 = 1_000_000

/** Who gets the fees, whether it is warm from the start, and the limit of refunds. */
let coinbase: usize = 0
let warmsCoinbase: bool = false
let refundQuotient: i64 = 1

/** The running transaction. */
let sender: usize = 0
let gasLimit: i64 = 0
let floor: i64 = 0
/** Gas that it paid for. */
export let gasUsed: i64 = 0

/** Before the first transaction of a block, in empty tables. */
export function setBlock(account: usize, isWarm: bool, quotient: i64): void {
  coinbase = account
  warmsCoinbase = isWarm
  refundQuotient = quotient
}

/** Whether sums with this balance might not fit into a word. */
@inline
function isLarge(account: usize): bool {
  return load<u64>(account, A_BALANCE + 24) >> 62 != 0
}

/** Starts a transaction to an account. Value, price and highest price are in their words. */
export function startTransaction(
  from: usize,
  to: usize,
  nonce: u64,
  limit: i64,
  intrinsic: i64,
  least: i64,
  input: usize,
  size: usize,
): i32 {
  if (load<u64>(from, A_NONCE) != nonce || load<u32>(to, A_PRECOMPILE) != 0) return Progress.refused
  if (isLarge(from) || isLarge(to) || isLarge(coinbase)) return Progress.refused
  multiplyGas(limit, FEE_CAP)
  add(SUM, SUM, VALUE)
  if (less(from + A_BALANCE, SUM)) return Progress.refused

  restartJournal()
  forgetReached()
  setRefund(0)
  setReturn(0, 0)
  sender = from
  gasLimit = limit
  floor = least
  copyWord(BEFORE, from + A_BALANCE)
  multiplyGas(limit, PRICE)
  subtract(from + A_BALANCE, from + A_BALANCE, SUM)
  store<u64>(from, nonce + 1, A_NONCE)
  note(from)
  if (!isZero(VALUE)) payWithin(from, to, VALUE)

  setGas(limit - intrinsic)
  const delegate = <usize>load<u32>(to, A_DELEGATE)
  const codeOf = delegate == 0 ? to : known(delegate)
  if (load<u32>(codeOf, A_CODE_SIZE) == 0) {
    setEnd(Fault.none, 0, 0)
    return finish()
  }
  if (has(Feature.warmAccess)) {
    warmAccount(from)
    warmAccount(to)
    warmAccount(codeOf)
    if (warmsCoinbase) warmAccount(coinbase)
  }
  const frame = begin(from, to, codeOf, input, size, gas)
  copyWord(frame + F_VALUE, VALUE)
  return continueTransaction()
}

export function continueTransaction(): i32 {
  setSlice(SLICE, gas)
  return run() == Stop.pause ? Progress.paused : finish()
}

/** Settles gas and fees, and keeps what the transaction changed. */
function finish(): i32 {
  const used = gasLimit - gas
  const earned = endFault == Fault.none ? refund : 0
  gasUsed = max(used - min(earned, used / refundQuotient), floor)
  pay(sender, gasLimit - gasUsed)
  pay(coinbase, gasUsed)
  commit()
  return Progress.done
}

/** Reverts a transaction that did not end. */
export function abandonTransaction(): void {
  undo(0)
  copyWord(sender + A_BALANCE, BEFORE)
  store<u64>(sender, load<u64>(sender, A_NONCE) - 1, A_NONCE)
}

/** Moves value that the payer has, until the frame fails. */
export function payWithin(from: usize, to: usize, value: usize): void {
  copyWord(record(Change.balance, from), from + A_BALANCE)
  subtract(from + A_BALANCE, from + A_BALANCE, value)
  note(from)
  copyWord(record(Change.balance, to), to + A_BALANCE)
  add(to + A_BALANCE, to + A_BALANCE, value)
  note(to)
  if (isLarge(to)) leaveBlock()
}

/** Gas times price. */
function multiplyGas(amount: i64, price: usize): void {
  setSmall(SUM, amount)
  product(SUM, SUM, price)
}

function pay(account: usize, amount: i64): void {
  multiplyGas(amount, PRICE)
  add(account + A_BALANCE, account + A_BALANCE, SUM)
  note(account)
}

function note(account: usize): void {
  store<u32>(account, load<u32>(account, A_FLAGS) | CHANGED, A_FLAGS)
}
