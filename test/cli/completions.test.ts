import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { commands } from '../../src/cli/commands/commands.ts'
import { completions } from '../../src/cli/commands/completions.ts'
import { optionNames, options } from '../../src/node/options/config.ts'

const folder = mkdtempSync(join(tmpdir(), 'rockpool-completions-'))
mkdirSync(join(folder, 'chain'))
writeFileSync(join(folder, 'charm.json'), '')
writeFileSync(join(folder, 'my genesis.json'), '')
mkdirSync(join(folder, 'my chain'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What bash offers for the last of these words. */
function offered(...words: string[]): string[] {
  const quoted = ['rockpool', ...words].map((word) => `'${word}'`).join(' ')
  const script = `${completions('bash', commands)}
    COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _rockpool; printf '%s\\n' "\${COMPREPLY[@]}"`
  const output = execFileSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' })
  return output.split('\n').filter((line) => line !== '')
}

test.each([
  [['--block-ti'], ['--block-time', '--block-timestamp-interval']],
  [['--no-c'], ['--no-console-log', '--no-cors', '--no-create2']],
  [['verif'], ['verify-proof']],
  [['--port', ''], []],
  [
    ['--order', ''],
    ['fees', 'fifo'],
  ],
  [['--hardfork', 'sha'], ['shanghai']],
  [['--db', 'ch'], ['chain']],
  [
    ['--genesis', 'ch'],
    ['chain', 'charm.json'],
  ],
  [
    ['--genesis', 'my'],
    ['my chain', 'my genesis.json'],
  ],
  [['--db', 'my'], ['my chain']],
  [['-q', '--silen'], ['--silent']],
  [['config', ''], ['print']],
  [['config', 'print', '--js'], ['--json']],
  [['config', 'print', '--chain-'], ['--chain-id']],
  [
    ['export', '--he'],
    ['--height', '--help'],
  ],
  [['completions', 'f'], ['fish']],
  [['det'], []],
  [['--det'], ['--deterministic']],
  [['--log-'], ['--log-file']],
  [['help', 'ver'], ['verify-proof']],
])('bash completes %j to %j', (words, expected) => {
  expect(offered(...words).toSorted()).toEqual(expected)
})

test('fish and zsh complete every flag', () => {
  const [fish, zsh] = [completions('fish', commands), completions('zsh', commands)]
  for (const name of optionNames) {
    expect(fish).toContain(`-l ${options[name].flag} `)
    expect(zsh).toContain(`--${options[name].flag} `)
  }
})
