import { ChainError } from '../../chain/errors.ts'
import { bytesToBase64 } from '../../primitives/encoding/bytes.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'

/** Sends transactions to consensus. */
export interface Broadcaster {
  /**
   * Resolves when the mempool has the transaction.
   * @throws ChainError ALREADY_KNOWN, NOT_BROADCAST
   */
  broadcast(raw: Uint8Array, hash: Hash): Promise<void>
}

/** CometBFT's own limit for CheckTx of a broadcast is longer than a test waits. */
const TIMEOUT_MS = 15_000

/** Sends transactions to the RPC server of CometBFT at a URL. */
export function cometBroadcaster(url: string): Broadcaster {
  return {
    async broadcast(raw, hash) {
      const reason = reasonOf(await call(url, { tx: bytesToBase64(raw) }))
      if (reason === undefined) return
      if (reason.includes('already exists in cache')) {
        throw new ChainError({ code: 'ALREADY_KNOWN', hash })
      }
      throw notBroadcast(reason)
    },
  }
}

async function call(url: string, params: object): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'broadcast_tx_sync', params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return await response.json()
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error))
    const detail = cause instanceof Error ? cause.message : message
    throw notBroadcast(`${url} does not answer: ${detail}`, error)
  }
}

/** Why the transaction was refused; undefined if it was taken. */
function reasonOf(answer: unknown): string | undefined {
  const error = memberOf(answer, 'error')
  if (error !== undefined && error !== null) {
    return String(memberOf(error, 'data') ?? memberOf(error, 'message'))
  }
  const result = memberOf(answer, 'result')
  const code = memberOf(result, 'code')
  if (code === 0) return undefined
  return String(memberOf(result, 'log') ?? 'no result')
}

function memberOf(json: unknown, name: string): unknown {
  if (typeof json !== 'object' || json === null) return undefined
  return (json as Readonly<Record<string, unknown>>)[name]
}

function notBroadcast(reason: string, cause?: unknown): ChainError {
  return new ChainError({ code: 'NOT_BROADCAST', reason }, { cause })
}
