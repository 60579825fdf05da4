// What the engine asks of the host. All of it is synchronous; what the host throws ends the message. Accounts, slots and
// words are addresses in linear memory.

/** Linear memory grew: views of it are stale. */
export declare function grown(): void
/** There is no more memory to have. Never returns. */
export declare function memoryLimit(): void

/** The transaction cannot run within a block's memory. Never returns. */
export declare function leaveBlock(): void

/** Whether the account of a small address is warm before the message begins, as precompiled contracts are. */
export declare function startsWarm(low: u32): bool
/** Tells an account's code: fills in its record. */
export declare function loadAccount(account: usize): void
/** Writes the 32 bytes of a storage word to `to`. The 32 bytes of its key are at `HOST_SCRATCH`. */
export declare function loadSlot(account: usize, to: usize): void
export declare function balance(account: usize, to: usize): void
export declare function codeHash(account: usize, to: usize): void
export declare function blockHash(word: usize): void
/** Whether a transfer to the account would create it, so that it costs more. */
export declare function isAbsent(account: usize): bool
/** Whether SELFDESTRUCT in favour of the account would create it. */
export declare function bequestCreates(account: usize, heir: usize): bool

/** Whether an account owns so much. */
export declare function canPay(account: usize, value: usize): bool
/** Moves value; false where the receiver's balance would overflow. */
export declare function transfer(from: usize, to: usize, value: usize): bool
/** Takes back what the host did since a mark. */
export declare function revertTo(mark: i32): void
/**
 * Runs a precompiled contract, which `op` called. Returns the gas it used, or, where it failed, -1 less that. The value is at
 * `value`, or it is none where that is 0.
 */
export declare function precompile(
  account: usize,
  input: usize,
  size: usize,
  gas: i64,
  op: i32,
  value: usize,
  isStatic: bool,
): i64
/** Returns whether it is the first time for this account. */
export declare function selfDestruct(account: usize, heir: usize): bool

/**
 * Counts the creation in the creator's nonce and returns the new contract's account; 0 where it cannot begin.
 */
export declare function prepareCreate(
  frame: usize,
  value: usize,
  code: usize,
  size: usize,
  salt: usize,
  gas: i64,
): usize
/** Makes the new contract; how it went: see `Created`. */
export declare function beginCreate(creator: usize, account: usize, value: usize): i32
/** Stores the code of a new contract. */
export declare function setCode(account: usize, code: usize, size: usize): void

/** An observer watches: a frame begins. The value is at `value`, or it is none where that is 0. */
export declare function entered(
  frame: usize,
  op: i32,
  to: usize,
  input: usize,
  size: usize,
  gas: i64,
  value: usize,
): void
export declare function exited(depth: i32, output: usize, size: usize, used: i64, fault: i32): void
/** A log was emitted. */
export declare function logged(log: usize): void
export declare function accessed(account: usize, slot: usize): void
/** The buffer of steps is full, or an event must not overtake them; whether any of them failed. */
export declare function steps(start: usize, end: usize, hasFault: bool): void
