import { describe, expect, test } from 'vitest'
import { describeFailure } from '../../src/cli/failure.ts'
import { readArguments } from '../../src/cli/readArguments.ts'
import { optionNames, options } from '../../src/node/config.ts'

function configOf(...args: string[]) {
  const request = readArguments(args)
  if (request.kind !== 'node') throw new Error('expected a node')
  return request.config
}

function failureOf(...args: string[]) {
  try {
    readArguments(args)
    return undefined
  } catch (error) {
    return describeFailure(error, 'file')
  }
}

describe('readArguments', () => {
  test('reads nothing as the defaults', () => {
    expect(configOf()).toMatchObject({ port: 8545, given: new Set() })
  })

  test.each([
    [['--port', '1', '--host', '::1'], { port: 1, host: '::1' }],
    [['-p', '1', '-a', '2'], { port: 1, accounts: 2 }],
    [['--port=1'], { port: 1 }],
    [['--hostname', '0.0.0.0'], { host: '0.0.0.0' }],
    [['--init', 'a.json'], { genesis: 'a.json' }],
    [['--genesis', 'a.json', '--init', 'b.json'], { genesis: 'b.json' }],
    [['-q'], { silent: true }],
    [['--quiet'], { silent: true }],
    [['--silent'], { silent: true }],
    [['--no-cors'], { allowOrigin: false }],
    [['--allow-origin', 'http://a'], { allowOrigin: 'http://a' }],
    [['--no-cors', '--allow-origin', 'http://a'], { allowOrigin: 'http://a' }],
    [['--block-base-fee-per-gas', '0'], { blockBaseFeePerGas: 0n }],
    [['--base-fee', '7', '--fixed-base-fee'], { blockBaseFeePerGas: 7n, fixedBaseFee: true }],
  ])('reads %j', (args, expected) => {
    expect(configOf(...args)).toMatchObject(expected)
  })

  test.each([
    [['--prot', '1'], /--prot.*Did you mean --port\?/],
    [['--fork-url', 'http://a'], /--fork-url.*--help/],
    [['--port'], /--port/],
    [['--port', 'x'], /^--port: want .*"x"/],
    [['--mnemonic', 'a b'], /^--mnemonic: /],
    [['start'], /too many arguments/],
  ])('refuses %j', (args, message) => {
    const failure = failureOf(...args)
    expect(failure?.message).toMatch(message)
    expect(failure?.message).not.toContain('\n')
    expect(failure?.exitCode).toBe(2)
  })

  test.each([[['--help']], [['-h']], [['--port', '1', '--help']]])(
    'shows the help for %j',
    (args) => {
      const request = readArguments(args)
      const text = request.kind === 'help' ? request.text : ''
      for (const name of optionNames) expect(text).toContain(`--${options[name].flag}`)
      expect(text).not.toContain('--init')
    },
  )
})
