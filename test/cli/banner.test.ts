import { describe, expect, test } from 'vitest'
import { type BannerFacts, createBanner } from '../../src/cli/log/banner.ts'
import { deriveDevAccounts } from '../../src/node/accounts/devAccounts.ts'
import { readConfig } from '../../src/node/options/config.ts'

const config = readConfig({ accounts: 2 })
const facts: BannerFacts = {
  version: '1.2.3',
  accounts: deriveDevAccounts(config).map((account) => ({ ...account, balance: config.balance })),
  accountsWanted: 2,
  bech32Prefix: 'sei',
  denomination: 'usei',
  mnemonic: config.mnemonic,
  derivationPath: config.derivationPath,
  chainId: 713714n,
  nativeChainId: 'rockpool-713714',
  hardfork: 'prague',
  baseFee: 1_000_000_000n,
  gasLimit: 100_000_000n,
  genesis: { timestamp: 1_735_689_600n, number: 0, hash: '0xabc' },
}

describe('createBanner', () => {
  test("has Anvil's headings in their order", () => {
    const headings = createBanner(facts).match(/^.+(?=\n=+$)/gm)
    expect(headings).toEqual([
      'Available Accounts',
      'Private Keys',
      'Wallet',
      'Chain ID',
      'Native Chain ID',
      'Hardfork',
      'Base Fee',
      'Gas Limit',
      'Genesis Timestamp',
      'Genesis Number',
      'Genesis Hash',
    ])
  })

  test('shows the remote chain of a fork, without native names if it has none', () => {
    const fork = { url: 'http://a/v2/***', block: 7, hash: '0xdef', chainId: 1n }
    const text = createBanner({ ...facts, nativeChainId: undefined, fork })
    expect(text).toContain(
      'Fork\n==================\n\nEndpoint:          http://a/v2/***\nBlock number:      7\n',
    )
    expect(text).toContain('(0) 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 (10000 ETH)\n')
    expect(text).not.toMatch(/sei1|Native Chain ID/)
  })

  test('shows both addresses and the key of an account, and warns that the key is public', () => {
    const lines = createBanner(facts).split('\n')
    expect(lines).toContain(
      '(0) 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 (10000 SEI) sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc',
    )
    expect(lines).toContain(
      '(1) 0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
    )
    expect(createBanner(facts)).toContain('keys are public')
  })

  test('shows fractions of coins, and coins without a name', () => {
    const [account] = facts.accounts
    const accounts = account ? [{ ...account, balance: 15n * 10n ** 17n }] : []
    const banner = createBanner({ ...facts, accounts, denomination: 'grain', bech32Prefix: 'rock' })
    expect(banner).toContain('(1.5 coins) rock1')
  })

  test('shows unusual settings', () => {
    const database = { directory: 'chain', height: 7 }
    const legacyMethods = ['sei_a', 'sei_b', 'sei_c', 'sei_d', 'sei_e', 'sei_f', 'sei_g']
    const banner = createBanner({ ...facts, database, keep: 128, legacyMethods })
    expect(banner.split(/\n\n/).slice(-7)).toEqual([
      'Database\n==================',
      'chain at block 7',
      'State Kept\n==================',
      'of the latest 128 blocks',
      'Legacy Methods\n==================',
      'sei_a, sei_b, sei_c, sei_d, sei_e and 2 more',
      '',
    ])
    expect(createBanner({ ...facts, legacyMethods: [] })).toMatch(/Legacy Methods\n=+\n\nnone\n/)
  })

  test.each([
    [2, 'The genesis funds no account of the mnemonic. eth_accounts is empty.'],
    [0, 'No development accounts. eth_accounts is empty.'],
  ])('explains why no account is shown of %i, without keys', (wanted, line) => {
    const banner = createBanner({ ...facts, accounts: [], accountsWanted: wanted })
    expect(banner.split('\n\n').slice(0, 3)).toEqual([
      'rockpool 1.2.3',
      line,
      'Chain ID\n==================',
    ])
    expect(banner).not.toMatch(/keys|Mnemonic:|test test/i)
    expect(banner).toContain('713714')
  })
})
