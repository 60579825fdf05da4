import { expect, test } from 'vitest'
import { encodeFrame, FrameReader } from '../../src/tracers/javascript/frames.ts'

const messages = [
  { kind: 'row', id: '' },
  new Map([[1n << 200n, Uint8Array.of(1, 2, 3)]]),
  undefined,
  'ä\ud83d'.repeat(1000),
]
const bytes = Buffer.concat(messages.map(encodeFrame))

test.each([1, 2, 3, 5, 7, 64, 1001, bytes.length])('in pieces of %i bytes', (size) => {
  const reader = new FrameReader()
  const heard: unknown[] = []
  for (let at = 0; at < bytes.length; at += size) {
    heard.push(...reader.read(bytes.subarray(at, at + size), 10_000))
  }
  expect(heard).toEqual(messages)
})

test('rejects an excessive length before the body arrives', () => {
  const frame = encodeFrame('x'.repeat(100))
  expect(() => new FrameReader().read(frame.subarray(0, 4), 100)).toThrow('a message of')
  expect(new FrameReader().read(frame, frame.length - 4)).toEqual(['x'.repeat(100)])
})

test('invalid message', () => {
  expect(() => new FrameReader().read(Buffer.from('02000000ffff7f', 'hex'), 10)).toThrow()
})

test('values that cannot be cloned', () => {
  expect(() => encodeFrame(() => 1)).toThrow('could not be cloned')
})
