const HEAD = '{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"'
const MIDDLE = '","result":'
const TAIL = '}}'
/** A text message in one frame: https://www.rfc-editor.org/rfc/rfc6455#section-5.2 */
const TEXT = 0x81

/**
 * Creates the WebSocket frame of a notification. Not by the library, so that one copy of the bytes
 * serves thousands of clients.
 *
 * @param id of the subscription, in ASCII
 * @param result JSON
 */
export function notificationFrame(id: string, result: Uint8Array): Buffer {
  const before = HEAD + id + MIDDLE
  const length = before.length + result.length + TAIL.length
  const headLength = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(headLength + length)
  frame[0] = TEXT
  if (length < 126) {
    frame[1] = length
  } else if (length < 65_536) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(before, headLength, 'latin1')
  frame.set(result, headLength + before.length)
  frame.write(TAIL, frame.length - TAIL.length, 'latin1')
  return frame
}
