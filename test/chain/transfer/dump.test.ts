import { readFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import type { ChainSettings } from '../../../src/chain/chainCore.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import { parseGenesis } from '../../../src/chain/genesis/parseGenesis.ts'
import { packDump, unpackDump } from '../../../src/chain/transfer/packDump.ts'
import { readDump } from '../../../src/chain/transfer/readDump.ts'
import { publicKeyToNative } from '../../../src/evm/transaction/association.ts'
import { type Address, parseAddress } from '../../../src/primitives/address.ts'
import { bigIntToBytes } from '../../../src/primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { storeNames } from '../../../src/state/rows/layout.ts'
import { alice, bob, carol, pauper } from '../../support/accounts.ts'
import { openTestChain, signed, testChain, testSettings } from '../../support/chain.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { COIN, testGenesis } from '../../support/genesis.ts'
import { nativeTx, sendTo } from '../../support/native/native.ts'

const latest = { tag: 'latest' } as const
const utf8 = (text: string) => new TextEncoder().encode(text)
/** Key of the number of the account to be made next. */
const COUNT = `0x${Buffer.from('globalAccountNumber').toString('hex')}`
const word = (value: bigint) => bigIntToBytes(value, 32)

/** Reads and loads a dump as a client gives it. */
async function load(chain: Chain, dump: Uint8Array): Promise<void> {
  await chain.state.load(await readDump(await unpackDump(dump), chain.names))
}

const loadJson = (chain: Chain, json: unknown) => load(chain, utf8(JSON.stringify(json)))

async function textOf(chain: Chain): Promise<string> {
  let text = ''
  for await (const piece of chain.state.dump()) text += piece
  return text
}

/** Every row of the newest state but the base fee of the next block, in hex. */
async function rowsOf(chain: Chain): Promise<ReadonlyMap<string, string>> {
  const rows = new Map<string, string>()
  await chain.state.readAll(await chain.state.viewAt(latest), async (content) => {
    for (const store of storeNames) {
      for (const [key, value] of content.rows(store)) {
        const name = `${store} ${bytesToHex(key)}`
        if (name !== 'evm 0x1c') rows.set(name, bytesToHex(value))
      }
    }
    for (const address of await content.addresses()) {
      rows.set(`code ${address}`, bytesToHex(content.account(address).code))
      for (const [slot, value] of content.storage(address)) {
        rows.set(`storage ${address} ${bytesToHex(slot)}`, bytesToHex(value))
      }
    }
  })
  return rows
}

/**
 * Written by Anvil 1.7.1 (`--dump-state`, and `anvil_dumpState [true]`) and 1.4.4
 * (`anvil_dumpState`), each with `--accounts 2 --timestamp 1700000000`. Transactions: the creation
 * of a contract that sets slots 0 and b10e…, a call that adds 1 to slot 0, and a payment of
 * 10^18 + 1 wei to c0ffe.
 */
const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/anvil-state/${name}`, import.meta.url))
const fixtures = ['1.7.1.json', '1.7.1-history.hex', '1.4.4.hex']
const CONTRACT = parseAddress('0x5fbdb2315678afecb367f032d93f642f64180aa3')

interface AnvilAccount {
  readonly nonce: number
  readonly balance: string
  readonly code: string
  readonly storage: Readonly<Record<string, string>>
}

function accountsOf(bytes: Buffer): Readonly<Record<string, AnvilAccount>> {
  const isHex = bytes.subarray(0, 2).toString() === '0x'
  const text = isHex ? gunzipSync(Buffer.from(bytes.toString().slice(2), 'hex')) : bytes
  return JSON.parse(text.toString()).accounts
}

describe.each(fixtures)('the state of Anvil %s', (name) => {
  test('is loaded completely, up to its block', async () => {
    const chain = testChain()
    await load(chain, fixture(name))
    const { state } = await chain.state.viewAt(latest)
    const accounts = Object.entries(accountsOf(fixture(name)))
    expect(accounts.length).toBeGreaterThan(5)
    for (const [text, { nonce, balance, code, storage }] of accounts) {
      const address = text as Address
      expect(state.getBalance(address)).toBe(BigInt(balance))
      expect(state.getNonce(address)).toBe(BigInt(nonce))
      expect(bytesToHex(state.getCode(address))).toBe(code)
      const words = [...state.storageSlots(address)].map((slot) => {
        return [bytesToHex(slot), bytesToHex(state.getStorage(address, slot))] as const
      })
      expect(Object.fromEntries(words)).toEqual(storage)
    }
    expect(chain.blocks.latest.header.number).toBe(3n)
    // Carol is not in the dump.
    expect(state.getBalance(carol.address)).toBe(1000n * COIN)
    const nonce = state.getNonce(alice.address)
    const hash = await chain.pool.submit(signed(alice, { nonce, to: CONTRACT }))
    expect(chain.transactions.get(hash)).toMatchObject({
      receipt: { status: 1 },
      block: { number: 4 },
    })
    const after = await chain.state.viewAt(latest)
    expect(after.state.getStorage(CONTRACT, word(0n))).toEqual(word(44n))
  })
})

test("dumps of Anvil's first versions have only accounts, and short values", async () => {
  const chain = testChain()
  const account = {
    nonce: 1,
    balance: '0x5',
    code: '0x00',
    storage: { '0x1': '0x2', '0x03': '0x0' },
  }
  await loadJson(chain, { accounts: { [CONTRACT]: account } })
  const { state } = await chain.state.viewAt(latest)
  expect([...state.storageSlots(CONTRACT)]).toEqual([word(1n)])
  expect(state.getStorage(CONTRACT, word(1n))).toEqual(word(2n))
  expect(chain.blocks.latest.number).toBe(0)
})

const dev = JSON.parse(readFileSync(new URL('../../../genesis/dev.json', import.meta.url), 'utf8'))

function devChain(settings: Partial<ChainSettings> = {}): Chain {
  return createChain({ ...testSettings(parseGenesis(dev)), ...settings })
}

const abi = parseAbi([
  'function delegate(string valAddress) payable returns (bool)',
  'function undelegate(string valAddress, uint256 amount) returns (bool)',
  'function addNativePointer(string token) payable returns (address)',
])
const STAKING = parseAddress('0x0000000000000000000000000000000000001005')
const POINTER = parseAddress('0x000000000000000000000000000000000000100b')
/** As genesis/dev.json names it. */
const VALIDATOR = 'seivaloper14flvw0x8fstzly79tacgsulxvkpv858q6pqpyz'

/**
 * A bit of everything: stakes, a pointer, associations, coins of two denominations, fractions of a
 * unit, code and storage.
 */
async function keepBusy(chain: Chain): Promise<void> {
  let nonce = 0n
  async function call(to: Address, data: `0x${string}`, value = 0n): Promise<void> {
    const fields = { nonce: nonce++, to, data: hexToBytes(data), value, gasLimit: 3_000_000n }
    const hash = await chain.pool.submit(signed(alice, fields))
    expect(chain.transactions.get(hash)?.receipt.error).toBeUndefined()
  }
  const delegate = { functionName: 'delegate', args: [VALIDATOR] } as const
  const undelegate = { functionName: 'undelegate', args: [VALIDATOR, 2_000_000n] } as const
  const point = { functionName: 'addNativePointer', args: ['uatom'] } as const
  await call(STAKING, encodeFunctionData({ abi, ...delegate }), 5n * COIN)
  await call(STAKING, encodeFunctionData({ abi, ...undelegate }))
  await call(POINTER, encodeFunctionData({ abi, ...point }))
  await chain.pool.submit(signed(bob, { to: pauper.address, value: 12_345n }))
  const chainId = chain.nativeChainId
  await chain.pool.submitNative(await nativeTx(chain, bob, [sendTo(bob, carol, 7n)], { chainId }))
  await chain.state.edit((state) => {
    state.setBalance(CONTRACT, 3n)
    state.setCode(CONTRACT, hexToBytes('0x6000'))
    for (let slot = 1n; slot < 40n; slot++)
      state.setStorage(CONTRACT, word(slot), word(slot * slot))
    state.setNonce(CONTRACT, 2n ** 64n - 1n)
    // The genesis gave it coins.
    state.setBalance(LAST, 0n)
  })
}

/** The last account of genesis/dev.json. */
const LAST = Object.keys(dev.alloc).map(parseAddress).at(-1) ?? carol.address

describe.each([
  ['in memory', async () => devChain()],
  ['on disk', () => openTestChain(temporaryDirectory(), { genesis: parseGenesis(dev) })],
] as [string, () => Promise<Chain>][])('a state that is dumped and loaded %s', (_, create) => {
  test('has the same rows', async () => {
    const [source, target] = await Promise.all([create(), create()])
    await keepBusy(source)
    await load(target, await packDump(source.state.dump()))
    const [wanted, found] = await Promise.all([rowsOf(source), rowsOf(target)])
    // Two rows for each account alone.
    expect(wanted.size).toBeGreaterThan(100)
    expect(found).toEqual(wanted)
    expect(target.blocks.latest.number).toBe(source.blocks.latest.number)
    expect(target.blocks.latest.header.timestamp).toBe(source.blocks.latest.header.timestamp)
    // And again, with nothing to do.
    const { version } = await target.state.viewAt(latest)
    await load(target, utf8(await textOf(target)))
    expect((await target.state.viewAt(latest)).version).toBe(version)
    await Promise.all([source.close(), target.close()])
  })
})

test('the stake of a loaded state can be withdrawn and earns rewards', async () => {
  const [source, target] = [devChain(), devChain()]
  await keepBusy(source)
  await load(target, await packDump(source.state.dump()))
  const undelegate = { functionName: 'undelegate', args: [VALIDATOR, 3_000_000n] } as const
  const data = hexToBytes(encodeFunctionData({ abi, ...undelegate }))
  for (const chain of [source, target]) {
    const fields = { nonce: 3n, to: STAKING, data, gasLimit: 3_000_000n }
    const hash = await chain.pool.submit(signed(alice, fields))
    expect(chain.transactions.get(hash)?.receipt).toMatchObject({ status: 1 })
  }
  expect((await rowsOf(target)).get('staking 0x51')).toBe(
    (await rowsOf(source)).get('staking 0x51'),
  )
})

describe('existing data', () => {
  test('stays unless the dump replaces it', async () => {
    const chain = testChain(
      testGenesis({}, [
        [CONTRACT, { code: hexToBytes('0x00'), nonce: 5n, storage: [[word(1n), word(1n)]] }],
      ]),
    )
    await chain.pool.submit(signed(bob, { to: pauper.address, value: 1n }))
    await loadJson(chain, {
      accounts: {
        [CONTRACT]: { nonce: 1, balance: '0x1', code: '0x', storage: {} },
        [bob.address]: { nonce: 9, balance: '7', code: '0x', storage: {} },
      },
    })
    const { state } = await chain.state.viewAt(latest)
    expect(state.getNonce(CONTRACT)).toBe(1n)
    expect(state.getCode(CONTRACT)).toHaveLength(0)
    expect([...state.storageSlots(CONTRACT)]).toEqual([])
    expect(state.getBalance(pauper.address)).toBe(1n)
    // Bob's key is known, and his coins lie under its native address.
    expect(state.getBalance(bob.address)).toBe(7n)
    const native = publicKeyToNative(bob.publicKey)
    expect(state.getEvmAddress(native)).toBe(bob.address)
    expect(state.getWei(native)).toBe(7n)
  })

  test('other associations of the same addresses are removed', async () => {
    const [source, target] = [testChain(), testChain()]
    const own = publicKeyToNative(alice.publicKey)
    await source.state.edit((state) => state.associate(alice.address, own))
    await target.state.edit((state) => {
      state.associate(carol.address, own)
      state.associate(bob.address, publicKeyToNative(bob.publicKey))
    })
    await load(target, await packDump(source.state.dump()))
    const { state } = await target.state.viewAt(latest)
    expect(state.getEvmAddress(own)).toBe(alice.address)
    for (const { address } of [bob, carol]) expect(state.getNativeAddress(address)).toBeUndefined()
    for (const { address } of [alice, bob, carol])
      expect(state.getBalance(address)).toBe(1000n * COIN)
    // Numbers of accounts are given out once.
    const rows = async (chain: Chain) =>
      [...(await rowsOf(chain))].filter(([name]) => name !== `acc ${COUNT}`)
    expect(await rows(target)).toEqual(await rows(source))
  })

  test('keeps the pool, block and clock', async () => {
    const chain = testChain(undefined, { mining: { automine: false } })
    await chain.pool.submit(signed(carol, { to: bob.address, value: 1n }))
    const { timestamp } = chain.blocks.latest.header
    const block = { number: '0x64', timestamp: `0x${(timestamp + 1000n).toString(16)}` }
    await loadJson(chain, { block, accounts: {}, best_block_number: '0x64' })
    expect(chain.blocks.latest.header).toMatchObject({ number: 100n, timestamp: timestamp + 1000n })
    expect(chain.blocks.get(99n)?.header.timestamp).toBe(timestamp + 999n)
    expect(chain.mining.now).toBe(timestamp + 1000n)
    await chain.mining.mine()
    expect(chain.blocks.latest).toMatchObject({
      number: 101,
      transactions: [{ from: carol.address }],
    })
    expect(chain.blocks.latest.header.timestamp).toBe(timestamp + 1001n)
  })

  test('a chain that is ahead mines no block, nor does one that is far behind', async () => {
    const chain = testChain()
    await chain.mining.mine({ blocks: 5n })
    const { timestamp } = chain.blocks.latest.header
    const earlier = { number: '0x2', timestamp: '0x1' }
    await loadJson(chain, { block: earlier, accounts: {}, best_block_number: 2 })
    await loadJson(chain, { block: { number: 20_000_000, timestamp: 1 }, accounts: {} })
    expect(chain.blocks.latest.header).toMatchObject({ number: 5n, timestamp })
  })
})

test('a dump is consistent despite concurrent changes', async () => {
  const chain = testChain(undefined, { keep: 1 })
  await chain.state.edit((state) => {
    // More than a piece.
    for (let slot = 1n; slot < 2000n; slot++) state.setStorage(CONTRACT, word(slot), word(slot))
  })
  const pieces = chain.state.dump()[Symbol.asyncIterator]()
  let text = String((await pieces.next()).value)
  for (let nonce = 0n; nonce < 3n; nonce++) {
    await chain.pool.submit(signed(alice, { nonce, to: bob.address, value: 1n }))
    await chain.state.edit((state) => state.clearStorage(CONTRACT))
  }
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) text += next.value
  const { accounts, best_block_number } = JSON.parse(text)
  expect(best_block_number).toBe(0)
  expect(Object.keys(accounts[CONTRACT].storage)).toHaveLength(1999)
  expect(accounts[bob.address].balance).toBe(`0x${(1000n * COIN).toString(16)}`)
})

test('an error during a dump is reported to its reader', async () => {
  async function* broken() {
    yield '{'
    throw new Error('no more')
  }
  await expect(packDump(broken())).rejects.toThrow('no more')
})

const plain = { nonce: 0, balance: '0x0', code: '0x', storage: {} }
const withAccount = (fields: object) => ({ accounts: { [CONTRACT]: { ...plain, ...fields } } })
const native = { format: 1, bech32_prefix: 'sei', denomination: 'usei', rows: {} }
const UATOM = Buffer.from('uatom').toString('hex')
const emptyRows = Object.fromEntries(storeNames.map((name) => [name, {}]))
const withRow = (store: string, key: string, value: string) => ({
  accounts: {},
  rockpool: { ...native, rows: { ...emptyRows, [store]: { [key]: value } } },
})

describe('a dump is rejected without changes', () => {
  test.each<[string, unknown, string]>([
    ['that is no object', [], ''],
    ['without accounts', { block: null }, 'accounts'],
    ['with a list of accounts', { accounts: [] }, 'accounts'],
    ['with an account under no address', { accounts: { '0x12': plain } }, 'accounts.0x12'],
    ['with an account that is none', { accounts: { [CONTRACT]: 7 } }, `accounts.${CONTRACT}`],
    [
      'with one account in two spellings',
      { accounts: { [CONTRACT]: plain, [CONTRACT.toUpperCase().replace('X', 'x')]: plain } },
      `accounts.${CONTRACT.toUpperCase().replace('X', 'x')}`,
    ],
    ['with a fraction for a nonce', withAccount({ nonce: 1.5 }), `accounts.${CONTRACT}.nonce`],
    ['without a nonce', withAccount({ nonce: undefined }), `accounts.${CONTRACT}.nonce`],
    [
      'with a nonce of 65 bits',
      withAccount({ nonce: '0x10000000000000000' }),
      `accounts.${CONTRACT}.nonce`,
    ],
    ['with a negative balance', withAccount({ balance: '-1' }), `accounts.${CONTRACT}.balance`],
    ['with half a byte of code', withAccount({ code: '0x123' }), `accounts.${CONTRACT}.code`],
    ['with a list for storage', withAccount({ storage: [] }), `accounts.${CONTRACT}.storage`],
    [
      'with a word of 33 bytes',
      withAccount({ storage: { '0x1': `0x${'11'.repeat(33)}` } }),
      `accounts.${CONTRACT}.storage.0x1`,
    ],
    ['with a block without a time', { accounts: {}, block: { number: '0x1' } }, 'block.timestamp'],
    ['with a block of text', { accounts: {}, block: 'x' }, 'block'],
    [
      'of a format to come',
      { accounts: {}, rockpool: { ...native, format: 2 } },
      'rockpool.format',
    ],
    [
      'of another coin',
      { accounts: {}, rockpool: { ...native, denomination: 'x' } },
      'rockpool.denomination',
    ],
    ['without the rows of a store', { accounts: {}, rockpool: native }, 'rockpool.rows.acc'],
    ['with a row of no table', withRow('gov', '0xff', '0x01'), 'rockpool.rows.gov.0xff'],
    [
      'with an association with 19 bytes',
      withRow('evm', `0x01${'11'.repeat(20)}`, `0x${'22'.repeat(19)}`),
      `rockpool.rows.evm.0x01${'11'.repeat(20)}`,
    ],
    [
      'with a debt',
      withRow('bank', `0x0214${'11'.repeat(20)}${UATOM}`, '0x0a057561746f6d12022d37'),
      `rockpool.rows.bank.0x0214${'11'.repeat(20)}${UATOM}`,
    ],
    ['whose modules lack their parameters', withRow('gov', '0x30', '0x'), 'rockpool.rows.gov.0x30'],
    [
      'that has nothing of the modules',
      withRow('acc', COUNT, '0x0801'),
      'rockpool.rows.distribution',
    ],
    [
      'with a row that cannot be read',
      withRow('acc', `0x01${'11'.repeat(20)}`, '0xffffff'),
      `rockpool.rows.acc.0x01${'11'.repeat(20)}`,
    ],
  ])('%s', async (_, json, where) => {
    const chain = testChain()
    const { version } = await chain.state.viewAt(latest)
    await expect(loadJson(chain, json)).rejects.toMatchObject({
      details: { code: 'BAD_STATE', where },
    })
    expect((await chain.state.viewAt(latest)).version).toBe(version)
  })

  const gzip = gzipSync('{"accounts":{}}')
  test.each<[string, Uint8Array]>([
    ['that is empty', new Uint8Array(0)],
    ['that is text', utf8('hello')],
    ['that is cut off', gzip.subarray(0, -9)],
    ['whose checksum is wrong', Buffer.concat([gzip.subarray(0, -8), Buffer.alloc(8)])],
    ['that is the gzip of nothing', gzipSync('')],
    ['that is the gzip of half of it', gzipSync('{"accounts":{')],
    ['in damaged hexadecimal text', utf8('0x1f8b0')],
  ])('%s', async (_, bytes) => {
    await expect(unpackDump(bytes)).rejects.toMatchObject({
      details: { code: 'BAD_STATE', where: '' },
    })
  })

  test('that is small and expands enormously', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000))
    expect(bomb.length).toBeLessThan(2000)
    const refusal = { code: 'BAD_STATE', where: '', reason: 'more than 100000 bytes of JSON' }
    await expect(unpackDump(bomb, 100_000)).rejects.toMatchObject({ details: refusal })
  })

  test('with an invalid last row, before any block is mined', async () => {
    const source = testChain()
    await source.mining.mine({ blocks: 40n })
    await source.state.edit((state) => {
      for (let i = 1; i <= 3000; i++)
        state.setBalance(parseAddress(`0x${i.toString(16).padStart(40, '0')}`), 1n)
    })
    const json = JSON.parse(await textOf(source)) as { rockpool: { rows: Record<string, object> } }
    const { rows } = json.rockpool
    const wrong = {
      ...json.rockpool,
      rows: { ...rows, staking: { ...rows.staking, '0xff': '0x' } },
    }
    const chain = testChain()
    const before = await textOf(chain)
    await expect(loadJson(chain, { ...json, rockpool: wrong })).rejects.toMatchObject({
      details: { code: 'BAD_STATE', where: 'rockpool.rows.staking.0xff' },
    })
    expect(await textOf(chain)).toBe(before)
    expect(chain.blocks.latest.number).toBe(0)
    await loadJson(chain, json)
    expect(chain.blocks.latest.number).toBe(40)
  })

  test('with an overflowing balance, before any block is mined', async () => {
    const chain = testChain()
    const block = { number: 9, timestamp: 1 }
    const json = { block, ...withAccount({ balance: `0x1${'0'.repeat(64)}` }) }
    await expect(loadJson(chain, json)).rejects.toMatchObject({ code: 'BAD_STATE' })
    expect(chain.blocks.latest.number).toBe(0)
    expect((await chain.state.viewAt(latest)).state.getBalance(CONTRACT)).toBe(0n)
  })
})
