import { Request, Response } from 'cosmjs-types/tendermint/abci/types'
import { ExactWriter } from '../../../src/abci/wire/exactWriter.ts'
import { encodeFrame, FrameReader } from '../../../src/abci/wire/frames.ts'
import { assert } from '../../../src/primitives/assert.ts'

/** A frame that was recorded. */
export interface RecordedFrame {
  readonly connection: number
  readonly direction: 'req' | 'res'
  /** Member of the message, as protobuf names it. */
  readonly method: string
  /** The whole frame. */
  readonly bytes: Uint8Array
  /** Whether it did not arrive. */
  readonly isLost: boolean
}

/** An entry of a recording. */
export type RecordedEntry =
  | ({ readonly kind: 'frame' } & RecordedFrame)
  | { readonly kind: 'open'; readonly connection: number }
  | { readonly kind: 'close'; readonly connection: number }
  | { readonly kind: 'note'; readonly note: string }

/** Reads a file of JSON lines without its head. */
export function readRecording(text: string): readonly RecordedEntry[] {
  const [, ...lines] = text.trim().split('\n')
  return lines.map((line) => {
    const { c: connection, d, m, b, e, note, lost = false } = JSON.parse(line)
    if (e === 'note') return { kind: 'note', note }
    if (e === 'open' || e === 'close') return { kind: e, connection }
    const bytes = new Uint8Array(Buffer.from(b, 'base64'))
    return { kind: 'frame', connection, direction: d, method: m, bytes, isLost: lost }
  })
}

export function framesOf(entries: readonly RecordedEntry[]): readonly RecordedFrame[] {
  return entries.flatMap((entry) => (entry.kind === 'frame' ? [entry] : []))
}

/** Returns the request in a frame. */
export function requestIn({ bytes }: Pick<RecordedFrame, 'bytes'>): Request {
  return Request.decode(messageIn(bytes))
}

export function responseIn({ bytes }: Pick<RecordedFrame, 'bytes'>): Response {
  return Response.decode(messageIn(bytes))
}

export function requestFrame(request: Request): Uint8Array {
  return encodeFrame(Request.encode(request, new ExactWriter()).finish())
}

export function responseFrame(response: Response): Uint8Array {
  return encodeFrame(Response.encode(response, new ExactWriter()).finish())
}

/** Name of the member of a message, as protobuf has it. */
export function methodOf(message: Request | Response): string {
  const names = Object.entries(message).filter(([, value]) => value !== undefined)
  const [[name] = ['none']] = names
  assert(names.length === 1, `one member of a message, not ${names.length}`)
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function messageIn(frame: Uint8Array): Uint8Array {
  const [message, ...rest] = new FrameReader().push(frame)
  assert(message !== undefined && rest.length === 0, 'one message in a frame')
  return message
}
