import type { JournalLine } from '../../rpc/replay/replay.ts'

/** Splits the text of a journal into its lines. */
export async function* journalLines(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<JournalLine, void, undefined> {
  const decoder = new TextDecoder()
  /** Parts of a line that is not whole yet: joined once, however long it is. */
  let parts: string[] = []
  for await (const piece of pieces) {
    const [first = '', ...more] = decoder.decode(piece, { stream: true }).split('\n')
    parts.push(first)
    for (const next of more) {
      yield { text: parts.join(''), isWhole: true }
      parts = [next]
    }
  }
  const text = parts.join('')
  if (text !== '') yield { text, isWhole: false }
}
