import { isJsonObject, type Json } from '../primitives/json.ts'
import { CommandFailed } from './failure.ts'
import { instanceFolder } from './instances/instanceFolder.ts'
import { InstanceRegistry } from './instances/instanceRegistry.ts'

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

/**
 * Asks a running node, and gives the result.
 *
 * @throws NodeError; CommandFailed where nobody answers, or no node does
 */
export async function askNode(
  url: string,
  method: string,
  ...params: readonly Json[]
): Promise<unknown> {
  const answer = parse(await post(url, { jsonrpc: '2.0', id: 1, method, params }))
  const error = answer?.error
  if (isJsonObject(error)) {
    const { code, message } = error
    throw new NodeError(typeof code === 'number' ? code : 0, String(message))
  }
  if (answer === undefined || !Object.hasOwn(answer, 'result')) {
    throw new CommandFailed(`${url} answers no JSON-RPC: is a node there?`, 1)
  }
  return answer.result
}

async function post(url: string, body: object): Promise<string> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new CommandFailed(`--url: want http://HOST:PORT, got ${url}`, 2)
  }
  try {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return await response.text()
  } catch (error) {
    const advice = await describeOthers()
    throw new CommandFailed(`no node answers at ${url}: ${reasonOf(error)}; ${advice}`, 1)
  }
}

/** Where else somebody could be asked. */
async function describeOthers(): Promise<string> {
  const running = await new InstanceRegistry(instanceFolder(process.env)).running()
  const known = running.flatMap(({ name, address }) =>
    address === null ? [] : [`${name} at ${address.url}`],
  )
  const inBackground = known.length === 0 ? '' : `; in the background there is ${known.join(', ')}`
  return `--url says where the node is${inBackground}`
}

/** Why nobody could be asked: fetch says so in a cause, or in the parts of one. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const [first] = cause instanceof AggregateError ? cause.errors : [cause]
  if (!(first instanceof Error)) return String(first)
  const code = 'code' in first ? String(first.code) : ''
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
