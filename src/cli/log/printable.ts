const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu

/**
 * Text that a stranger may have written, such as what a contract says, for a terminal: what would move its cursor, colour it or turn
 * its text around is shown as an escape, `\u001b`. Ends of lines and tabs stay.
 */
export function printable(text: string): string {
  return text.replaceAll(CONTROLS, (control) =>
    control === '\n' || control === '\t' ? control : escapeOf(control),
  )
}

/** The same for what is to be on one line: spaces in the place of all that is no part of one. */
export function onOneLine(text: string): string {
  return text.replaceAll(/[\p{C}\u2028\u2029]+/gu, ' ')
}

/** JSON text whose strings have none of these characters in them, and mean the same. */
export function printableJson(json: string): string {
  return json.replaceAll(CONTROLS, escapeOf)
}

function escapeOf(control: string): string {
  return `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`
}
