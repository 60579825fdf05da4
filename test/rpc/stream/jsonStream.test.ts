import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import {
  JsonStream,
  ReaderClosedError,
  streamText,
  stringifyResult,
  toJsonStream,
} from '../../../src/rpc/stream/jsonStream.ts'
import { TextPieces } from '../../../src/rpc/stream/textPieces.ts'
import { TraceError } from '../../../src/tracers/errors.ts'
import type { JsonSink } from '../../../src/tracers/jsonSink.ts'
import { FULL } from '../../support/runs.ts'

const MB = 1024 * 1024
const around = ['{"result":', '}'] as const

/** Writes a JSON text of so many megabytes, as tracers do. */
async function writeLong(sink: JsonSink, megabytes: number): Promise<void> {
  sink.write('"')
  const piece = 'x'.repeat(10_000)
  for (let written = 0; written < megabytes * MB; written += piece.length) {
    sink.write(piece)
    if (sink.isFull) await sink.drained()
  }
  sink.write('"')
}

/** Parts of up to some hundred kilobytes. */
const texts = fc.array(
  fc
    .record({
      part: fc.string({ unit: 'grapheme' }),
      times: fc.constantFrom(1, 1, 10, 3_000, 20_000),
      isBytes: fc.boolean(),
    })
    .map(({ part, times, isBytes }) => ({ text: part.repeat(times), isBytes })),
  { maxLength: 20 },
)

const failures: unknown[] = []
const note = (error: unknown) => void failures.push(error)

async function read(stream: Readable): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += chunk
  return text
}

describe('the text of a streamed result', () => {
  test('is a string if it is short', async () => {
    const stream = new JsonStream(async (sink) => sink.write('"é"'))
    expect(await streamText(stream, around, note)).toBe('{"result":"é"}')
  })

  test('is its bytes if it is not long', async () => {
    const stream = new JsonStream((sink) => writeLong(sink, 0.5))
    const text = await streamText(stream, around, note)
    if (!(text instanceof TextPieces)) throw new Error('no bytes')
    expect(JSON.parse(String(text)).result).toHaveLength(530_000)
    expect(Buffer.concat(text.pieces)).toHaveLength(text.size)
  })

  test.prop([texts])('consists of all its parts, texts and bytes', async (parts) => {
    const stream = new JsonStream(async (sink) => {
      for (const { text, isBytes } of parts) {
        sink.write(isBytes ? Buffer.from(text.replace(/[^ -~]/g, '.')) : text)
      }
    })
    const whole = parts.map(({ text, isBytes }) => (isBytes ? text.replace(/[^ -~]/g, '.') : text))
    const text = await streamText(stream, around, note)
    expect(String(text)).toBe(`${around[0]}${whole.join('')}${around[1]}`)
    if (text instanceof TextPieces) expect(Buffer.byteLength(String(text))).toBe(text.size)
  })

  test('is a complete stream if it is long', async () => {
    const stream = await streamText(new JsonStream((sink) => writeLong(sink, 30)), around, note)
    if (!(stream instanceof Readable)) throw new Error('no stream')
    const { result } = JSON.parse(await read(stream))
    expect(result.length).toBeGreaterThanOrEqual(30 * MB)
  })

  test.runIf(FULL)("is produced at the reader's pace", async () => {
    let written = 0
    const stream = await streamText(
      new JsonStream((sink) =>
        writeLong(
          {
            write(text) {
              written += text.length
              sink.write(text)
            },
            get isFull() {
              return sink.isFull
            },
            drained: () => sink.drained(),
          },
          200,
        ),
      ),
      around,
      note,
    )
    await setTimeout(200)
    expect(written).toBeLessThan(20 * MB)
    if (stream instanceof Readable) stream.destroy()
  })

  test('stops its producer when the reader stops', async () => {
    let ending: unknown
    const stream = await streamText(
      new JsonStream(async (sink) => {
        try {
          await writeLong(sink, 100)
        } catch (error) {
          ending = error
          throw error
        }
      }),
      around,
      note,
    )
    failures.length = 0
    if (stream instanceof Readable) stream.destroy()
    await setTimeout(50)
    expect(ending).toBeInstanceOf(ReaderClosedError)
    expect(failures).toEqual([])
  })

  test('fails like other results while it is buffered', async () => {
    const stream = new JsonStream(async (sink) => {
      await writeLong(sink, 1)
      throw new Error('too late')
    })
    await expect(streamText(stream, around, note)).rejects.toThrow('too late')
  })

  test('breaks off if it fails after a part was sent', async () => {
    failures.length = 0
    const stream = await streamText(
      new JsonStream(async (sink) => {
        await writeLong(sink, 20)
        throw new Error('too late')
      }),
      around,
      note,
    )
    if (!(stream instanceof Readable)) throw new Error('no stream')
    await expect(read(stream)).rejects.toThrow('too late')
    expect(failures).toEqual([new Error('too late')])
  })

  test('has a limit in memory', async () => {
    const long = stringifyResult(new JsonStream((sink) => writeLong(sink, 300)))
    await expect(long).rejects.toBeInstanceOf(TraceError)
  })
})

describe('a result with a long list', () => {
  const list = Array.from({ length: 1001 }, (_, i) => ({ i, text: 'é' }))

  test.each([
    ['a list', list],
    ['an object', { output: '0x', none: null, trace: list, short: [1, [2]] }],
  ])('%s is the same in pieces', async (_name, result) => {
    const stream = toJsonStream(result)
    if (stream === undefined) throw new Error('not in pieces')
    expect(await stringifyResult(stream)).toBe(JSON.stringify(result))
  })

  test('other results are written at once', () => {
    for (const result of [null, 'x', 5, [], {}, list.slice(1), { list: list.slice(1) }]) {
      expect(toJsonStream(result)).toBeUndefined()
    }
  })
})
