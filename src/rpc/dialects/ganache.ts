import { ChainError } from '../../chain/errors.ts'
import { decodeError } from '../../evm/run/revertReason.ts'
import { bytesToHex, toQuantity } from '../../primitives/encoding/hex.ts'
import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import { boolean, text } from '../codec/scalar.ts'
import { truncateName } from '../core/legacyGate.ts'
import { type Method, method, param } from '../core/method.ts'
import { ExecutionError, type FailedExecution } from '../errors/revertReason.ts'
import { RpcError, rpcCode } from '../errors/rpcError.ts'
import { hardhat_metadata } from '../methods/dev/identity.ts'
import { eth_getBlockByHash, eth_getBlockByNumber } from '../methods/eth/block.ts'
import { eth_estimateGas } from '../methods/eth/execute.ts'
import { eth_getLogs } from '../methods/eth/logs.ts'
import { eth_sign, eth_signTypedData_v4 } from '../methods/eth/sign.ts'
import { eth_sendRawTransaction } from '../methods/eth/submit.ts'
import { eth_unsubscribe } from '../methods/eth/subscription.ts'
import { rpc_modules } from '../methods/rpc.ts'
import { web3_clientVersion } from '../methods/web3.ts'
import { notificationsNotSupported } from '../subscribe/subscription.ts'
import {
  clientExactly,
  type Dialect,
  fixed,
  mapErrors,
  mapFailure,
  mapResult,
  metadataNamed,
  withPrecheck,
} from './dialect.ts'
import { withArgumentWords } from './ganache/argumentWords.ts'
import { ganacheFeeHistory } from './ganache/ganacheFees.ts'
import { replacingByTenth } from './ganache/ganachePool.ts'
import { fromLatest, ganacheRequests, withDefaults } from './ganache/ganacheRequests.ts'
import { ganacheTime } from './ganache/ganacheTime.ts'
import { ganacheTraces } from './ganache/ganacheTraces.ts'
import { withPadding } from './ganache/padding.ts'
import { ganacheMethods, senderMissing } from './ganacheMethods.ts'
import { unlimitedLogQueries } from './logQueries.ts'
import { failingSendsIfAsked } from './sends.ts'

/** The measured release. */
const CLIENT = 'Ganache/v7.9.2/EthereumJS TestRPC/v7.9.2/ethereum-js'
const FAILED = 'VM Exception while processing transaction:'
const CANNOT_PAY = -32003
const NOT_SUPPORTED = -32004

/** Ganache's words for failures, by the beginning of the reason. */
const HALTS: readonly (readonly [string, string])[] = [
  ['invalid opcode', 'invalid opcode'],
  // There with the place.
  ['invalid jump destination', 'invalid JUMP'],
  ['stack underflow', 'stack underflow'],
  ['stack limit reached', 'stack overflow'],
  ['return data out of bounds', 'out of gas'],
  ['max code size exceeded', 'code size to deposit exceeds maximum code size'],
  ['invalid code: must not begin with 0xef', 'invalid EOF format'],
]

const refused = (message: string) => new RpcError(rpcCode.refused, message)
/** Ganache reports missing objects as unreadable. */
const notThere = (message: string) => new RpcError(rpcCode.parseError, message)

/** The message of the call; the data has details. */
const estimateGas: Method = {
  ...eth_estimateGas,
  async call(context, params) {
    try {
      return await eth_estimateGas.call(context, params)
    } catch (thrown) {
      if (!(thrown instanceof ExecutionError)) throw thrown
      throw failureError(failureOf(thrown.outcome), null)
    }
  },
}

/** Ganache has no pending block: that is the newest one. */
const latestForPending: Method = {
  ...eth_getBlockByNumber,
  call(context, params) {
    const [block, ...rest]: readonly unknown[] = Array.isArray(params) ? params : []
    return eth_getBlockByNumber.call(context, block === 'pending' ? ['latest', ...rest] : params)
  },
}

const MODULES = { eth: '1.0', net: '1.0', rpc: '1.0', web3: '1.0', evm: '1.0', personal: '1.0' }

const KEYLESS = ['UNKNOWN_ACCOUNT', 'ACCOUNT_LOCKED']

/** Signatures by an account without a key, or a locked one. */
const signers = [eth_sign, eth_signTypedData_v4].map((method) =>
  mapFailure(method, (thrown) =>
    thrown instanceof ChainError && KEYLESS.includes(thrown.code)
      ? notThere('cannot sign data; no private key')
      : undefined,
  ),
)

/** An unknown subscription is false, and over HTTP all are unknown. */
const unsubscribe = method({
  ...eth_unsubscribe,
  params: [param('id', text)],
  result: boolean,
  run: ({ subscriptions }, id) => subscriptions?.close(id) ?? false,
})

/** Responses of Ganache 7.9.2. */
export const ganache: Dialect = {
  methods: new Map([
    mapResult(web3_clientVersion, clientExactly(CLIENT)),
    mapResult(hardhat_metadata, metadataNamed(CLIENT, clientExactly)),
    [rpc_modules, fixed(MODULES)],
    ...ganacheRequests(estimateGas),
    ...ganacheTime,
    ...ganacheTraces,
    ganacheFeeHistory,
    ...signers,
    [eth_unsubscribe, unsubscribe],
    ...failingSendsIfAsked.map(([method, send]) => {
      const complete = method === eth_sendRawTransaction ? send : withDefaults(send)
      return [method, requiringSender(replacingByTenth(complete))] as const
    }),
    ...unlimitedLogQueries('UNKNOWN_BLOCK', 'LOG_RANGE_REVERSED').map(
      ([replaced, query]) =>
        [replaced, replaced === eth_getLogs ? fromLatest(query) : query] as const,
    ),
    withHashesByDefault(latestForPending),
    withHashesByDefault(eth_getBlockByHash),
  ]),
  added: new Map(
    [...ganacheMethods].map(([name, method]) => [name, readingArguments(name, method)] as const),
  ),
  forName: readingArguments,
  unknownMethod: (name) =>
    notThere(`The method ${truncateName(name)} does not exist/is not available`),
  error: withoutNotifications(
    mapErrors({
      failed(outcome, { transactionHash }) {
        const failure = failureOf(outcome)
        if (transactionHash !== undefined) return failureError(failure, transactionHash)
        return new RpcError(rpcCode.refused, messageOf(failure), failure.result)
      },
      refusals: {
        NONCE_TOO_LOW: ({ tx, state }) =>
          refused(
            `the tx doesn't have the correct nonce. account has nonce of: ${state} tx has nonce of: ${tx}`,
          ),
        INSUFFICIENT_FUNDS: () =>
          new RpcError(CANNOT_PAY, 'insufficient funds for gas * price + value'),
        GAS_ALLOWANCE_EXCEEDED: () => failureError({ message: 'out of gas', result: '0x' }, null),
        INTRINSIC_GAS_TOO_LOW: () => refused('intrinsic gas too low'),
        EXCEEDS_BLOCK_GAS_LIMIT: () => refused('exceeds block gas limit'),
        BLOCK_NOT_YET_AVAILABLE: () => notThere('header not found'),
        TRANSACTION_NOT_FOUND: ({ hash }) => notThere(`Unknown transaction ${hash}`),
        UNKNOWN_ACCOUNT: () => notThere('sender account not recognized'),
        ACCOUNT_LOCKED: () => notThere('authentication needed: passphrase or unlock'),
        WRONG_PASSPHRASE: () => notThere('could not decrypt key with given passphrase'),
        FILTER_NOT_FOUND: () => notThere('filter not found'),
        NOT_A_LOG_FILTER: () => notThere('filter not found'),
      },
    }),
  ),
}

function readingArguments(name: string, method: Method): Method {
  return withArgumentWords(name, withPadding(name, method))
}

/** Words the refusal of subscriptions over HTTP. */
function withoutNotifications(words: Dialect['error']): Dialect['error'] {
  const { message } = notificationsNotSupported()
  return (error, cause) => {
    if (error.message === message) return new RpcError(NOT_SUPPORTED, 'notifications not supported')
    const [unknownKind] = /^no ".*" subscription in eth namespace/.exec(error.message) ?? []
    return unknownKind === undefined ? words(error, cause) : new RpcError(error.code, unknownKind)
  }
}

/** Without `from`, no account sends. */
function requiringSender(send: Method): Method {
  return withPrecheck(send, (params) => {
    const [request] = Array.isArray(params) ? params : []
    if (isJsonObject(request) && (request.from ?? undefined) === undefined) throw senderMissing()
  })[1]
}

/** Whether a block has whole transactions is optional: without it, it has their hashes. */
function withHashesByDefault(method: Method): readonly [Method, Method] {
  const call: Method['call'] = (context, params) => {
    const isShort = Array.isArray(params) && params.length === 1
    return method.call(context, isShort ? [...params, false] : params)
  }
  const [, shown] = mapResult({ ...method, call }, withTotalDifficulty)
  return [method === latestForPending ? eth_getBlockByNumber : method, shown]
}

/** All blocks of a chain have the same difficulty. */
function withTotalDifficulty(block: Json): Json {
  if (!isJsonObject(block)) return block
  const total = BigInt(String(block.difficulty)) * (BigInt(String(block.number)) + 1n)
  return { ...block, totalDifficulty: toQuantity(total) } as Json
}

/** Ganache's error of a failed call. */
interface GanacheFailure {
  readonly message: string
  /** Reason of `Error(string)`. */
  readonly reason?: string | undefined
  /** Revert data in hexadecimal. */
  readonly result: string
}

function failureOf(outcome: FailedExecution): GanacheFailure {
  if (outcome.kind === 'revert') {
    const result = bytesToHex(outcome.output)
    return { message: 'revert', reason: decodeError(outcome.output), result }
  }
  const [, words] = HALTS.find(([start]) => outcome.reason.startsWith(start)) ?? []
  return { message: words ?? outcome.reason, result: '0x' }
}

function messageOf({ message, reason = '' }: GanacheFailure): string {
  return reason === '' ? `${FAILED} ${message}` : `${FAILED} ${message} ${reason}`
}

/**
 * Without the program counter, which the node does not provide. The result of a transaction is its
 * hash.
 *
 * @param hash of the transaction; null for an estimate
 */
function failureError(failure: GanacheFailure, hash: Json): RpcError {
  const { message, reason = null } = failure
  const data = { hash, result: hash ?? failure.result, reason, message }
  return new RpcError(rpcCode.refused, messageOf(failure), data)
}
