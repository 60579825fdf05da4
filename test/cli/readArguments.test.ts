import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { commands } from '../../src/cli/commands/commands.ts'
import { describeFailure } from '../../src/cli/failure.ts'
import { helpOf, readArguments } from '../../src/cli/settings/readArguments.ts'
import { optionNames, options, readConfig } from '../../src/node/options/config.ts'
import { optionGroups } from '../../src/node/options/optionGroups.ts'
import { unsupportedOptions } from '../../src/node/unsupportedOptions.ts'

function configOf(...args: string[]) {
  const request = readArguments(args)
  if (request.kind !== 'node') throw new Error('expected a node')
  return readConfig(request.given)
}

function failureOf(...args: string[]) {
  try {
    const request = readArguments(args)
    if (request.kind === 'node') readConfig(request.given)
    return undefined
  } catch (error) {
    return describeFailure(error, 'file')
  }
}

describe('readArguments', () => {
  test('returns the defaults without arguments', () => {
    expect(configOf()).toMatchObject({ port: 8545, given: new Set() })
  })

  test.each([
    [['--port', '1', '--host', '::1'], { port: 1, host: '::1' }],
    [['-p', '1', '-a', '2'], { port: 1, accounts: 2 }],
    [['--port=1'], { port: 1 }],
    [['--hostname', '0.0.0.0'], { host: '0.0.0.0' }],
    [['--init', 'a.json'], { genesis: 'a.json' }],
    [['--genesis', 'a.json', '--init', 'b.json'], { genesis: 'b.json' }],
    [['--miner.blockTime', '2', '--miner.blockGasLimit', '30'], { blockTime: 2, gasLimit: 30n }],
    [['--wallet.totalAccounts', '3', '--chain.hardfork', 'berlin'], { accounts: 3 }],
    [
      ['--wallet.defaultBalance', '2', '--logging.quiet'],
      { balance: 2n * 10n ** 18n, silent: true },
    ],
    [
      ['--miner.defaultGasPrice', '7', '--miner.callGasLimit', '8'],
      { gasPrice: 7n, callGasCap: 8n },
    ],
    [['-q'], { silent: true }],
    [['--allow-host', 'Node.Example,*'], { allowHost: ['node.example', '*'] }],
    [['--allow-host', 'bücher.example'], { allowHost: ['xn--bcher-kva.example'] }],
    [['--quiet'], { silent: true }],
    [['--silent'], { silent: true }],
    [['--no-cors'], { allowOrigin: [] }],
    [['--allow-origin', 'http://a'], { allowOrigin: ['http://a'] }],
    [['--no-cors', '--allow-origin', 'http://a'], { allowOrigin: ['http://a'] }],
    [['--block-base-fee-per-gas', '0'], { blockBaseFeePerGas: 0n }],
    [['--base-fee', '7', '--fixed-base-fee'], { blockBaseFeePerGas: 7n, fixedBaseFee: true }],
  ])('reads %j', (args, expected) => {
    expect(configOf(...args)).toMatchObject(expected)
  })

  test.each([
    [['--prot', '1'], /--prot.*Did you mean --port\?/],
    [['--rpc-port', '1'], /^unknown option '--rpc-port'\. Did you mean --port\?$/],
    [['--http-port=1'], /Did you mean --port\?$/],
    [['--compat', 'hardat'], /got "hardat"\); did you mean hardhat\?$/],
    [['--hardfork', 'pargue'], /got "pargue"\); did you mean prague\?$/],
    [['--hardfork', 'newest'], /got "newest"\)$/],
    [['snapshot', 'list'], /^unknown command 'snapshot list': .*\. Did you mean snapshot ls\?$/],
    [['snapshot', 'delete', 'a'], /Did you mean snapshot rm\?$/],
    [['snap'], /^unknown command 'snap'\. Did you mean snapshot\?$/],
    [['--optimism'], /--optimism.*--help/],
    [['--fork-url', 'ipc://a'], /^--fork-url: the scheme must be http or https, not ipc/],
    [['--fork-header', 'secret'], /^--fork-header: must be headers such as "Name: value"$/],
    [['--port'], /--port/],
    [['--port', 'x'], /^--port: must be .*"x"/],
    [['--mnemonic', 'a b'], /^--mnemonic: /],
    [
      ['extra'],
      /^unexpected argument 'extra': commands are [a-z, -]+; a mnemonic or a name with spaces needs quotes\. See rockpool --help\.$/,
    ],
    [
      ['--mnemonic', 'test', 'test', 'junk'],
      /^unexpected argument 'test': commands are .*; a mnemonic/,
    ],
    [['exprt', 'file'], /^unknown command 'exprt'\. Did you mean export\?$/],
    [['config', 'prnt'], /^unknown command 'config prnt': .*\. Did you mean config print\?$/],
    [['--allow-host', 'http://x'], /^--allow-host: must be host names/],
    [['--allow-host', 'a.example:80'], /^--allow-host: must be host names/],
    [['--allow-host', 'a.example/b'], /^--allow-host: must be host names/],
    [['a\nb'], /^unexpected argument 'a b'/],
    [['config'], /^config needs a subcommand: available are config print\. See rockpool --help\.$/],
    [
      ['config', 'show'],
      /^unknown command 'config show': available are config print\. Did you mean config print\?$/,
    ],
    [['config', 'other'], /available are config print\. See rockpool --help\.$/],
    [['config', 'print', '--prot', '1'], /--prot.*Did you mean --port\?/],
    [['--db', 'chain', 'export', 'file'], /^--db must follow export\. See rockpool --help\.$/],
    [['--port', '1', 'export', 'file'], /^--port is not an option of export\./],
  ])('refuses %j', (args, message) => {
    const failure = failureOf(...args)
    expect(failure?.message).toMatch(message)
    expect(failure?.message).not.toContain('\n')
    expect(failure?.exitCode).toBe(2)
  })

  test("reads mining options under Anvil's names", () => {
    expect(configOf('--no-mining')).toMatchObject({ noMining: true, blockTime: undefined })
    expect(configOf('-b', '0.4', '--mixed-mining', '--order', 'fifo')).toMatchObject({
      noMining: false,
      blockTime: 0.4,
      mixedMining: true,
      order: 'fifo',
    })
  })

  test('reads a command with its own options', () => {
    const request = readArguments(['verify-proof', 'a.json', '--state-root', '0x1'])
    expect(request).toMatchObject({
      kind: 'command',
      command: { name: 'verify-proof' },
      operands: ['a.json'],
      options: { stateRoot: '0x1' },
    })
    expect(configOf('--client-version', 'verify-proof').clientVersion).toBe('verify-proof')
  })

  test.each(unsupportedOptions)('explains why --$flag has no effect', (option) => {
    const { flag, short = flag, takesValue, sentence, isIgnored = false } = option
    const message = `--${flag} ${sentence}. See rockpool --help.`
    const expected = isIgnored ? undefined : expect.objectContaining({ message, exitCode: 2 })
    const value = takesValue ? ['value'] : []
    expect(failureOf(`--${flag}`)).toEqual(expected)
    expect(failureOf('--port', '1', `--${flag}`, ...value)).toEqual(expected)
    if (short !== flag) expect(failureOf(`-${short}`, ...value)).toEqual(expected)
    if (takesValue) expect(failureOf(`--${flag}=1`)).toEqual(expected)
  })

  test.each([[['--help']], [['-h']], [['--port', '1', '--help']]])(
    'shows the help for %j',
    (args) => {
      const request = readArguments(args)
      const text = request.kind === 'help' ? request.text : ''
      for (const name of optionNames) expect(text).toContain(`--${options[name].flag}`)
      for (const names of ['--genesis, --init <file>', '--host, --hostname <address>']) {
        expect(text).toContain(names)
      }
      expect(text.match(/^\S.*:$/gm)).toEqual([
        ...[...optionGroups.keys()].map((group) => `${group}:`),
        'Options:',
        'Commands:',
        'Examples:',
      ])
      for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
      expect(text).toContain('-q, --silent, --quiet, --logging.quiet')
      expect(text).toContain('--block-base-fee-per-gas, --base-fee <wei>')
      expect(text.replaceAll(/\s+/g, ' ')).toContain('--reference Execute with @ethereumjs/evm')
      for (const { flag } of unsupportedOptions) expect(text).not.toContain(`--${flag} `)
    },
  )
})

describe('help', () => {
  const { load } = commands.find(({ name }) => name === 'help') ?? {}
  async function help(...operands: string[]) {
    let text = ''
    const print = (more: string) => {
      text += more
    }
    try {
      await (await load?.(helpOf))?.({ operands, options: {}, given: {}, print })
      return text
    } catch (error) {
      return describeFailure(error, '')
    }
  }
  const shown = (...args: string[]) => {
    const request = readArguments([...args, '--help'])
    return request.kind === 'help' ? request.text : undefined
  }

  test.each([[[]], [['export']], [['config', 'print']], [['config']]])(
    'of %j equals --help',
    async (words) => {
      expect(await help(...words)).toBe(shown(...words))
    },
  )

  test('summarises groups of commands', async () => {
    expect(await help()).toMatch(/^ +snapshot +Manage the snapshots of a running node$/m)
  })

  test.each([
    [['exprt'], "unknown command 'exprt': did you mean export?"],
    [['config', 'prnt'], "unknown command 'config prnt': did you mean config print?"],
    [['snap'], "unknown command 'snap': did you mean snapshot?"],
    [['snapshot', 'list'], "unknown command 'snapshot list': did you mean snapshot ls?"],
    [['co'], /^unknown command 'co': commands are init, /],
    [['export', 'x'], /^unknown command 'export x': /],
    [['everything'], /^unknown command 'everything': commands are init, .*, completions$/],
  ])('rejects %j', async (words, message) => {
    const expected = typeof message === 'string' ? message : expect.stringMatching(message)
    expect(await help(...words)).toMatchObject({ message: expected, exitCode: 2 })
  })
})

test('an option that npm start kept for itself is explained', () => {
  vi.stubEnv('npm_lifecycle_event', 'start')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(() => readArguments(['9000'])).toThrow(
    /^unexpected argument '9000': npm passes options on after --, as in npm start -- --port 9000\./,
  )
})
