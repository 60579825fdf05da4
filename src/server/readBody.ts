import type { IncomingMessage } from 'node:http'

/** Whether a request says of its body that it has more bytes than `limit`. */
export function announcesMore({ headers }: IncomingMessage, limit: number): boolean {
  return Number(headers['content-length']) > limit
}

/**
 * Reads a body as text, whatever type it says it has: what is no JSON is answered by dispatch.
 *
 * @param done told of the text, or of undefined as soon as there are more bytes than `limit`; of nothing where the client goes
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
      // What comes yet is read and dropped, so that the client comes to read the answer.
      request.resume()
      done(undefined)
      return
    }
    if (first === undefined) first = chunk
    else if (rest === undefined) rest = [first, chunk]
    else rest.push(chunk)
  }
  const end = () => {
    const body = rest === undefined ? first : Buffer.concat(rest, bytes)
    done(body === undefined ? '' : body.toString('utf8'))
  }
  request.on('data', read)
  request.on('end', end)
}
