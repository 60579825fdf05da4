// Many clients that subscribe to heads: [port, clients, heads]. Says when all are subscribed, and when all were told all heads.
import { connect } from 'node:net'

const [port = 0, clients = 0, heads = 0] = process.argv.slice(2).map(Number)
const HANDSHAKE =
  'GET / HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n'
const SUBSCRIBE = Buffer.from('{"id":1,"method":"eth_subscribe","params":["newHeads"]}')
/** A text frame, masked with zeros. */
const REQUEST = Buffer.concat([Buffer.from([0x81, 0x80 | SUBSCRIBE.length, 0, 0, 0, 0]), SUBSCRIBE])

let subscribed = 0
let done = 0
let bytes = 0
for (let i = 0; i < clients; i++) {
  const socket = connect(port, '127.0.0.1')
  let isOpen = false
  let frames = 0
  let rest: Buffer = Buffer.alloc(0)
  socket.write(HANDSHAKE)
  socket.on('data', (data: Buffer) => {
    bytes += data.length
    if (!isOpen) {
      isOpen = true
      socket.write(REQUEST)
      return
    }
    rest = rest.length === 0 ? data : Buffer.concat([rest, data])
    for (let size = frameSize(rest); size <= rest.length; size = frameSize(rest)) {
      rest = rest.subarray(size)
      frames++
      if (frames === 1 && ++subscribed === clients) process.send?.({ bytes })
      if (frames === heads + 1 && ++done === clients) process.send?.({ bytes })
    }
  })
}

/** Bytes of the frame that comes next; infinite where that cannot be told yet. */
function frameSize(bytes: Buffer): number {
  const length = (bytes[1] ?? 127) & 0x7f
  if (bytes.length < 4 || length === 127) return Number.POSITIVE_INFINITY
  return length === 126 ? 4 + bytes.readUInt16BE(2) : 2 + length
}
