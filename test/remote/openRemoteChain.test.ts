import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseAddress } from '../../src/primitives/address.ts'
import { bytesToHex, type Hash, toQuantity } from '../../src/primitives/encoding/hex.ts'
import { openRemoteChain } from '../../src/remote/openRemoteChain.ts'
import type { RemoteChain, RemoteOptions } from '../../src/remote/remoteChain.ts'
import { RemoteError } from '../../src/remote/remoteError.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { blockJson, CHAIN_ID, hashOf, startChainServer } from '../support/remote/chainServer.ts'
import { AnswerError } from '../support/remote/remoteServer.ts'

const ALICE = parseAddress(`0x${'a1'.repeat(20)}`)
const BOB = parseAddress(`0x${'b0'.repeat(20)}`)

function slot(number: number): Hash {
  return `0x${number.toString(16).padStart(64, '0')}` as Hash
}

async function open(url: string, options: Partial<RemoteOptions> = {}): Promise<RemoteChain> {
  const chain = await openRemoteChain({ url, retries: 1, retryBackoffMs: 1, ...options })
  onTestFinished(() => chain.close())
  return chain
}

async function failureOf(running: Promise<unknown>) {
  const error: unknown = await running.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof RemoteError) return error.details
  throw new Error(`no RemoteError: ${String(error)}`)
}

test('opens at the newest block with one request', async () => {
  const { url, requests } = await startChainServer()
  const chain = await open(url)
  expect(chain).toMatchObject({ url, chainId: CHAIN_ID, isSei: false })
  expect(chain.block).toMatchObject({ number: 20n, hash: hashOf(20), baseFeePerGas: 7n })
  expect(chain.block.json).toEqual(blockJson(20))
  expect(requests).toHaveLength(1)
  expect(chain.state.blockHash(19n)).toBe(hashOf(19))
})

test.each([
  ['@12', {}, 12n],
  ['', { blockNumber: 3n }, 3n],
  ['@9', { blockNumber: 3n }, 3n],
  ['', { blockNumber: -4n }, 16n],
  ['@-20', {}, 0n],
])('opens %s %o at block %i', async (suffix, options, number) => {
  const { url } = await startChainServer()
  const chain = await open(`${url}${suffix}`, options)
  expect(chain.block.number).toBe(number)
})

test('does not ask for a chain id that it is given', async () => {
  const { url, requests } = await startChainServer()
  const chain = await open(url, { chainId: 5n })
  expect(chain.chainId).toBe(5n)
  expect(requests.flatMap(({ calls }) => calls.map(({ method }) => method))).not.toContain(
    'eth_chainId',
  )
})

test.each([
  [100n, 'the remote has no block 100; its newest is 20'],
  [22n, 'the remote has no block 22; its newest is 20'],
  [-21n, '21 blocks behind the newest, 20, is before block 0'],
])('refuses block %i', async (blockNumber, reason) => {
  const { url } = await startChainServer()
  expect(await failureOf(open(url, { blockNumber }))).toEqual({ code: 'BAD_FORK', url, reason })
})

test.each([
  ['timestamp', 2n ** 63n - 1n],
  ['number', 2n ** 52n],
  ['gasLimit', 2n ** 64n - 1n],
])('refuses a block whose %s is above %i', async (name, most) => {
  const { url } = await startChainServer({
    eth_getBlockByNumber: () => ({ ...blockJson(18), [name]: toQuantity(most + 1n) }),
  })
  const method = 'eth_getBlockByNumber'
  const reason = `${name}: want at most ${most}, got ${most + 1n}`
  const details = { code: 'BAD_REMOTE_ANSWER', method, url, reason }
  expect(await failureOf(open(url, { blockNumber: 18n }))).toEqual(details)
})

test('waits for a node that does not have the pinned block yet', async () => {
  let asked = 0
  const { url } = await startChainServer({
    eth_getBlockByNumber: ([which]) => (asked++ === 0 ? null : blockJson(Number(which))),
  })
  expect((await open(url, { blockNumber: 20n })).block.number).toBe(20n)
})

test.each([
  ['eth_chainId', 5, 'want a quantity, got number'],
  ['eth_getBlockByNumber', 'x', 'want an object, got "x"'],
  ['eth_getBlockByNumber', {}, 'number: want a quantity, got nothing'],
  ['eth_getBlockByNumber', { ...blockJson(20), hash: '0x12' }, 'hash: want 32 bytes, got "0x12"'],
])('names what is wrong with the answer to %s', async (method, answer, reason) => {
  const { url } = await startChainServer({ [method]: () => answer })
  expect(await failureOf(open(url))).toEqual({ code: 'BAD_REMOTE_ANSWER', method, url, reason })
})

test('a block with a number and the accounts of the start take one request', async () => {
  const cacheDirectory = temporaryDirectory()
  const { url, requests } = await startChainServer()
  const options = { accounts: [ALICE, BOB], blockNumber: 18n, cacheDirectory }
  const pinned = await open(url, options)
  expect(pinned.state.account(ALICE)).toMatchObject({ nonce: 1n, balance: 100n })
  expect(pinned.state.account(BOB)).toMatchObject({ nonce: 1n, balance: 100n })
  expect(requests).toHaveLength(1)
  await pinned.close()
  const again = await open(url, { ...options, isOffline: true })
  expect(again.state.account(BOB)).toMatchObject({ balance: 100n })
  expect([pinned.hasClz, again.hasClz]).toEqual([false, false])
  const newest = await open(url, { accounts: [ALICE] })
  expect(newest.state.account(ALICE)).toMatchObject({ balance: 100n })
  expect(requests).toHaveLength(3)
})

test.each([
  ['the newest block', {}],
  ['a block behind the newest', { blockNumber: -4n }],
])('refuses a number above 2^52 of %s', async (_which, options) => {
  const number = '0x10000000000001'
  const { url } = await startChainServer({
    eth_getBlockByNumber: () => ({ ...blockJson(20), number }),
    eth_blockNumber: () => number,
  })
  const failure = await failureOf(open(url, options))
  expect(failure.code).toBe('BAD_REMOTE_ANSWER')
  expect(failure).toMatchObject({
    reason: expect.stringContaining(`want at most ${2n ** 52n}, got ${2n ** 52n + 1n}`),
  })
})

test('an answer that echoes secrets is quoted without them, wherever it is cut', async () => {
  const secrets = ['K3yInPath123', 'alicePW', 'S3cr"tP', 'qvalue987', 'hdrSecret55']
  let echo = ''
  const { url } = await startChainServer({ eth_getBlockByNumber: () => echo })
  const address = url.replace('//', '//alicePW:S3cr%22tP@')
  for (const length of [0, ...Array.from({ length: 30 }, (_, i) => 190 + i)]) {
    echo = `${'x'.repeat(length)}/v2/${secrets.join(' ')}`
    const secretUrl = `${address}/v2/K3yInPath123?apikey=qvalue987`
    const failure = await failureOf(open(secretUrl, { headers: { 'x-api': 'hdrSecret55' } }))
    const { reason } = failure as { readonly reason: string }
    expect(reason).toContain('want an object, got "')
    expect(reason.length).toBeLessThanOrEqual(241)
    for (const secret of secrets) expect(reason).not.toContain(secret.slice(0, 4))
  }
})

test('accounts of the start that cannot be read are left to the reads of the chain', async () => {
  let isBroken = true
  const { url } = await startChainServer({
    eth_getBalance: () => (isBroken ? 'nonsense' : '0x64'),
  })
  const { state } = await open(url, { accounts: [ALICE], blockNumber: 18n })
  expect(state.account(ALICE)).toBeUndefined()
  isBroken = false
  await state.fetch([{ kind: 'account', address: ALICE }])
  expect(state.account(ALICE)).toMatchObject({ balance: 100n })
})

test('the opcode CLZ shows Osaka at the block', async () => {
  const clzAt = async (answer: (at: unknown) => unknown, options: Partial<RemoteOptions> = {}) => {
    const { url } = await startChainServer({
      eth_call: ([call, at]) => {
        const { to } = call as { readonly to?: string }
        return to === undefined ? answer(at) : '0x'
      },
    })
    return (await open(url, options)).hasClz
  }
  const osaka = () => slot(255)
  const prague = () => {
    throw new AnswerError(-32000, 'invalid opcode: opcode 0x1e not defined')
  }
  expect(await clzAt(osaka)).toBe(true)
  expect(await clzAt(prague)).toBe(false)
  for (const [message, data] of [
    ['invalid opcode: CLZ'],
    ['EVM error OpcodeNotFound'],
    ['EVM error: NotActivated'],
    ['VM execution error.', 'Bad instruction 1e'],
  ] as const) {
    const refused = () => {
      throw new AnswerError(-32015, message, data)
    }
    expect(await clzAt(refused), message).toBe(false)
  }
  const failing = () => {
    throw new AnswerError(-32000, 'out of gas')
  }
  expect(await clzAt(failing)).toBeUndefined()
  for (const wrong of [5, '0x', slot(1)]) expect(await clzAt(() => wrong)).toBeUndefined()
  // The newest block may have newer rules than the forked one.
  const sinceNineteen = (at: unknown) => (Number(at) < 19 ? prague() : osaka())
  expect(await clzAt(sinceNineteen, { blockNumber: 18n })).toBe(false)
  expect(await clzAt(sinceNineteen, { blockNumber: -1n })).toBe(true)
})

test('opens at the parent of a transaction and returns the ones to repeat', async () => {
  const transactions = [1, 2, 3].map((n) => ({
    hash: slot(n),
    type: '0x7e',
    blockHash: hashOf(7),
    blockNumber: '0x7',
  }))
  const { url, requests } = await startChainServer({
    eth_getTransactionByHash: ([hash]) => transactions.find((each) => each.hash === hash) ?? null,
    eth_getBlockByHash: () => ({ ...blockJson(7), transactions }),
  })
  const chain = await open(url, { transactionHash: slot(2) })
  expect(chain.block.number).toBe(6n)
  expect(chain.replay).toMatchObject({
    block: { number: 7n },
    transactions: transactions.slice(0, 2),
  })
  // The block of the transaction, its parent, and the rules there.
  expect(requests).toHaveLength(3)
  expect(await failureOf(open(url, { transactionHash: slot(9) }))).toMatchObject({
    code: 'BAD_FORK',
    reason: `the remote has no mined transaction ${slot(9)}`,
  })
})

test('loads all misses with one request, and asks for them once', async () => {
  const { url, requests } = await startChainServer()
  const { state, stats } = await open(url)
  expect(state.account(ALICE)).toBeUndefined()
  await Promise.all([
    state.fetch([
      { kind: 'account', address: ALICE },
      { kind: 'storage', address: ALICE, slot: slot(7) },
      { kind: 'storage', address: ALICE, slot: slot(8) },
      { kind: 'blockHash', number: 12n },
    ]),
    state.fetch([
      { kind: 'account', address: ALICE },
      { kind: 'account', address: BOB },
    ]),
  ])
  expect(requests).toHaveLength(2)
  expect(requests[1]?.calls).toHaveLength(9)
  expect(state.account(ALICE)).toMatchObject({ nonce: 1n, balance: 100n, code: Uint8Array.of(0) })
  expect(bytesToHex(state.storage(ALICE, slot(8)) ?? new Uint8Array())).toBe(slot(8))
  expect([state.blockHash(12n), state.blockHash(11n)]).toEqual([hashOf(12), hashOf(11)])
  await state.fetch([{ kind: 'account', address: BOB }])
  expect(requests).toHaveLength(2)
  expect(stats).toMatchObject({ requests: 1 })
})

test.each([
  ['eth_getStorageAt', '0x0', 'want 32 bytes, got "0x0"'],
  ['eth_getBalance', null, 'want a quantity, got null'],
  ['eth_getCode', '0x123', 'want bytes, got "0x123"'],
])('caches nothing of a read whose %s is wrong', async (method, answer, reason) => {
  const { url } = await startChainServer({ [method]: () => answer })
  const { state } = await open(url)
  const reads = [
    { kind: 'account', address: ALICE },
    { kind: 'storage', address: ALICE, slot: slot(1) },
  ] as const
  expect(await failureOf(state.fetch(reads))).toMatchObject({ method, reason })
  const isStorage = method === 'eth_getStorageAt'
  expect(state.account(ALICE) === undefined).toBe(!isStorage)
  expect(state.storage(ALICE, slot(1)) === undefined).toBe(isStorage)
})

test('reads by number and checks the hash if the remote does not support hashes', async () => {
  let isReorganised = false
  const refuseHash = (params: readonly unknown[]) => {
    if (typeof params.at(-1) === 'object') throw new AnswerError(-32602, 'invalid block tag')
    return '0x5'
  }
  const { url, requests } = await startChainServer({
    eth_getBalance: refuseHash,
    eth_getTransactionCount: refuseHash,
    eth_getCode: (params) => refuseHash(params).slice(0, 2),
    eth_getBlockByNumber: ([which]) => {
      const number = which === 'latest' ? 20 : Number(which)
      return isReorganised ? { ...blockJson(number), hash: hashOf(99) } : blockJson(number)
    },
  })
  const { state } = await open(url)
  await state.fetch([{ kind: 'account', address: ALICE }])
  expect(state.account(ALICE)?.balance).toBe(5n)
  const before = requests.length
  await state.fetch([{ kind: 'account', address: BOB }])
  expect(requests).toHaveLength(before + 1)
  isReorganised = true
  const carol = parseAddress(`0x${'ca'.repeat(20)}`)
  expect(await failureOf(state.fetch([{ kind: 'account', address: carol }]))).toMatchObject({
    code: 'REMOTE_LACKS_BLOCK',
    reason: `block 20 has the hash ${hashOf(99)} there, want ${hashOf(20)}`,
  })
  expect(state.account(carol)).toBeUndefined()
})

test('uses eth_getAccountInfo and eth_getStorageValues where they are served', async () => {
  const { url, requests } = await startChainServer({
    eth_getAccountInfo: () => ({ nonce: '0x9', balance: '0x8', code: '0x07' }),
    eth_getStorageValues: ([wanted]) =>
      Object.fromEntries(
        Object.entries(wanted as Record<string, string[]>).map(([who, slots]) => [who, slots]),
      ),
  })
  const { state } = await open(url)
  const slots = Array.from({ length: 1500 }, (_, i) => slot(i))
  await state.fetch([
    { kind: 'account', address: ALICE },
    ...slots.map((each) => ({ kind: 'storage', address: BOB, slot: each }) as const),
  ])
  expect(requests).toHaveLength(2)
  expect(requests[1]?.calls.map(({ method }) => method)).toEqual([
    'eth_getAccountInfo',
    'eth_getStorageValues',
    'eth_getStorageValues',
  ])
  expect(state.account(ALICE)).toMatchObject({ nonce: 9n, balance: 8n, code: Uint8Array.of(7) })
  expect(bytesToHex(state.storage(BOB, slot(1499)) ?? new Uint8Array())).toBe(slot(1499))
})

test('a tracer lists the rows of a call with one request', async () => {
  const token = parseAddress(`0x${'70'.repeat(20)}`)
  const { url, requests } = await startChainServer({
    debug_traceCall: () => ({
      [ALICE]: { balance: '0x1', nonce: 77 },
      [token]: { balance: '0x2', nonce: 3, code: '0x6001', storage: { [slot(4)]: slot(5) } },
    }),
  })
  const { state } = await open(url)
  await Promise.all([
    state.prefetch({ from: ALICE, to: BOB, data: '0x12', value: 1n }),
    state.fetch([{ kind: 'account', address: ALICE }]),
  ])
  expect(requests).toHaveLength(2)
  expect(state.account(token)).toMatchObject({ nonce: 3n, balance: 2n })
  expect(bytesToHex(state.storage(token, slot(4)) ?? new Uint8Array())).toBe(slot(5))
  // Of the sender the tracer shows other values.
  expect(state.account(ALICE)).toMatchObject({ nonce: 1n, balance: 100n })
})

test('an access list lists the rows to read', async () => {
  const { url } = await startChainServer({
    eth_createAccessList: () => ({
      accessList: [{ address: BOB, storageKeys: [slot(3)] }],
      gasUsed: '0x1',
    }),
  })
  const { state } = await open(url)
  await state.prefetch({ to: BOB })
  expect(state.account(BOB)?.balance).toBe(100n)
  expect(bytesToHex(state.storage(BOB, slot(3)) ?? new Uint8Array())).toBe(slot(3))
})

test('a second run with a pinned block sends nothing', async () => {
  const cacheDirectory = join(temporaryDirectory(), 'fork')
  const { url, requests } = await startChainServer()
  const reads = [
    { kind: 'account', address: ALICE },
    { kind: 'storage', address: ALICE, slot: slot(7) },
    { kind: 'blockHash', number: 3n },
  ] as const
  const options = { cacheDirectory, blockNumber: 18n }
  const first = await open(url, options)
  await first.state.fetch(reads)
  expect(await first.requestFinal('eth_getBlockByNumber', ['0x5', false])).toEqual(blockJson(5))
  await first.close()
  const sent = requests.length
  const second = await open(url, { ...options, isOffline: true })
  await second.state.fetch(reads)
  expect(second.block).toEqual(first.block)
  expect(second).toMatchObject({ chainId: CHAIN_ID, isSei: false })
  expect(second.state.account(ALICE)).toEqual(first.state.account(ALICE))
  expect(second.state.blockHash(3n)).toBe(hashOf(3))
  expect(await second.requestFinal('eth_getBlockByNumber', ['0x5', false])).toEqual(blockJson(5))
  expect(requests).toHaveLength(sent)
  expect(await failureOf(second.state.fetch([{ kind: 'account', address: BOB }]))).toMatchObject({
    code: 'REMOTE_OFFLINE',
    missing: expect.stringContaining(BOB),
  })
  expect(statSync(cacheDirectory).mode & 0o777).toBe(0o700)
})

test('only pinned blocks are on disk, and offline needs one', async () => {
  const cacheDirectory = temporaryDirectory()
  const { url } = await startChainServer()
  const chain = await open(url, { cacheDirectory })
  await chain.state.fetch([{ kind: 'account', address: ALICE }])
  await chain.close()
  expect(readdirSync(cacheDirectory)).toEqual(['remotes'])
  expect(await failureOf(open(url, { cacheDirectory, isOffline: true }))).toMatchObject({
    missing: 'the newest block (name a number): no block of this URL is saved',
  })
  await (await open(url, { cacheDirectory, blockNumber: 4n })).close()
  expect(
    await failureOf(open(url, { cacheDirectory, isOffline: true, blockNumber: 5n })),
  ).toMatchObject({ code: 'REMOTE_OFFLINE', missing: 'the block of 5: saved are 4' })
})

test('damaged and foreign files of the cache are ignored', async () => {
  const cacheDirectory = temporaryDirectory()
  const { url, requests } = await startChainServer()
  const options = { cacheDirectory, blockNumber: 4n }
  const first = await open(url, options)
  await first.state.fetch([
    { kind: 'account', address: ALICE },
    { kind: 'storage', address: ALICE, slot: slot(1) },
  ])
  await first.close()
  const folder = join(cacheDirectory, 'chains', `${CHAIN_ID}`)
  const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.state'))
  const file = join(folder, name)
  const lines = readFileSync(file, 'utf8').split('\n')
  // One line is wrong, one cut off by a crash, and another process wrote after it.
  const damaged = lines.map((line) =>
    line.includes('"account"') ? line.replace('64', '65') : line,
  )
  writeFileSync(file, damaged.join('\n'))
  appendFileSync(file, '01234567 ["storage","0xaa')
  const second = await open(url, options)
  expect(second.state.account(ALICE)).toBeUndefined()
  expect(second.state.storage(ALICE, slot(1))).toBeDefined()
  await second.state.fetch([{ kind: 'account', address: ALICE }])
  await second.close()
  const third = await open(url, { ...options, isOffline: true })
  expect(third.state.account(ALICE)?.balance).toBe(100n)
  const [facts = ''] = readdirSync(join(cacheDirectory, 'remotes'))
  writeFileSync(join(cacheDirectory, 'remotes', facts), '{"chainId": [], "blocks": {"4":')
  const sent = requests.length
  expect((await open(url, options)).block.number).toBe(4n)
  expect(requests.length).toBe(sent + 1)
})

test('a cache that cannot be written is a warning', async () => {
  const directory = temporaryDirectory()
  const cacheDirectory = join(directory, 'file')
  writeFileSync(cacheDirectory, '')
  const warnings: string[] = []
  const { url } = await startChainServer()
  const logger = { info() {}, error: (message: string) => void warnings.push(message) }
  const chain = await open(url, { cacheDirectory, blockNumber: 4n, logger })
  await chain.state.fetch([{ kind: 'account', address: ALICE }])
  await chain.close()
  expect(chain.state.account(ALICE)?.balance).toBe(100n)
  expect(warnings).toEqual([`Warning: cannot write the cache ${cacheDirectory}`])
})

test('another URL of the same chain takes over, one of another chain does not', async () => {
  const [one, two] = [await startChainServer(), await startChainServer()]
  const other = await startChainServer({ eth_chainId: () => '0x1' })
  const young = await startChainServer({ eth_getBlockByHash: () => null })
  const chain = await open(one.url)
  expect(await failureOf(chain.setUrl(other.url))).toMatchObject({
    code: 'BAD_FORK',
    reason: 'it has the chain id 1, the fork 4242',
  })
  expect(await failureOf(chain.setUrl(young.url))).toMatchObject({
    reason: `it does not have block 20, ${hashOf(20)}`,
  })
  expect(chain.url).toBe(one.url)
  await chain.setUrl(two.url)
  const sent = one.requests.length
  await chain.state.fetch([{ kind: 'account', address: ALICE }])
  expect(chain.url).toBe(two.url)
  expect(one.requests).toHaveLength(sent)
})

test('a chain id or a precompiled contract identifies Sei', async () => {
  const precompile = await startChainServer({ eth_call: () => slot(1) })
  expect((await open(precompile.url)).isSei).toBe(true)
  const known = await startChainServer({ eth_chainId: () => toQuantity(1329) })
  expect((await open(known.url)).isSei).toBe(true)
})

test('reads associations from the precompiled contract', async () => {
  const native = 'sei1cjzphr67dug28rw9ueewrqllmxlqe5f0awulvy'
  const { url } = await startChainServer({
    eth_call: ([call]) => {
      const { data } = call as { data: string }
      if (data.startsWith('0x6923a1fd')) return slot(1)
      if (data.startsWith('0x1778e539')) return `0x${BOB.slice(2).padStart(64, '0')}`
      if (!data.includes(BOB.slice(2))) throw new AnswerError(-32000, 'not associated')
      const text = Buffer.from(native).toString('hex')
      return `${slot(32)}${slot(native.length).slice(2)}${text.padEnd(128, '0')}`
    },
  })
  const { state } = await open(url)
  await state.fetch([
    { kind: 'association', address: BOB },
    { kind: 'association', address: ALICE },
    { kind: 'evmAddress', native },
  ])
  expect(state.association(BOB)).toBe(native)
  expect(state.association(ALICE)).toBeNull()
  expect(state.evmAddress(native)).toBe(BOB)
})

test('an association that is not a bech32 address is refused and not kept', async () => {
  const text = (value: string) => {
    const digits = Buffer.from(value).toString('hex').padEnd(64, '0')
    return `${slot(32)}${slot(value.length).slice(2)}${digits}`
  }
  let answer = text('hello')
  const { url } = await startChainServer({
    eth_call: ([call]) => ((call as { data: string }).data.startsWith('0x6923') ? slot(1) : answer),
  })
  const { state } = await open(url)
  const read = [{ kind: 'association', address: BOB }] as const
  await expect(state.fetch(read)).rejects.toThrow()
  expect(state.association(BOB)).toBeUndefined()
  answer = text('')
  await state.fetch(read)
  expect(state.association(BOB)).toBeNull()
})
