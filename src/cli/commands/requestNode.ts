import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import { CommandError } from '../failure.ts'

/** An error that a node answered with. */
export class NodeError extends Error {
  override readonly name = 'NodeError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Where a node listens unless told otherwise. */
export const DEFAULT_URL = 'http://127.0.0.1:8545'

const ID = 1
/**
 * How long a node may take to say that it is there, in ms. What it is asked for then may take its
 * time.
 */
const HEALTH_MS = 5000

/**
 * Asks a running node, and gives the result.
 *
 * @param healthMs how long it may take to say that it is there
 * @throws NodeError; CommandError where nobody answers, or no Rockpool node does
 */
export async function requestNode(
  { url, healthMs = HEALTH_MS }: { readonly url: string; readonly healthMs?: number },
  method: string,
  ...params: readonly Json[]
): Promise<unknown> {
  requireUrl(url)
  // Whatever is answered, somebody answers.
  await fetchText(url, new URL('/health', url), { signal: AbortSignal.timeout(healthMs) })
  const body = JSON.stringify({ jsonrpc: '2.0', id: ID, method, params })
  const headers = { 'content-type': 'application/json' }
  const answer = parse(await fetchText(url, url, { method: 'POST', headers, body }))
  // Of what was refused before it was read the id is null.
  if ((answer?.id === ID || answer?.id === null) && isJsonObject(answer.error)) {
    const { code, message } = answer.error
    if (typeof code === 'number' && typeof message === 'string') throw new NodeError(code, message)
  } else if (answer?.id === ID && Object.hasOwn(answer, 'result')) {
    return answer.result
  }
  throw noRockpoolNode(url, 'the response is not JSON-RPC')
}

/** Says that somebody else listens there. */
export function noRockpoolNode(url: string, reason: string): CommandError {
  return new CommandError(`what answers at ${url} is no Rockpool node: ${reason}`, 1)
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
      `no node answers at ${node}: ${reasonOf(error)}; --url says where the node is`,
      1,
    )
  }
}

/** Why nobody could be asked: fetch says so in a cause, or in the parts of one. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const [first] = cause instanceof AggregateError ? cause.errors : [cause]
  if (!(first instanceof Error)) return String(first)
  if (first.name === 'TimeoutError') return 'it takes too long'
  const code = 'code' in first && typeof first.code === 'string' ? first.code : ''
  return code === 'ECONNREFUSED' ? 'nobody listens there' : code || first.message
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const json: unknown = JSON.parse(text)
    return isJsonObject(json) ? json : undefined
  } catch {
    return undefined
  }
}
