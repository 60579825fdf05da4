import { expect, test } from 'vitest'
import { passagesOf } from '../scripts/prosePassages.js'
import { PHRASES } from '../scripts/prosePhrases.js'

const kinds = (file: string, source: string) =>
  passagesOf(file, source).map(({ kind, line, text }) => [kind, line, text.trim()])

test('finds comments, titles and strings of code with their lines', () => {
  const source = [
    '// First line',
    '// and second line.',
    'const pattern = /["`]/',
    "test('rejects an empty list of names', () => {})",
    "fail('the name of the file is missing')",
    '/** Returns `code` and {@link other}. @throws Error if it fails */',
  ].join('\n')
  expect(kinds('a.ts', source)).toEqual([
    ['comment', 1, 'First line  and second line.'],
    ['title', 4, 'rejects an empty list of names'],
    ['string', 5, 'the name of the file is missing'],
    ['comment', 6, 'Returns X1 and X2. . Error if it fails'],
  ])
})

test('measures paragraphs of Markdown, but not code, rows or links', () => {
  const long = 'word '.repeat(30)
  const source = [long, '', '```sh', long, '```', '', `| ${long} |`, '', `[a](b) ${long}`].join(
    '\n',
  )
  const columns = passagesOf('a.md', source).map((passage) => passage.columns)
  expect(columns).toEqual([long.length, 0, 0])
})

test.each([
  ['the reader is told of the block', true],
  ['a value that is no address', true],
  ['undefined: none', true],
  ['there is no address', false],
  ['Returns the balance of an account.', false],
])('the phrases of the prose check match "%s": %s', (text, isFound) => {
  expect(PHRASES.some(([pattern]) => pattern.test(text))).toBe(isFound)
})
