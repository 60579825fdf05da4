import { expect, test } from 'vitest'
import { usedCommand } from '../../src/cli/run/usedCommand.ts'
import { formatItem } from '../../src/cli/settings/helpFormat.ts'

test.each([
  ['/usr/local/bin/rockpool', {}, 'rockpool'],
  ['/app/bin/rockpool.js', {}, 'node bin/rockpool.js'],
  ['/opt/rock pool/bin/rockpool.js', {}, "node '/opt/rock pool/bin/rockpool.js'"],
  [
    '/home/a/.npm/_npx/1/node_modules/.bin/rockpool',
    { npm_lifecycle_event: 'npx' },
    'npx rockpool',
  ],
  [
    '/app/bin/rockpool.js',
    { npm_lifecycle_event: 'start', npm_package_name: 'rockpool' },
    'npm start --',
  ],
  [
    '/app/node_modules/.bin/rockpool',
    { npm_lifecycle_event: 'start', npm_package_name: 'dapp' },
    'rockpool',
  ],
])('%s with %j is shown as %s', (script, environment, command) => {
  expect(usedCommand({ script, folder: '/app', environment })).toBe(command)
})

test('a short term and its description are side by side, a long term is alone', () => {
  const indent = ' '.repeat(30)
  expect(formatItem('--json', 'Print JSON', 80)).toBe(`${'  --json'.padEnd(30)}Print JSON`)
  expect(formatItem('x'.repeat(26), 'Print', 80)).toBe(`  ${'x'.repeat(26)}  Print`)
  expect(formatItem('x'.repeat(27), 'Print', 80)).toBe(`  ${'x'.repeat(27)}\n${indent}Print`)
})

test('descriptions break between words and after commas', () => {
  const words = formatItem('a', `${'word '.repeat(10)}end`, 80).split('\n')
  expect(words).toEqual([`${'  a'.padEnd(30)}${'word '.repeat(10).trim()}`, `${' '.repeat(30)}end`])
  const list = `default: ${'n'.repeat(30)},${'m'.repeat(30)}`
  const lines = formatItem('a', list, 80).split('\n')
  expect(lines).toHaveLength(2)
  expect(formatItem('a', 'one, two; three, or four', 80)).toContain('one, two; three, or four')
  expect(lines.map((line) => line.trim()).join('')).toContain(`${'n'.repeat(30)},${'m'.repeat(30)}`)
  for (const width of [40, 69, 70, 120]) {
    for (const line of formatItem('--term <value>', list.replaceAll(',', ', '), width).split(
      '\n',
    )) {
      expect(line.length).toBeLessThanOrEqual(width)
    }
  }
})
