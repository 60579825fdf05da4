/** One request and its answer, as the lines of a transcript give them. */
export interface Exchange {
  readonly request: string
  /** Empty: no answer. */
  readonly response: string
}

/**
 * Reads a transcript in the format of execution-apis: `>>` a request, `<<` its answer, `//` a comment. A request without
 * an answer is a notification.
 */
export function parseTranscript(text: string): readonly Exchange[] {
  const exchanges: { request: string; response: string }[] = []
  for (const line of text.split('\n')) {
    if (line.startsWith('>> ')) exchanges.push({ request: line.slice(3), response: '' })
    const last = exchanges.at(-1)
    if (line.startsWith('<< ') && last !== undefined) last.response = line.slice(3)
  }
  return exchanges
}

/** The transcript with other answers. */
export function rewriteTranscript(text: string, responses: readonly string[]): string {
  let next = 0
  return text
    .split('\n')
    .filter((line) => !line.startsWith('<< '))
    .flatMap((line) => {
      if (!line.startsWith('>> ')) return [line]
      const response = responses[next++] ?? ''
      return response === '' ? [line] : [line, `<< ${response}`]
    })
    .join('\n')
}
