import type { IncomingMessage } from 'node:http'

/** Whether a request says of its body that it has more bytes than `limit`. */
export function announcesMore({ headers }: IncomingMessage, limit: number): boolean {
  return Number(headers['content-length']) > limit
}

/**
 * Reads a body as text, whatever type it says it has: what is no JSON is answered by dispatch.
 *
 * @param done told of the text, or of undefined as soon as there are more bytes than `limit`; of
 *   nothing where the client goes
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  done: (text: string | undefined) => void,
): void {
  const chunks: Buffer[] = []
  let bytes = 0
  const read = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > limit) {
      request.off('data', read)
      request.off('end', end)
      // What comes yet is read and dropped, so that the client comes to read the answer.
      request.resume()
      done(undefined)
      return
    }
    chunks.push(chunk)
  }
  // As one, for a character may be cut in two.
  const end = () => done(Buffer.concat(chunks, bytes).toString('utf8'))
  request.on('data', read)
  request.on('end', end)
}
