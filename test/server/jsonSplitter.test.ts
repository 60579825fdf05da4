import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { JsonSplitter } from '../../src/server/ipc/jsonSplitter.ts'

const document = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()))

test.prop([
  fc.array(fc.tuple(document, fc.constantFrom('', '\n', ' \r\n\t')), { maxLength: 5 }),
  fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
])('gives back what was joined, however it is cut', (entries, cuts) => {
  const texts = entries.map(([json]) => JSON.stringify(json))
  const stream = Buffer.from(entries.map(([, space], i) => `${texts[i]}${space}`).join(''))
  const splitter = new JsonSplitter()
  const messages: string[] = []
  for (let at = 0; at < stream.length; ) {
    const { value: length } = cuts.next()
    messages.push(...splitter.push(stream.subarray(at, at + length)))
    at += length
  }
  expect(messages).toEqual(texts)
  expect(splitter.size).toBe(0)
})

test('treats other input as a message up to the end of the line', () => {
  const splitter = new JsonSplitter()
  expect(splitter.push(Buffer.from('hello "{'))).toEqual([])
  expect(splitter.size).toBe(8)
  expect(splitter.push(Buffer.from('\n{}]\n[]'))).toEqual(['hello "{\n', '{}', ']\n', '[]'])
})
