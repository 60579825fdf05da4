import { isJsonObject } from '../../primitives/encoding/json.ts'
import { JournalError } from '../errors.ts'
import { findDialectName } from '../options/dialectNames.ts'
import { concealUrl } from '../options/forkOptions.ts'
import {
  JOURNAL_FORMAT,
  type JournalEntry,
  type JournalEvent,
  type JournalHead,
  type JournalHeader,
} from './journal.ts'

type Fields = Readonly<Record<string, unknown>>

/** Formats a header. Bigints become text, which options and genesis files accept. */
export function headerLine(header: JournalHeader): string {
  const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
  return `${JSON.stringify(header, plain)}\n`
}

/** Formats the part of an entry that is written before the change. */
export function entryStart({
  time,
  branch,
  event,
}: Pick<JournalEntry, 'time' | 'branch' | 'event'>): string {
  const line = { time, ...(branch !== 0 && { branch }), ...event }
  return JSON.stringify(line, (name, value: unknown) => {
    if (typeof value === 'bigint') return { [BIGINT]: String(value) }
    return name === REMOTE_URL && typeof value === 'string' ? concealUrl(value) : value
  }).slice(0, -1)
}

/** Formats the rest of the line. */
export function entryEnd({ head, error }: Pick<JournalEntry, 'head' | 'error'>): string {
  const rest = JSON.stringify({ ...head, error }).slice(1)
  return rest === '}' ? '}\n' : `,${rest}\n`
}

/** A line of a journal. */
export interface JournalLine {
  readonly text: string
  /** Whether it ends with a line break; only the last one may not. */
  readonly isWhole: boolean
}

/** Splits a journal into lines. */
export async function* journalLines(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<JournalLine, void, undefined> {
  const decoder = new TextDecoder()
  /** Parts of an incomplete line, joined once. */
  let parts: string[] = []
  for await (const piece of pieces) {
    const [first = '', ...more] = decoder.decode(piece, { stream: true }).split('\n')
    parts.push(first)
    for (const next of more) {
      yield { text: parts.join(''), isWhole: true }
      parts = [next]
    }
  }
  const text = parts.join('')
  if (text !== '') yield { text, isWhole: false }
}

/** @throws JournalError */
export function parseHeader(text: string): JournalHeader {
  const json = parse(text, 1)
  if (json.format !== JOURNAL_FORMAT) {
    const found = json.format === undefined ? 'no journal' : `format ${String(json.format)}`
    throw refused(1, `want a journal of format ${JOURNAL_FORMAT}, got ${found}`)
  }
  const { rockpool, options, isOwnGenesis, isOnDisk, genesis, fork } = json
  const isSound =
    typeof rockpool === 'string' &&
    isJsonObject(options) &&
    isJsonObject(genesis) &&
    typeof isOwnGenesis === 'boolean' &&
    typeof isOnDisk === 'boolean' &&
    (fork === undefined || isFork(fork)) &&
    readHead(json) !== undefined
  if (!isSound) throw refused(1, 'a field of the header is missing or wrong')
  return json as unknown as JournalHeader
}

/**
 * @param line its number
 * @throws JournalError
 */
export function parseEntry(text: string, line: number): JournalEntry {
  const json = parse(text, line)
  const { time, branch = 0, error } = json
  const event = readEvent(json)
  if (event === undefined) throw refused(line, 'want a method or a call')
  if (!isCount(time) || !isCount(branch)) throw refused(line, 'time or branch is not an integer')
  if (error !== undefined && typeof error !== 'string')
    throw refused(line, 'error must be a string')
  const head = readHead(json)
  if (head === undefined && (json.block !== undefined || json.hash !== undefined)) {
    throw refused(line, 'want the number and the hash of a block')
  }
  return { event, branch, time, head, error }
}

/** Returns the method or call of an incomplete line, as far as it is known. */
export function describeCut(text: string): string | undefined {
  return /"(?:method|call)":"(\w+)"/.exec(text)?.[1]
}

/** Stands for an integer of any size, as the only member of an object. */
const BIGINT = 'bigint'
/** Member of a reset, which a recorded node refuses; the URL may contain credentials. */
const REMOTE_URL = 'jsonRpcUrl'

function parse(text: string, line: number): Fields {
  try {
    const json: unknown = JSON.parse(text)
    if (isJsonObject(json)) return json
  } catch (cause) {
    throw refused(line, 'not JSON', cause)
  }
  throw refused(line, 'no JSON object')
}

function readEvent(fields: Fields): JournalEvent | undefined {
  const { method, params, compat, call, request, bytes } = fields
  if (typeof method === 'string') {
    const dialect = typeof compat === 'string' ? findDialectName(compat) : undefined
    if (dialect === undefined && compat !== undefined) return undefined
    const spoken = dialect === undefined ? {} : { compat: dialect }
    return { method, ...(params !== undefined && { params }), ...spoken }
  }
  if (call === 'branch' || call === 'close' || call === 'timer') return { call }
  if (call === 'nativeBroadcast' && typeof bytes === 'string') return { call, bytes }
  if (call !== 'nativeSend' || !isJsonObject(request)) return undefined
  return { call, request: withBigInts(request) as never }
}

function readHead({ block, hash }: Fields): JournalHead | undefined {
  return isCount(block) && isHash(hash) ? { block, hash } : undefined
}

function isFork(json: unknown): boolean {
  if (!isJsonObject(json)) return false
  const { url, chainId, number, hash, isSei } = json
  return (
    typeof url === 'string' &&
    typeof chainId === 'string' &&
    isCount(number) &&
    isHash(hash) &&
    typeof isSei === 'boolean'
  )
}

function isHash(value: unknown): value is JournalHead['hash'] {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function withBigInts(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withBigInts)
  if (!isJsonObject(json)) return json
  const digits = json[BIGINT]
  if (typeof digits === 'string' && /^-?\d+$/.test(digits)) return BigInt(digits)
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, withBigInts(value)]))
}

function refused(line: number, reason: string, cause?: unknown): JournalError {
  return new JournalError({ code: 'BAD_JOURNAL', line, reason }, { cause })
}
