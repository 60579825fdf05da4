import { expect, test } from 'vitest'
import { RemoteError } from '../../src/remote/remoteError.ts'
import { parseRemoteUrl } from '../../src/remote/remoteUrl.ts'

test.each([
  ['https://evm-rpc.sei-apis.com', 'https://evm-rpc.sei-apis.com', undefined],
  ['http://127.0.0.1:8545@12', 'http://127.0.0.1:8545', 12n],
  ['127.0.0.1:8545', 'http://127.0.0.1:8545', undefined],
  ['localhost:8545@-5', 'http://localhost:8545', -5n],
  ['http://user:pass@node.org:80/rpc@7', 'http://node.org/rpc', 7n],
  ['http://user:123@10.0.0.1:8545', 'http://10.0.0.1:8545', undefined],
  [
    'https://eth-mainnet.g.alchemy.com/v2/Abc-dEf_123',
    'https://eth-mainnet.g.alchemy.com/v2/***',
    undefined,
  ],
  ['https://mainnet.infura.io/v3/0123456789abcdef', 'https://mainnet.infura.io/v3/***', undefined],
  ['http://127.0.0.1:8545@0x5', 'http://127.0.0.1:8545', 5n],
  ['http://user:p%zzword@127.0.0.1:8545@3', 'http://127.0.0.1:8545', 3n],
  ['http://127.0.0.1:8545/%zzkey', 'http://127.0.0.1:8545/***', undefined],
  ['http://127.0.0.1:8545?key=%zz', 'http://127.0.0.1:8545?***', undefined],
  ['http://user:1234@localhost', 'http://localhost', undefined],
  ['http://a.org/key-9f8e7d6c5b4a321', 'http://a.org/***', undefined],
  ['http://a.org/v2/mysecretkeyisplain', 'http://a.org/v2/***', undefined],
  ['http://a.org/secretpassword/evm', 'http://a.org/***/evm', undefined],
  ['https://rpc.ankr.com/eth?apikey=secret', 'https://rpc.ankr.com/eth?***', undefined],
])('%s is shown as %s', (text, shown, blockNumber) => {
  expect(parseRemoteUrl(text)).toMatchObject({ shown, blockNumber })
})

test.each([
  ['ws://node.org', "the scheme must be http or https, not ws: use the node's HTTP URL"],
  ['wss://node.org/x', "the scheme must be http or https, not wss: use the node's HTTP URL"],
  ['/tmp/node.ipc', "IPC is not supported: use the node's HTTP URL"],
  ['http://', 'not a URL: want http(s)://HOST[:PORT][/PATH][@BLOCK]'],
])('refuses %s', (text, reason) => {
  const details = { code: 'BAD_FORK', url: '', reason } as const
  expect(() => parseRemoteUrl(text)).toThrow(new RemoteError(details))
})

test.each([
  'http://127.0.0.1:8545@latest',
  'http://127.0.0.1:8545@abc',
  '127.0.0.1:8545@',
  'http://localhost:8545@1.5',
  'http://geth:8545@finalized',
  'https://node.org@0xzz',
  'https://node.org/rpc@latest',
])('%s names no other host', (text) => {
  const reason = 'not a block number after @: want N, -N or 0xN (in a path, write @ as %40)'
  const details = { code: 'BAD_FORK', url: '', reason } as const
  expect(() => parseRemoteUrl(text)).toThrow(new RemoteError(details))
})

test('takes a malformed percent sign literally', () => {
  const { authorization } = parseRemoteUrl('http://user:p%zzword@127.0.0.1:8545')
  expect(authorization).toBe(`Basic ${Buffer.from('user:p%zzword').toString('base64')}`)
})

test('scrubs user, password, path keys and query values, encoded or not', () => {
  const url = parseRemoteUrl('https://bob%40x:pass%2Fword@host/v2/KEY12345?token=tok%20en1')
  expect(url.secrets.scrub('KEY12345 pass/word pass%2Fword bob@x tok en1')).toBe(
    '*** *** *** *** ***',
  )
  expect(url.authorization).toBe(`Basic ${Buffer.from('bob@x:pass/word').toString('base64')}`)
})

test('short secrets hide no block numbers and parts of words', () => {
  const { secrets } = parseRemoteUrl('https://me:abc@host/v2/123/seed?key=456&k=eth')
  const words = 'block 123 of 456123: 0x123456 exceeds 456, methods me, abcs and ethers'
  expect(secrets.scrub(words)).toBe(words)
  expect(secrets.scrub('no /v2/123/seed here')).toBe('no *** here')
  expect(secrets.scrub('GET https://me:abc@host/?key=456&k=eth')).toBe('GET https://***host/?***')
  expect(secrets.scrub('unknown seed, reseeded')).toBe('unknown ***, reseeded')
  expect(secrets.withHeaders({ 'x-key': 'KEY.1+' }).scrub('KEY.1+, KEYS1+')).toBe('***, KEYS1+')
})

test('the identity of a URL depends on its credentials', () => {
  const ids = ['http://a.org', 'http://a.org/', 'http://u:p@a.org', 'http://a.org/v2/x'].map(
    (text) => parseRemoteUrl(text).id,
  )
  expect(new Set(ids).size).toBe(3)
})
