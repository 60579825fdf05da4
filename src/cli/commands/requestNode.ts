import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import { CommandError } from '../failure.ts'

/** An error response of a node. */
export class NodeError extends Error {
  override readonly name = 'NodeError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Default address of a node. */
export const DEFAULT_URL = 'http://127.0.0.1:8545'

const ID = 1
/** Time limit of the health check in ms. The request itself has no limit. */
const HEALTH_MS = 5000

/**
 * Sends a request to a running node and returns the result.
 *
 * @param healthMs time limit of the health check
 * @throws NodeError; CommandError if no Rockpool node responds
 */
export async function requestNode(
  { url, healthMs = HEALTH_MS }: { readonly url: string; readonly healthMs?: number },
  method: string,
  ...params: readonly Json[]
): Promise<unknown> {
  requireUrl(url)
  // Any response means that a server listens.
  await fetchText(url, new URL('/health', url), { signal: AbortSignal.timeout(healthMs) })
  const body = JSON.stringify({ jsonrpc: '2.0', id: ID, method, params })
  const headers = { 'content-type': 'application/json' }
  const answer = parse(await fetchText(url, url, { method: 'POST', headers, body }))
  // Requests that were rejected before parsing have the id null.
  if ((answer?.id === ID || answer?.id === null) && isJsonObject(answer.error)) {
    const { code, message } = answer.error
    if (typeof code === 'number' && typeof message === 'string') throw new NodeError(code, message)
  } else if (answer?.id === ID && Object.hasOwn(answer, 'result')) {
    return answer.result
  }
  throw noRockpoolNode(url, 'the response is not JSON-RPC')
}

/** Creates the error for another server. */
export function noRockpoolNode(url: string, reason: string): CommandError {
  return new CommandError(`${url} is not a Rockpool node: ${reason}`, 1)
}

function requireUrl(url: string): void {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new CommandError(`--url: want http://HOST:PORT, got ${url}`, 2)
  }
}

async function fetchText(node: string, url: string | URL, request: RequestInit): Promise<string> {
  try {
    const response = await fetch(url, request)
    return await response.text()
  } catch (error) {
    throw new CommandError(
      `no response from ${node}: ${reasonOf(error)}. Use --url for another address`,
      1,
    )
  }
}

/** Returns the reason of a failed connection, which fetch reports in a cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const [first] = cause instanceof AggregateError ? cause.errors : [cause]
  if (!(first instanceof Error)) return String(first)
  if (first.name === 'TimeoutError') return 'timed out'
  const code = 'code' in first && typeof first.code === 'string' ? first.code : ''
  return code === 'ECONNREFUSED' ? 'connection refused' : code || first.message
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const json: unknown = JSON.parse(text)
    return isJsonObject(json) ? json : undefined
  } catch {
    return undefined
  }
}
