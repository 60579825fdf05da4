import jsTokens from 'js-tokens'

/**
 * Makes a script of a bundle of CommonJS, for `src/cli/launch/loadBundle.ts`:
 * - its value is a function with the parameters of a CommonJS module. With `require` the function
 *   is called, so that the script is a module, too;
 * - `import()` is another parameter, because a script from V8's cache lacks it in Node.js 20;
 * - it is without comments and indentation, a quarter of it;
 * - it is ASCII, so that it can be read as Latin-1, which is faster than UTF-8.
 *
 * @throws Error if more than comments is not ASCII: esbuild escapes strings and names, but not
 *   regular expressions
 */
export function cacheableScript(code) {
  const body = withoutIndentation(withoutImports(withoutComments([...jsTokens(code)])))
    .map(({ value }) => value)
    .join('')
  const [foreign] = /^.*[^\0-\x7f].*$/m.exec(body) ?? []
  if (foreign !== undefined) throw new Error(`not ASCII, use escapes: ${foreign.trim()}`)
  return `(typeof module === 'object'
  ? (run) => run(exports, require, module, require('node:url').pathToFileURL(__filename).href,
      (name) => import(name))
  : (run) => run)(function (exports, require, module, rockpoolUrl, rockpoolImport) {
'use strict'
${body.trim()}
})
`
}

function withoutComments(tokens) {
  const kept = []
  for (const token of tokens) {
    const isComment = token.type === 'SingleLineComment' || token.type === 'MultiLineComment'
    if (!isComment) kept.push(token)
    // A line break in it can end a statement.
    else if (token.value.includes('\n')) kept.push({ type: 'LineTerminatorSequence', value: '\n' })
  }
  return kept.filter((token, i) => !(isSpace(token) && startsEmptyLine(kept, i)))
}

function withoutIndentation(tokens) {
  return tokens.filter(
    ({ type }, i) => type !== 'WhiteSpace' || tokens[i - 1]?.type !== 'LineTerminatorSequence',
  )
}

/** Whether the line break or white space is followed by nothing but a line break. */
function startsEmptyLine(tokens, i) {
  const next = tokens[i + 1]
  if (next?.type === 'LineTerminatorSequence') return true
  return next?.type === 'WhiteSpace' && tokens[i + 2]?.type === 'LineTerminatorSequence'
}

function withoutImports(tokens) {
  return tokens.map((token, i) => {
    const isImport = token.type === 'IdentifierName' && token.value === 'import'
    const isMethod = tokens[i - 1]?.value === '.'
    return isImport && !isMethod && tokens[i + 1]?.value === '('
      ? { ...token, value: 'rockpoolImport' }
      : token
  })
}

function isSpace({ type }) {
  return type === 'WhiteSpace' || type === 'LineTerminatorSequence'
}
