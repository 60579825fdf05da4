import { describe, expect, test } from 'vitest'
import { createAccessPolicy } from '../../src/server/http/accessPolicy.ts'

describe('origins', () => {
  const allows = (allowOrigin: readonly string[], origin: string | undefined) =>
    createAccessPolicy({ allowOrigin }).check({ origin, host: 'localhost' }) === undefined

  test.each([
    'http://localhost:3000',
    'https://localhost',
    'http://dapp.localhost:5173',
    'http://127.0.0.1:8080',
    'http://127.1:80',
    'http://[::1]:3000',
    'chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn',
    'moz-extension://1b6c0f0e-0000-0000-0000-000000000000',
    'safari-web-extension://1b6c0f0e-0000-0000-0000-000000000000',
    undefined,
  ])('local includes %s', (origin) => {
    expect(allows(['local'], origin)).toBe(true)
    expect(allows([], origin)).toBe(origin === undefined)
  })

  test.each([
    'https://evil.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://192.168.1.5:3000',
    'http://12.0.0.1',
    'http://128.0.0.1',
    'ftp://localhost',
    'ws://127.0.0.1:8545',
    'null',
    'file://',
    'evil',
    '',
  ])('local excludes %s', (origin) => {
    expect(allows(['local'], origin)).toBe(false)
    expect(allows(['*'], origin)).toBe(true)
  })

  test('an error names the option', () => {
    const policy = createAccessPolicy({ allowOrigin: [] })
    expect(policy.check({ origin: 'http://localhost' })).toMatch(
      /^origin not allowed: see --allow-origin$/,
    )
  })

  test('others match in any case', () => {
    const allowed = ['https://App.example', 'null']
    expect(allows(allowed, 'https://app.example')).toBe(true)
    expect(allows(allowed, 'null')).toBe(true)
    expect(allows(allowed, 'http://app.example')).toBe(false)
    expect(allows(allowed, 'http://localhost:3000')).toBe(false)
  })
})

describe('hosts', () => {
  const allows = (host: string | undefined, allowHost: readonly string[] = []) =>
    createAccessPolicy({ allowOrigin: ['*'], allowHost }).check({ host }) === undefined

  test.each([
    'localhost',
    'localhost:8545',
    'node.localhost:1',
    '127.0.0.1:8545',
    '192.168.1.5',
    '[::1]:8545',
    '[fe80::1]',
    'LOCALHOST',
    'LocalHost:8545',
    'localhost.',
    'localhost.:8545',
    'localhost:',
    '127.0.0.1.',
    '[::1]',
    '[::FFFF:127.0.0.1]:1',
    'rockpool:8545',
    'rockpool.',
    'rock_pool-1',
    undefined,
    '',
  ])('%s is accepted', (host) => {
    expect(allows(host)).toBe(true)
  })

  test.each([
    'evil.example',
    'evil.example:8545',
    '1.2.3.4.evil.example',
    'evil.example.',
    'evil.localhost.example',
  ])('%s is accepted only if listed', (host) => {
    expect(allows(host)).toBe(false)
    expect(allows(host, ['*'])).toBe(true)
  })

  test.each([
    'localhost/.evil',
    'localhost/',
    'localhost?.evil',
    'localhost#.evil',
    'localhost\\.evil',
    'evil@localhost',
    'evil.example:80@localhost',
    'localhost:99999',
    'localhost:8545:8545',
    'localhost:port',
    'localhost:-1',
    'localhost: 80',
    'a b',
    'local\thost',
    '%6cocalhost',
    'ｌocalhost',
    '::1',
    '[::1',
    '[::1]x',
    '[::1]:99999',
    '[localhost]',
    '[1:2]',
    '1.2.3.4.5',
    '1.2.3.256',
    ':8545',
    '.',
    'http://localhost',
  ])('%s is invalid and always rejected', (host) => {
    for (const allowHost of [[], ['*']]) {
      const refused = createAccessPolicy({ allowOrigin: ['*'], allowHost }).check({ host })
      expect(refused).toMatch(/^invalid Host header/)
    }
  })

  test('a listed one is accepted with any port', () => {
    expect(allows('node.example.', ['node.example'])).toBe(true)
    expect(allows('Node.Example:8545', ['node.example'])).toBe(true)
    expect(allows('other.example', ['node.example'])).toBe(false)
  })

  test('an accepted one does not affect others', () => {
    const policy = createAccessPolicy({ allowOrigin: [] })
    expect(policy.check({ host: 'localhost' })).toBeUndefined()
    expect(policy.check({ host: 'evil.example' })).toMatch(/--allow-host/)
    expect(policy.check({ host: 'localhost' })).toBeUndefined()
  })
})
