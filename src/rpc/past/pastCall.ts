import type { BlockRef } from '../../chain/block/blockRef.ts'
import { type Hash, toQuantity } from '../../primitives/encoding/hex.ts'
import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import type { MaybePromise } from '../../primitives/maybePromise.ts'
import type { AnswerCheck, RemoteChain } from '../../remote/remoteChain.ts'
import { RemoteError } from '../../remote/remoteError.ts'
import { blockRef } from '../codec/blockRef.ts'
import type { ChangingContext } from '../core/method.ts'
import { RpcError } from '../errors/rpcError.ts'
import { JsonStream, stringifyResult } from '../stream/jsonStream.ts'

/** A call of a method on a fork. */
export interface PastCall {
  /** The method's main name. */
  readonly method: string
  readonly params: readonly unknown[]
  readonly remote: RemoteChain
  readonly context: ChangingContext
  /** Runs the method on the local chain. */
  local(params: readonly unknown[]): MaybePromise<Json | JsonStream>
}

/** Answers a call about blocks before the fork. Undefined if the local chain answers. */
export type PastRule = (call: PastCall) => MaybePromise<Json | JsonStream | undefined>

/** Number of the forked block, the last one of the remote chain. */
export function forkNumber({ remote }: PastCall): bigint {
  return remote.block.number
}

/**
 * Asks the remote node and keeps the answer, which never changes.
 *
 * @param check a further check of the answer, before it is kept
 * @throws RpcError with code and message of the remote node; RemoteError
 */
export async function askRemote(
  { remote }: PastCall,
  method: string,
  params: readonly unknown[],
  check?: AnswerCheck,
): Promise<Json> {
  try {
    return (await remote.requestFinal(method, params, check)) as Json
  } catch (error) {
    if (!(error instanceof RemoteError) || error.details.code !== 'REMOTE_ANSWERED_ERROR') {
      throw error
    }
    const { rpcCode, message, data } = error.details
    throw new RpcError(rpcCode, message, data as Json | undefined)
  }
}

/** Runs the method on the local chain and returns its whole result. */
export async function askLocal(call: PastCall, params: readonly unknown[]): Promise<Json> {
  const result = await call.local(params)
  if (!(result instanceof JsonStream)) return result
  return JSON.parse(await stringifyResult(result)) as Json
}

/**
 * Returns the number of a block that a parameter names, or undefined if it names none of the remote
 * chain up to the fork and none of the local one.
 */
export async function numberOf(call: PastCall, json: unknown): Promise<bigint | undefined> {
  const ref = readRef(json)
  if (ref === undefined) return undefined
  if ('number' in ref) return ref.number
  if ('hash' in ref) return numberOfHash(call, ref.hash)
  if (ref.tag === 'pending') return undefined
  return ref.tag === 'earliest' ? 0n : BigInt(call.context.blocks.latest.number)
}

/** Replaces a tag, which means another block to the remote node. */
export function withNumber(json: unknown, number: bigint): unknown {
  if (typeof json === 'string') return /^0x.{64}$/is.test(json) ? json : toQuantity(number)
  return isJsonObject(json) && 'blockHash' in json ? json : toQuantity(number)
}

/** Invalid ones are left to the method, which has an error for them. */
function readRef(json: unknown): BlockRef | undefined {
  if (json === undefined || json === null) return { tag: 'latest' }
  try {
    return blockRef.decode(json, '')
  } catch {
    return undefined
  }
}

async function numberOfHash(call: PastCall, hash: Hash): Promise<bigint | undefined> {
  const { context, remote } = call
  if (hash === remote.block.hash) return remote.block.number
  const local = await context.blocks.getByHash(hash)
  if (local !== undefined) return BigInt(local.number)
  const block = await askRemote(call, 'eth_getBlockByHash', [hash, false])
  const number = isJsonObject(block) ? numberIn(block.number) : undefined
  // The remote chain continues, but not for the fork.
  return number !== undefined && number <= remote.block.number ? number : undefined
}

/** Reads a quantity of an answer. */
export function numberIn(json: unknown): bigint | undefined {
  return typeof json === 'string' && /^0x[0-9a-f]{1,16}$/i.test(json) ? BigInt(json) : undefined
}
