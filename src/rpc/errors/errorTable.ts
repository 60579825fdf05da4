import { NO_CODE_SIZE_LIMIT } from '../../node/options/executionOptions.ts'
import { type Address, toChecksumAddress, ZERO_ADDRESS } from '../../primitives/address.ts'
import type { ErrorDetails } from '../../primitives/domainError.ts'
import { ZERO_HASH } from '../../primitives/encoding/hex.ts'
import { branchErrors } from './branchErrors.ts'
import { controlErrors } from './controlErrors.ts'
import { duration, type ErrorEntry, type ErrorTable, type KnownError } from './errorEntry.ts'
import { forkErrors } from './forkErrors.ts'
import { logErrors } from './logErrors.ts'
import { nativeErrors } from './nativeErrors.ts'
import { remoteErrors } from './remoteErrors.ts'
import { RpcError, rpcCode } from './rpcError.ts'
import { simulationErrors } from './simulationErrors.ts'
import { startErrors } from './startErrors.ts'

const who = (address: Address): string => `address ${toChecksumAddress(address)}`
const sender = ZERO_ADDRESS

/** Formats a chain parameter. */
function ruleText(setting: string, value: string): string {
  const isSize = setting === 'codeSizeLimit'
  if (value === '') return isSize ? "the fork's own" : 'none'
  return isSize && value === String(NO_CODE_SIZE_LIMIT) ? 'unlimited' : value
}

/** Client-facing message of every error code. A missing code does not compile. */
export const errorTable: ErrorTable = {
  NONCE_TOO_LOW: {
    summary: 'The nonce was used already.',
    sample: { address: sender, tx: 0n, state: 1n },
    message: (d) => `nonce too low: ${who(d.address)}, tx: ${d.tx} state: ${d.state}`,
  },
  NONCE_TOO_HIGH: {
    summary: 'The nonce is ahead of the account and the transaction cannot be queued.',
    sample: { address: sender, tx: 2n, state: 1n },
    message: (d) => `nonce too high: ${who(d.address)}, tx: ${d.tx} state: ${d.state}`,
  },
  NONCE_MAX: {
    summary: 'The nonce is 2^64 - 1, or the account has reached it (EIP-2681).',
    sample: { address: sender },
    message: (d) => `nonce has max value: ${who(d.address)}`,
  },
  NONCE_OVERFLOW: {
    summary: 'A call creates a contract, and the nonce of its sender is 2^64 - 1.',
    sample: {},
    message: () => 'nonce uint64 overflow',
  },
  INSUFFICIENT_FUNDS: {
    summary: 'The sender cannot pay the value and the maximum cost of gas.',
    sample: { address: sender, have: 1n, want: 2n },
    message: (d) =>
      `insufficient funds for gas * price + value: ${who(d.address)} have ${d.have} want ${d.want}`,
  },
  INTRINSIC_GAS_TOO_LOW: {
    summary: 'The gas limit is below the intrinsic gas of the transaction.',
    sample: { have: 20000n, want: 21000n },
    message: (d) => `intrinsic gas too low: have ${d.have}, want ${d.want}`,
  },
  FLOOR_GAS_TOO_LOW: {
    summary: 'The gas limit is below the floor price of the data (EIP-7623).',
    sample: { have: 21000n, want: 21040n },
    message: (d) => `insufficient gas for floor data gas cost: have ${d.have}, want ${d.want}`,
  },
  EXCEEDS_BLOCK_GAS_LIMIT: {
    summary: 'The gas limit of the transaction is above that of the block.',
    sample: { gas: 30000001n, limit: 30000000n },
    message: (d) => `exceeds block gas limit: tx gas ${d.gas}, block gas limit ${d.limit}`,
  },
  EXCEEDS_TX_GAS_CAP: {
    summary: "The gas limit is above the fork's cap for one transaction (EIP-7825).",
    sample: { gas: 16777217n, limit: 16777216n },
    message: (d) => `transaction gas limit too high (cap: ${d.limit}, tx: ${d.gas})`,
  },
  FEE_CAP_TOO_LOW: {
    summary: 'The fee cap is below the base fee.',
    sample: { address: sender, feeCap: 1n, baseFee: 1000000000n },
    message: (d) =>
      `max fee per gas less than block base fee: ${who(d.address)}, maxFeePerGas: ${d.feeCap}, baseFee: ${d.baseFee}`,
  },
  TIP_ABOVE_FEE_CAP: {
    summary: 'The tip is above the fee cap.',
    sample: { address: sender, tip: 2n, feeCap: 1n },
    message: (d) =>
      `max priority fee per gas higher than max fee per gas: ${who(d.address)}, maxPriorityFeePerGas: ${d.tip}, maxFeePerGas: ${d.feeCap}`,
  },
  SENDER_NOT_EOA: {
    summary: 'The sender has code that is not a delegation (EIP-3607).',
    sample: { address: sender, codeHash: ZERO_HASH },
    message: (d) => `sender not an eoa: ${who(d.address)}, codehash: ${d.codeHash}`,
  },
  INIT_CODE_TOO_LARGE: {
    summary: 'The init code is too long (EIP-3860).',
    sample: { size: 49153, limit: 49152 },
    message: (d) =>
      `max initcode size exceeded: code size ${d.size} limit ${d.limit}; --code-size-limit raises it`,
  },
  WRONG_CHAIN_ID: {
    summary: 'The transaction was signed for another chain.',
    sample: { have: 1n, want: 713714n },
    message: (d) => `invalid chain id for signer: have ${d.have} want ${d.want}`,
  },
  UNPROTECTED_TRANSACTION: {
    summary: 'A legacy transaction was signed without a chain id.',
    sample: {},
    message: () => 'only replay-protected (EIP-155) transactions allowed over RPC',
  },
  TX_TYPE_NOT_SUPPORTED: {
    summary: 'The chain does not support this transaction type, e.g. blobs (type 3).',
    sample: { type: 3, reason: 'this chain has no blobs (EIP-4844)' },
    message: (d) => `transaction type not supported: ${d.reason}`,
  },
  MALFORMED_TRANSACTION: {
    summary: 'The bytes are not a valid transaction.',
    sample: { reason: 'typed transaction too short' },
    message: (d) => d.reason,
  },
  INVALID_SIGNATURE: {
    summary: 'The signature is invalid.',
    sample: {},
    message: () => 'invalid sender: invalid transaction v, r, s values',
  },
  EMPTY_AUTHORIZATION_LIST: {
    summary: 'A set-code transaction has no authorizations (EIP-7702).',
    sample: {},
    message: () => 'EIP-7702 transaction with empty auth list',
  },
  SET_CODE_WITHOUT_DESTINATION: {
    summary: 'A set-code transaction has no destination (EIP-7702).',
    sample: {},
    message: () => 'EIP-7702 transaction cannot be used to create contract',
  },
  GAS_ALLOWANCE_EXCEEDED: {
    summary: 'The call fails with all the gas that the sender can pay or the node allows.',
    sample: { allowance: 21000n },
    message: (d) => `gas required exceeds allowance (${d.allowance})`,
  },
  EXECUTION_TIMEOUT: {
    summary: 'A simulated call exceeded `--call-timeout`.',
    sample: { timeoutMs: 30000 },
    message: (d) => `execution aborted (timeout = ${d.timeoutMs / 1000}s)`,
  },
  ...simulationErrors,
  BLOCK_NOT_YET_AVAILABLE: {
    summary: 'The requested state is at a block that does not exist yet.',
    sample: { number: 7n, latest: 6n },
    message: (d) =>
      `requested height ${d.number} is not yet available; safe latest is ${d.latest}: block height not yet available`,
  },
  BLOCK_HASH_UNKNOWN: {
    summary: 'The requested state is at an unknown block hash.',
    sample: { hash: ZERO_HASH, latest: 5 },
    message: () => 'block not found by hash',
  },
  BLOCK_NOT_FOUND: {
    summary: 'The requested block does not exist.',
    sample: { block: 7n },
    message: (d) => `block ${typeof d.block === 'bigint' ? '#' : ''}${d.block} not found`,
  },
  BLOCK_PRUNED: {
    summary: 'The state of the requested block was pruned.',
    sample: { number: 3n, earliest: 9n },
    message: (d) =>
      `requested height ${d.number} has been pruned; earliest available is ${d.earliest}`,
  },
  GENESIS_NOT_TRACEABLE: {
    summary: 'Block 0 has no transactions to trace, and no state before it.',
    sample: {},
    message: () => 'genesis is not traceable',
  },
  LOADED_BLOCK_NOT_TRACEABLE: {
    summary: "The block is from another chain's state dump, whose older states are not loaded.",
    sample: { number: 2n },
    message: ({ number }) =>
      `block ${number} is not traceable: it was loaded from a state dump without the state before it`,
  },
  TRANSACTION_NOT_FOUND: {
    summary: 'The transaction to trace is not mined.',
    sample: { hash: ZERO_HASH },
    message: () => 'transaction not found',
  },
  TRANSACTION_INDEX_OUT_OF_RANGE: {
    summary: 'The block has no transaction with this index.',
    sample: { index: 2, transactions: 1 },
    message: (d) =>
      `transaction index ${d.index} out of range: the block has ${d.transactions} transaction${d.transactions === 1 ? '' : 's'}`,
  },
  BLOCK_WITHOUT_PARENT: {
    summary: 'Block 0 has no parent to compare with.',
    sample: { number: 0n },
    message: (d) => `block #${d.number} has no parent`,
  },
  EMPTY_BLOCK_RANGE: {
    summary: 'The second block of a comparison is not later than the first.',
    sample: { start: 5n, end: 5n },
    message: (d) => `start block height (${d.start}) must be less than end block height (${d.end})`,
  },
  ...forkErrors,
  ...startErrors,
  ...remoteErrors,
  ...logErrors,
  ...controlErrors,
  ...nativeErrors,
  ...branchErrors,
  ALREADY_KNOWN: {
    summary: 'The pool already contains this transaction.',
    sample: { hash: ZERO_HASH },
    message: () => 'already known',
  },
  REPLACEMENT_UNDERPRICED: {
    summary: 'A pending transaction of the same nonce pays as much or more.',
    sample: {},
    message: () => 'replacement transaction underpriced',
  },
  POOL_FULL: {
    summary: 'The transaction pool is full.',
    sample: { limit: 5000 },
    message: () => 'txpool is full',
  },
  RECEIPT_TIMEOUT: {
    summary: 'The transaction was accepted but not mined in time (EIP-7966). `data` is its hash.',
    sample: { hash: ZERO_HASH, timeoutMs: 20000 },
    rpcCode: rpcCode.timedOut,
    message: (d) =>
      `The transaction was added to the transaction pool but wasn't processed in ${d.timeoutMs / 1000}s`,
    data: (d) => d.hash,
  },
  SUPPLY_TOO_LARGE: {
    summary: 'A state change would raise the supply above 2^256 - 1 base units.',
    sample: { wei: 2n ** 256n * 10n ** 12n, most: 2n ** 256n * 10n ** 12n - 1n },
    message: (d) => `the total supply must be at most ${d.most} wei (got ${d.wei})`,
  },
  UNKNOWN_ACCOUNT: {
    summary: 'The node does not hold the key of this account.',
    sample: { address: sender },
    message: (d) =>
      `unknown account: ${toChecksumAddress(d.address)}; hardhat_impersonateAccount or --auto-impersonate lets it send`,
  },
  ACCOUNT_LOCKED: {
    summary: 'The account was added with a passphrase, or locked.',
    sample: { address: sender },
    message: () => 'authentication needed: passphrase or unlock',
  },
  WRONG_PASSPHRASE: {
    summary: 'The passphrase is not the one with which the account was added.',
    sample: { address: sender },
    message: () => 'could not decrypt key with given passphrase',
  },
  CHAIN_CLOSED: {
    summary: 'The node is shutting down.',
    sample: {},
    message: () => 'node is shutting down',
  },
  CHAIN_REPLACED: {
    summary: 'A reset moved the node to another chain while the request ran.',
    sample: {},
    message: () => 'the chain was reset during the request',
  },
  DATABASE_DAMAGED: {
    summary: 'The database is incomplete. Reported on start, not by requests.',
    sample: { reason: 'block 0 is missing' },
    message: (d) => `the database is damaged: ${d.reason}`,
  },
  GENESIS_MISMATCH: {
    summary:
      'The database contains a chain with another genesis block. Reported on start, not by requests.',
    sample: { found: ZERO_HASH, given: ZERO_HASH },
    message: (d) =>
      `the database contains another chain: its genesis block is ${d.found}, expected ${d.given}. Use its original genesis and options, or another directory`,
  },
  SETTING_MISMATCH: {
    summary:
      'The database contains a chain with other parameters. Reported on start, not by requests.',
    sample: { setting: 'chainId', found: '713714', given: '1' },
    message: (d) =>
      `the database contains a chain with another ${d.setting}: ${ruleText(d.setting, d.found)}, expected ${ruleText(d.setting, d.given)}. Use its original options, or another directory`,
  },
  BAD_TYPED_DATA: {
    summary: 'The typed data contains a value that does not match its type.',
    sample: { field: 'message.to', reason: 'want 20 bytes' },
    rpcCode: rpcCode.invalidParams,
    message: (d) => `invalid argument 1: ${d.field}: ${d.reason}`,
  },
  TRACER_UNKNOWN: {
    summary: 'The tracer is unknown.',
    sample: { tracer: 'calTracer', known: ['callTracer', '…'] },
    message: (d) =>
      `unknown tracer ${JSON.stringify(d.tracer)}: want one of ${d.known.join(', ')}, or the source of a JavaScript tracer object`,
  },
  BAD_TRACER_CONFIG: {
    summary: 'The `tracerConfig` is invalid for the tracer.',
    sample: { tracer: 'callTracer', reason: 'withLog: want true or false, got string' },
    rpcCode: rpcCode.invalidParams,
    message: (d) => `invalid tracerConfig of ${d.tracer}: ${d.reason}`,
  },
  BAD_TRACER_SOURCE: {
    summary:
      'The source of a JavaScript tracer does not compile, is too long, or is not a tracer object.',
    sample: { reason: 'trace object must expose a function result()' },
    message: (d) => d.reason,
  },
  TRACER_FAILED: {
    summary: 'A JavaScript tracer threw an error or exceeded a limit.',
    sample: { reason: "TypeError: not a function    in server-side tracer function 'step'" },
    message: (d) => d.reason,
  },
  PRECOMPILE_NOT_TRACEABLE: {
    summary:
      'The traced code calls a precompile plugin, which JavaScript tracers cannot run: they have a process of their own.',
    sample: { address: '0x00000000000000000000000000000000000c0de5' as Address },
    message: (d) =>
      `the precompiled contract at ${d.address} cannot be traced in JavaScript: use a built-in tracer`,
  },
  TRACE_TIMEOUT: {
    summary: 'The trace exceeded its `timeout`.',
    sample: { timeoutMs: 5000 },
    message: (d) => `execution timeout: the trace took longer than ${duration(d.timeoutMs)}`,
  },
  TRACERS_BUSY: {
    summary: 'Too many JavaScript tracers are running and waiting.',
    sample: { running: 3, waiting: 100 },
    message: (d) =>
      `too many JavaScript tracers: ${d.running} run and ${d.waiting} wait; try again later`,
  },
  TRACE_TOO_LARGE: {
    summary:
      'A response in a batch or in process exceeds the memory limit (single responses over HTTP and WebSocket are streamed), or the result of a JavaScript tracer exceeds 64 MiB.',
    sample: { limitBytes: 268435456 },
    message: (d) => `response too large: more than ${d.limitBytes} bytes`,
  },
  EMPTY_VALUE: {
    summary: 'An empty value was written to a store. Not reachable by requests.',
    sample: {},
    message: () => 'empty values cannot be stored',
  },
  EMPTY_STORE: {
    summary: 'An empty store cannot prove anything. Not reachable by requests.',
    sample: {},
    message: () => 'store is empty: no proof exists',
  },
  UNKNOWN_VERSION: {
    summary: 'The store does not have this version. Not reachable by requests.',
    sample: { version: 3, newest: 9 },
    message: (d) => `store has no version ${d.version}; newest is ${d.newest}`,
  },
  DATABASE_LOCKED: {
    summary: 'Another process uses the database. Reported on start, not by requests.',
    sample: { directory: 'chain' },
    message: (d) =>
      `database ${d.directory} is in use by another process or node. Stop it, or use another directory`,
  },
  DATABASE_CLOSED: {
    summary: 'The node is shutting down and its database is closed.',
    sample: {},
    message: () => 'node is shutting down',
  },
  DATABASE_UNWRITABLE: {
    summary: 'A write to the database failed, e.g. because the disk is full. Nothing was changed.',
    sample: { directory: 'chain', reason: 'IO error: chain/000005.log: No space left on device' },
    message: (d) => `database ${d.directory} cannot be written: ${d.reason}`,
  },
  DATABASE_FORMAT: {
    summary: 'The database has another format. Reported on start, not by requests.',
    sample: { directory: 'chain', found: 'rockpool 5', want: 'rockpool 6' },
    message: (d) =>
      `database ${d.directory} has ${d.found === undefined ? 'no format' : `format ${JSON.stringify(d.found)}`}, want ${JSON.stringify(d.want)}`,
  },
  DATABASE_UNREADABLE: {
    summary:
      'The directory does not contain a usable database. Reported on start, not by requests.',
    sample: { directory: 'chain', reason: 'the directory contains other files and no database' },
    message: (d) => `cannot open database ${d.directory}: ${d.reason}`,
  },
  DIRECTORY_TAKEN: {
    summary: 'The directory for a new database is not empty. Reported by `rockpool import`.',
    sample: { directory: 'chain' },
    message: (d) => `cannot create database ${d.directory}: the directory is not empty`,
  },
  BAD_EXPORT: {
    summary: 'The export file is incomplete or damaged. Reported by `rockpool import`.',
    sample: { where: 'byte 16 of the file', reason: 'ends too early' },
    message: (d) => `invalid export file: ${d.where}: ${d.reason}`,
  },
}

/** Returns the JSON-RPC error of an expected failure, or undefined for an unknown code. */
export function toRpcError(details: ErrorDetails): RpcError | undefined {
  if (!Object.hasOwn(errorTable, details.code)) return undefined
  // The compiler cannot see that the code selects the entry of these details.
  const entry = errorTable[details.code as KnownError['code']] as ErrorEntry<ErrorDetails>
  const code = entry.rpcCode ?? rpcCode.refused
  return new RpcError(code, entry.message(details), entry.data?.(details))
}
