import { expect, test } from 'vitest'
import { networkOptions } from '../../src/cli/commands/networkOptions.ts'
import { requireNetworkOptions } from '../../src/cli/run/runNetwork.ts'
import { helpOf } from '../../src/cli/settings/readArguments.ts'
import { type OptionName, optionNames, options, readConfig } from '../../src/node/options/config.ts'
import { optionGroups } from '../../src/node/options/optionGroups.ts'

/** Groups of options that decide on the chain, except for the ones that all nodes may differ in. */
const decisive: Readonly<Record<string, readonly OptionName[]>> = {
  Chain: ['genesis', 'reference'],
  Fork: [],
  'Mining and time': [],
  Accounts: ['accounts', 'account', 'mnemonic', 'derivationPath'],
  State: ['db', 'dbSync', 'keep', 'noAddressIndex'],
}

function check(name: OptionName): void {
  requireNetworkOptions({
    config: { ...readConfig(), given: new Set([name]) },
    nameOf: () => undefined,
  })
}

test('every option of a node is either in the help of abci or refused there', () => {
  const help = helpOf(['abci'])
  const isInHelp = (flag: string) => new RegExp(`--${flag}(?![\\w-])`).test(help)
  for (const name of optionNames) {
    const { flag } = options[name]
    expect([flag, isInHelp(flag)]).toEqual([flag, networkOptions.includes(name)])
    if (networkOptions.includes(name)) check(name)
    else {
      expect(() => check(name)).toThrow(
        `--${flag}: not with rockpool abci, where the network decides it`,
      )
    }
  }
})

test('abci takes accounts without balances', () => {
  const key = `0x${'1'.padStart(64, '0')}`
  const given = (account: string, source?: string) => () =>
    requireNetworkOptions({ config: readConfig({ account }), nameOf: () => source })
  expect(given(key)).not.toThrow()
  const message = ': no balances with rockpool abci, where the network decides'
  expect(given(`${key},5`)).toThrow(`--account${message}`)
  expect(given(`${key},5`, 'a.json: accounts')).toThrow(`a.json: accounts${message}`)
})

test('abci takes no option that changes the chain', () => {
  for (const [group, allowed] of Object.entries(decisive)) {
    const taken = optionGroups.get(group)?.filter((name) => networkOptions.includes(name))
    expect([group, taken?.toSorted()]).toEqual([group, allowed.toSorted()])
  }
  const ports: readonly OptionName[] = ['cometPort', 'restPort']
  expect(networkOptions.filter((name) => ports.includes(name))).toEqual([])
})
