import { isJsonObject, jsonKind } from '../../primitives/encoding/json.ts'
import type { Secrets } from '../secrets.ts'

/** What a remote answered to one call. */
export type CallAnswer =
  | { readonly kind: 'result'; readonly result: unknown }
  | {
      readonly kind: 'error'
      readonly code: number
      readonly message: string
      readonly data: unknown
    }
  /** Not an answer of JSON-RPC to this call. */
  | { readonly kind: 'nonsense'; readonly reason: string }

/** What a remote answered to an HTTP request. */
export type BatchAnswer =
  | { readonly kind: 'calls'; readonly answers: ReadonlyMap<number, CallAnswer> }
  /** One error for the whole batch. */
  | { readonly kind: 'refused'; readonly code: number; readonly message: string }
  | { readonly kind: 'nonsense'; readonly reason: string }

const SHOWN = 60

/**
 * Reads the body of an answer.
 *
 * @param ids of the calls; more than one were sent as an array
 * @param secrets that a reason must not quote, not even cut off
 */
export function readBatchAnswer(
  text: string,
  ids: readonly number[],
  secrets: Secrets,
): BatchAnswer {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return { kind: 'nonsense', reason: describeText(secrets.scrub(text)) }
  }
  const [first] = ids
  if (ids.length === 1 && first !== undefined && !Array.isArray(body)) {
    return { kind: 'calls', answers: new Map([[first, readSingle(body, first, secrets)]]) }
  }
  if (!Array.isArray(body)) {
    const error = isJsonObject(body) ? readError(body.error) : undefined
    if (error?.kind === 'error') return { ...error, kind: 'refused' }
    return { kind: 'nonsense', reason: `${jsonKind(body)} instead of an array of answers` }
  }
  const [only] = body
  if (body.length === 1 && ids.length > 1 && isJsonObject(only) && only.id === null) {
    const error = readError(only.error)
    if (error?.kind === 'error') return { ...error, kind: 'refused' }
  }
  return { kind: 'calls', answers: readArray(body, ids) }
}

function readArray(
  body: readonly unknown[],
  ids: readonly number[],
): ReadonlyMap<number, CallAnswer> {
  const answers = new Map<number, CallAnswer>()
  for (const entry of body) {
    const id = isJsonObject(entry) ? entry.id : undefined
    if (typeof id === 'number' && ids.includes(id)) answers.set(id, readEntry(entry))
  }
  return answers
}

function readSingle(body: unknown, id: number, secrets: Secrets): CallAnswer {
  if (!isJsonObject(body)) {
    return { kind: 'nonsense', reason: `${jsonKind(body)} instead of an answer` }
  }
  // An error before the id was read has the id null.
  const isOwn = body.id === id || (body.error !== undefined && body.error !== null)
  if (isOwn) return readEntry(body)
  return {
    kind: 'nonsense',
    reason: `the answer has the id ${describe(secrets.scrubJson(body.id))}, want ${id}`,
  }
}

function readEntry(entry: unknown): CallAnswer {
  if (!isJsonObject(entry)) return { kind: 'nonsense', reason: `${jsonKind(entry)} as an answer` }
  const error = readError(entry.error)
  if (error !== undefined) return error
  if ('result' in entry) return { kind: 'result', result: entry.result }
  return { kind: 'nonsense', reason: 'neither a result nor an error' }
}

function readError(error: unknown): CallAnswer | undefined {
  if (error === undefined || error === null) return undefined
  if (!isJsonObject(error)) return { kind: 'nonsense', reason: `${jsonKind(error)} as an error` }
  const { code, message, data } = error
  return {
    kind: 'error',
    code: typeof code === 'number' && Number.isInteger(code) ? code : -32000,
    message: typeof message === 'string' ? message : 'an error without a message',
    data,
  }
}

function describe(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, SHOWN)
}

function describeText(text: string): string {
  if (text.trim() === '') return 'an empty answer'
  const isHtml = /^\s*<(?:!doctype|html|head|body)/i.test(text)
  if (isHtml) {
    const [, title] = /<title>([^<]*)/i.exec(text) ?? []
    return title === undefined ? 'HTML instead of JSON' : `HTML instead of JSON: ${title.trim()}`
  }
  return `not JSON: ${JSON.stringify(text.slice(0, SHOWN))}`
}
