/** Column of the descriptions. */
const COLUMN = 30
/** Column in a narrow terminal. */
const NARROW_COLUMN = 6
const NARROW = 70

/** Examples at the end of the help. */
export const HELP_EXAMPLES = `
Examples:
  rockpool --port 9000 --accounts 3 --block-time 0.4
  rockpool --db ./chain --keep 128
`

/**
 * Formats a line of the help: a short term and the description side by side, a long term alone.
 *
 * @param width of the terminal
 */
export function formatItem(term: string, description: string, width: number): string {
  const column = width < NARROW ? NARROW_COLUMN : COLUMN
  const indent = ' '.repeat(column)
  const lines = wrap(description, width - column)
  const isShort = term.length + 4 <= column
  const first = isShort ? `  ${term}`.padEnd(column) + (lines.shift() ?? '') : `  ${term}`
  return [first.trimEnd(), ...lines.map((line) => indent + line)].join('\n')
}

/** Breaks text between words, and lists of names after a comma. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const part of text.split(/(?<=\s)|(?<=,)(?=\S)/)) {
    if (line !== '' && (line + part).trimEnd().length > width) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += part
  }
  if (line !== '') lines.push(line.trimEnd())
  return lines
}
