import type { IncomingMessage } from 'node:http'

/** Returns whether a request declares a body of more than `limit` bytes. */
export function announcesMore({ headers }: IncomingMessage, limit: number): boolean {
  return Number(headers['content-length']) > limit
}

/**
 * Reads a body as text of any declared type; dispatch rejects what is not JSON.
 *
 * @param done called with the text, or with undefined when it exceeds `limit`; not called if the
 *   client disconnects
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  done: (text: string | undefined) => void,
): void {
  let first: Buffer | undefined
  let rest: Buffer[] | undefined
  let bytes = 0
  const read = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > limit) {
      request.off('data', read)
      request.off('end', end)
      // The rest is read and dropped, so that the client reads the response.
      request.resume()
      done(undefined)
      return
    }
    if (first === undefined) first = chunk
    else if (rest === undefined) rest = [first, chunk]
    else rest.push(chunk)
  }
  const end = () => {
    // Joined first, because a character may be split.
    const body = rest === undefined ? first : Buffer.concat(rest, bytes)
    done(body === undefined ? '' : body.toString('utf8'))
  }
  request.on('data', read)
  request.on('end', end)
}
