// Where things lie in linear memory. The host learns addresses and offsets through the exports of `index.ts`.

/** Below lie the constants that the compiler places; address 0 means "none". */
export const START: usize = 4096

/** Gas numbers, i64 each, in the order of `params.ts`. */
export const PARAMS: usize = START
const PARAMS_SIZE: usize = 64 * 8

/** Words that are the same for the whole message, 32 bytes each: see `environment` below. */
export const ENVIRONMENT: usize = PARAMS + PARAMS_SIZE
const ENVIRONMENT_SIZE: usize = 16 * 32

/** What each opcode needs: u64 by opcode, see `gasTable.ts`. The second table is the one that the loop looks at. */
export const RULES: usize = ENVIRONMENT + ENVIRONMENT_SIZE
export const GATES: usize = RULES + 256 * 8

/** Masks that keep the lowest n bytes of a word, n = 0 to 32. */
export const MASKS: usize = GATES + 256 * 8

/** Room for one calculation: operands of a division, a shifted word, the state of keccak. */
export const SCRATCH: usize = MASKS + 33 * 32
const SCRATCH_SIZE: usize = 1088

/** How many things the host did that may have to be taken back; the host counts. */
export const HOST_MARK: usize = SCRATCH + SCRATCH_SIZE

/** Two words: the host passes addresses and keys in them, and gets keys and words of slots. */
export const HOST_SCRATCH: usize = HOST_MARK + 32

/** The secrets of `hash.ts`, which the host writes. */
export const HASH_KEYS: usize = HOST_SCRATCH + 64

/** Words of the running transaction: see `transaction.ts`. */
export const TRANSACTION: usize = HASH_KEYS + 64

/** Hashes of short inputs: see `keccakCache.ts`. */
export const KECCAKS: usize = (TRANSACTION + 4 * 32 + 63) & ~63
const KECCAKS_SIZE: usize = 512 * 96

/** Reciprocals of divisors: see `longDivision.ts`. */
export const RECIPROCALS: usize = KECCAKS + KECCAKS_SIZE
const RECIPROCALS_SIZE: usize = 16 * 32

/** Code that is kept from message to message. */
export const CODES: usize = RECIPROCALS + RECIPROCALS_SIZE
export const CODES_END: usize = CODES + 4 * 1024 * 1024

/** What lives as long as a message: accounts, slots, journal, return data. More comes in chunks. */
export const HEAP: usize = CODES_END
export const HEAP_END: usize = HEAP + 512 * 1024

/** Frames: each has a header, a stack of 1024 words and its memory; a child lies above its parent. */
export const FRAMES: usize = HEAP_END

/** Indexes of the words of the environment. */
export const ORIGIN: usize = 0
export const GAS_PRICE: usize = 1
export const COINBASE: usize = 2
export const TIMESTAMP: usize = 3
export const NUMBER: usize = 4
export const RANDAO: usize = 5
export const GAS_LIMIT: usize = 6
export const CHAIN_ID: usize = 7
export const BASE_FEE: usize = 8
export const BLOB_BASE_FEE: usize = 9

/** Fields of a frame's header, as byte offsets. */
export const F_PARENT: usize = 0
export const F_PC: usize = 4
export const F_SP: usize = 8
export const F_SEGMENT: usize = 12
export const F_GAS: usize = 16
export const F_MEMORY: usize = 24
export const F_MEMORY_SIZE: usize = 28
export const F_CODE: usize = 32
export const F_CODE_SIZE: usize = 36
export const F_JUMPS: usize = 40
export const F_INPUT: usize = 44
export const F_INPUT_SIZE: usize = 48
export const F_ACCOUNT: usize = 52
/** Bits: see below. */
export const F_FLAGS: usize = 56
export const F_DEPTH: usize = 60
export const F_OUTPUT: usize = 64
export const F_OUTPUT_SIZE: usize = 68
export const F_JOURNAL: usize = 72
export const F_HOST_MARK: usize = 76
export const F_REFUND: usize = 80
export const F_START_GAS: usize = 88
/** What the opcode of the last step of this frame changes in memory, and what return data it knows. */
export const F_DELTA: usize = 96
export const F_DELTA_SIZE: usize = 100
export const F_RETURN_SEEN: usize = 104
export const F_ADDRESS: usize = 128
export const F_CALLER: usize = 160
export const F_VALUE: usize = 192
export const HEADER: usize = 224
export const STACK_BYTES: usize = 1024 * 32

/** Bits of a frame's flags. */
export const IS_STATIC: u32 = 1
export const IS_CREATE: u32 = 2

/** Fields of an account: the address in three limbs, flags, code. */
export const A_LOW: usize = 0
export const A_MIDDLE: usize = 8
export const A_HIGH: usize = 16
export const A_FLAGS: usize = 20
export const A_CODE: usize = 24
export const A_CODE_SIZE: usize = 28
export const A_JUMPS: usize = 32
/** The account whose code runs instead (EIP-7702), or 0. */
export const A_DELEGATE: usize = 36
/** Number of the precompiled contract, from 1, or 0. */
export const A_PRECOMPILE: usize = 40
/** When the account came into the access list, from 1, or 0. */
export const A_LISTED: usize = 44
/** The next account that appeared, or 0. */
export const A_NEXT: usize = 48
/** The address once more, as its 20 bytes, for the host. */
export const A_BYTES: usize = 52
export const A_HASH: usize = 72
/** The account that was reached before this one, or 0. */
export const A_REACHED: usize = 76
/** Balance and nonce, where the host told them. */
export const A_BALANCE: usize = 80
export const A_NONCE: usize = 112
export const ACCOUNT_SIZE: usize = 120

/** Bits of an account's and a slot's flags. */
export const WARM: u32 = 1
/** The host has told the code, or the word. */
export const KNOWN: u32 = 2
/** An opcode accessed it, and the observer was told. */
export const ACCESSED: u32 = 4
/** A frame below the message's own was opened for it: see `noteReached`. */
export const REACHED: u32 = 8
/** Within a block: the host has told balance and nonce. */
export const FUNDED: u32 = 16
/** Within a block: what the host told has changed. */
export const CHANGED: u32 = 32
/** Within a block: the account has a record, so that a payment to it makes none. */
export const RECORDED: u32 = 64

/** Fields of a slot. `S_OWNER` is the account, plus 1 where the slot is a transient one. */
export const S_KEY: usize = 0
export const S_WORD: usize = 32
export const S_ORIGINAL: usize = 64
export const S_OWNER: usize = 96
export const S_FLAGS: usize = 100
export const S_LISTED: usize = 104
/** The last journal entry of this slot. */
export const S_JOURNAL: usize = 108
/** The next slot that appeared, or 0. */
export const S_NEXT: usize = 112
export const S_HASH: usize = 116
export const SLOT_SIZE: usize = 120

/** Fields of a log: a chain from the last one back. Behind the header are the topics, 32 bytes each, then the data. */
export const L_PREVIOUS: usize = 0
export const L_ACCOUNT: usize = 4
export const L_TOPICS: usize = 8
export const L_SIZE: usize = 12
export const LOG_HEADER: usize = 16

/** Zeros behind code, so that the operand of its last opcode can be read whole. */
export const CODE_PADDING: usize = 40

/** Fields of a step record; they mirror `stepRecord.ts` of the layer above. */
export const R_SIZE: usize = 0
export const R_PC: usize = 4
export const R_OP: usize = 8
export const R_FLAGS: usize = 9
export const R_DEPTH: usize = 10
export const R_STACK_SIZE: usize = 12
export const R_GAS: usize = 16
export const R_COST: usize = 24
export const R_REFUND: usize = 32
export const R_MEMORY_SIZE: usize = 40
export const R_STACK_WORDS: usize = 44
export const R_MEMORY_OFFSET: usize = 48
export const R_MEMORY_LENGTH: usize = 52
export const R_RETURN_LENGTH: usize = 56
export const R_FAULT: usize = 60
export const R_STACK: usize = 64
