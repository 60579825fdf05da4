import type { FrameEnd, FrameStart } from '../../evm/run/observer.ts'
import { addressToBytes } from '../../primitives/address.ts'
import { bigIntToBytes, latin1ToBytes } from '../../primitives/encoding/bytes.ts'
import { ENTER, EXIT } from './sandbox/protocol.ts'

/** Encodes the start of a frame for the sandbox. */
export function writeEnter(frame: FrameStart, withInput: boolean): Uint8Array {
  const kind = latin1ToBytes(frame.kind)
  const inputLength = withInput ? frame.input.length : 0
  const bytes = new Uint8Array(ENTER.rest + kind.length + inputLength)
  const view = new DataView(bytes.buffer)
  view.setUint32(ENTER.depth, frame.depth, true)
  view.setUint32(ENTER.kindLength, kind.length, true)
  view.setUint32(ENTER.inputLength, inputLength, true)
  view.setFloat64(ENTER.gas, Number(frame.gas), true)
  bytes.set(addressToBytes(frame.from), ENTER.from)
  bytes.set(addressToBytes(frame.to), ENTER.to)
  bytes.set(bigIntToBytes(frame.value, 32), ENTER.value)
  bytes.set(kind, ENTER.rest)
  if (withInput) bytes.set(frame.input, ENTER.rest + kind.length)
  return bytes
}

/** Encodes the end of a frame for the sandbox. */
export function writeExit(end: FrameEnd): Uint8Array {
  const error = latin1ToBytes(end.error ?? '')
  const bytes = new Uint8Array(EXIT.rest + error.length + end.output.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(EXIT.depth, end.depth, true)
  view.setUint32(EXIT.errorLength, error.length, true)
  view.setUint32(EXIT.outputLength, end.output.length, true)
  view.setFloat64(EXIT.gasUsed, Number(end.gasUsed), true)
  bytes.set(error, EXIT.rest)
  bytes.set(end.output, EXIT.rest + error.length)
  return bytes
}
