import { parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { nativePrecompilesOf } from '../../../../src/evm/precompiles/native/nativePrecompiles.ts'
import {
  type Allowance,
  type BasicAllowance,
  decodeAllowance,
  encodeAllowance,
} from '../../../../src/modules/feegrant/allowance.ts'
import { grantAllowance } from '../../../../src/modules/feegrant/allowances.ts'
import { toChecksumAddress } from '../../../../src/primitives/address.ts'
import { type Hex, hexToBytes } from '../../../../src/primitives/encoding/hex.ts'
import type { NativeAddress } from '../../../../src/state/rows/layout.ts'
import { alice, bob, carol } from '../../../support/accounts.ts'
import { probe, through } from '../../../support/precompiles/callers.ts'
import {
  aliceNative,
  bobNative,
  ModuleScene,
  textOf,
} from '../../../support/precompiles/modules.ts'
import { at, interfaceOf, outputOf, PROBE } from '../../../support/precompiles/scene.ts'
import { FULL } from '../../../support/runs.ts'

const abi = parseAbi([
  'struct Grant { string granter; string grantee; bytes allowance; }',
  'struct AllowancesResponse { Grant[] allowances; bytes nextKey; }',
  'function allowance(address granter, address grantee) view returns (Grant)',
  'function allowances(address grantee, bytes pageKey) view returns (AllowancesResponse)',
  'function allowancesByGranter(address granter, bytes pageKey) view returns (AllowancesResponse)',
])
const FEEGRANT = at('1010')

interface Page {
  readonly allowances: readonly { granter: string; grantee: string; allowance: Hex }[]
  readonly nextKey: Hex
}

function scene(): ModuleScene {
  return new ModuleScene(FEEGRANT, abi, nativePrecompilesOf('6.7'))
}

function grantIn(
  here: ModuleScene,
  [granter, grantee]: readonly [NativeAddress, NativeAddress],
  allowance: Allowance,
): void {
  here.scene.change((state) => grantAllowance(state, { granter, grantee }, allowance))
}

const textIn = (bytes: Hex) => Buffer.from(bytes.slice(2), 'hex').toString()
const pageOf = async (here: ModuleScene, name: string, args: readonly unknown[]) =>
  (await here.result(name, args, { gasLimit: 20_000_000n })) as Page

/** As in TestFeegrantQueries. */
const basic: BasicAllowance = { kind: 'basic', spendLimit: [{ denom: 'usei', amount: 1000n }] }
/** In the interface of the real chain (Feegrant.sol). */
const BASIC_JSON =
  '{"@type":"/cosmos.feegrant.v1beta1.BasicAllowance","spend_limit":[{"denom":"usei","amount":"1000"}],"expiration":null}'
const [aliceText, bobText] = [textOf('sei', aliceNative), textOf('sei', bobNative)]

function granted(): ModuleScene {
  const here = scene()
  grantIn(here, [aliceNative, bobNative], basic)
  return here
}

test('only 6.7 has the contract', () => {
  expect(nativePrecompilesOf('6.6').has(FEEGRANT)).toBe(false)
  expect(nativePrecompilesOf('6.7').has(FEEGRANT)).toBe(true)
})

test('queries (feegrant_test.go, TestFeegrantQueries)', async () => {
  const here = granted()
  const grant = {
    granter: aliceText,
    grantee: bobText,
    allowance: `0x${Buffer.from(BASIC_JSON).toString('hex')}`,
  }
  expect(await here.result('allowance', [alice.address, bob.address])).toEqual(grant)
  const all = { allowances: [grant], nextKey: '0x' }
  expect(await here.result('allowances', [bob.address, '0x'])).toEqual(all)
  expect(await here.result('allowancesByGranter', [alice.address, '0x'])).toEqual(all)
  const none = { allowances: [], nextKey: '0x' }
  expect(await here.result('allowances', [alice.address, '0x'])).toEqual(none)
  expect(await here.result('allowancesByGranter', [bob.address, '0x'])).toEqual(none)
})

const unlinked = `address ${toChecksumAddress(carol.address)} is not linked`

test.each([
  [
    'an allowance that does not exist',
    'allowance',
    [bob.address, alice.address],
    'rpc error: code = Internal desc = fee-grant not found: unauthorized',
  ],
  ['a granter without association', 'allowance', [carol.address, bob.address], unlinked],
  ['a grantee without association', 'allowance', [alice.address, carol.address], unlinked],
  ['a grantee without association', 'allowances', [carol.address, '0x'], unlinked],
  ['a granter without association', 'allowancesByGranter', [carol.address, '0x'], unlinked],
  ['the zero address', 'allowance', [at('0'), bob.address], 'invalid addr'],
  ['the zero address', 'allowance', [alice.address, at('0')], 'invalid addr'],
  ['the zero address', 'allowances', [at('0'), '0x'], 'invalid addr'],
  ['the zero address', 'allowancesByGranter', [at('0'), '0x'], 'invalid addr'],
])('refuses %s: %s', async (_what, name, args, reason) => {
  expect(await granted().call(name, args)).toMatchObject({ precompileError: reason })
})

test.each([
  ['allowance', [alice.address, bob.address]],
  ['allowances', [bob.address, '0x']],
  ['allowancesByGranter', [alice.address, '0x']],
])('%s takes no value, and answers static and delegated calls', async (name, args) => {
  const here = granted()
  expect(await here.call(name, args, { value: 1n })).toMatchObject({
    precompileError: 'sending funds to a non-payable function',
  })
  here.scene.change((state) => state.setCode(PROBE, probe.code))
  const data = interfaceOf(abi).encode(name, ...args)
  const direct = outputOf(await here.scene.run({ to: FEEGRANT, data }))
  for (const way of ['staticCall', 'delegateCall']) {
    const outcome = await here.scene.run({ to: PROBE, data: through(way, FEEGRANT, data) })
    const [ok, output] = probe.decode(way, outputOf(outcome)) as [boolean, Hex]
    expect(ok).toBe(true)
    expect(hexToBytes(output)).toEqual(direct)
  }
})

describe('the JSON of an allowance', () => {
  const coin = (amount: bigint) => [{ denom: 'usei', amount }]
  const periodic: Allowance = {
    kind: 'periodic',
    basic: { kind: 'basic', spendLimit: [], expiration: 1_709_251_199n },
    period: 3600n,
    periodSpendLimit: coin(10n),
    periodCanSpend: [],
    periodReset: 1_709_251_199n,
  }
  const PERIODIC_JSON =
    '{"@type":"/cosmos.feegrant.v1beta1.PeriodicAllowance","basic":{"spend_limit":[],"expiration":"2024-02-29T23:59:59Z"},"period":"3600s","period_spend_limit":[{"denom":"usei","amount":"10"}],"period_can_spend":[],"period_reset":"2024-02-29T23:59:59Z"}'

  test('times before 1970', async () => {
    const here = scene()
    // Go's zero of a time, and the smallest one of a message.
    for (const [grantee, periodReset] of [
      [bobNative, -62_135_596_800n],
      [aliceNative, -(2n ** 63n)],
    ] as const) {
      const early = { ...periodic, periodReset }
      expect(decodeAllowance(encodeAllowance(early))).toEqual(early)
      grantIn(here, [bobNative, grantee], early)
    }
    const { allowances } = await pageOf(here, 'allowancesByGranter', [bob.address, '0x'])
    expect(allowances.map(({ allowance }) => JSON.parse(textIn(allowance)).period_reset)).toEqual([
      '0001-01-01T00:00:00Z',
      '0001-01-01T00:00:00Z',
    ])
  })

  test.each<readonly [string, Allowance, string]>([
    ['BasicAllowance', basic, BASIC_JSON],
    ['PeriodicAllowance', periodic, PERIODIC_JSON],
    [
      'AllowedMsgAllowance',
      {
        kind: 'allowedMsg',
        allowance: periodic,
        messages: ['/cosmos.bank.v1beta1.MsgSend', '<&>'],
      },
      // Go's encoding/json escapes characters of HTML.
      `{"@type":"/cosmos.feegrant.v1beta1.AllowedMsgAllowance","allowance":${PERIODIC_JSON},"allowed_messages":["/cosmos.bank.v1beta1.MsgSend","\\u003c\\u0026\\u003e"]}`,
    ],
  ])('%s', async (_kind, allowance, json) => {
    const here = scene()
    grantIn(here, [aliceNative, bobNative], allowance)
    const grant = await here.result('allowance', [alice.address, bob.address])
    expect(textIn((grant as Page['allowances'][number]).allowance)).toBe(json)
  })
})

/** The native account of a number. */
const account = (number: number) => `0x${number.toString(16).padStart(40, '0')}` as NativeAddress
/** The bytes of an account in a key. */
const keyOf = (native: NativeAddress) => `14${native.slice(2)}`

describe('pages of 100', () => {
  test('of a grantee: the key of a page is behind the grantee', async () => {
    const here = scene()
    for (let i = 1; i <= 102; i++) grantIn(here, [account(i), bobNative], basic)
    // Rows of other grantees are neither read nor counted.
    grantIn(here, [account(1), aliceNative], basic)
    const first = await pageOf(here, 'allowances', [bob.address, '0x'])
    expect(first.allowances.map(({ granter }) => granter)).toEqual(
      Array.from({ length: 100 }, (_, i) => textOf('sei', account(i + 1))),
    )
    expect(first.nextKey).toBe(`0x${keyOf(account(101))}`)
    const second = await pageOf(here, 'allowances', [bob.address, first.nextKey])
    expect(second.allowances.map(({ granter }) => granter)).toEqual([
      textOf('sei', account(101)),
      textOf('sei', account(102)),
    ])
    expect(second.nextKey).toBe('0x')
    expect(await pageOf(here, 'allowances', [bob.address, '0xff'])).toMatchObject({
      allowances: [],
      nextKey: '0x',
    })
  })

  test('of a granter: later pages end before the next row, also of another one', async () => {
    const here = scene()
    // Rows of alice, each followed by one of bob.
    for (let i = 1; i <= 202; i++) {
      grantIn(here, [aliceNative, account(2 * i)], basic)
      grantIn(here, [bobNative, account(2 * i + 1)], basic)
    }
    const ask = (pageKey: string) => pageOf(here, 'allowancesByGranter', [alice.address, pageKey])
    const numbers = (from: number) =>
      Array.from({ length: 100 }, (_, i) => textOf('sei', account(2 * (from + i))))
    const first = await ask('0x')
    expect(first.allowances.map(({ grantee }) => grantee)).toEqual(numbers(1))
    expect(first.nextKey).toBe(`0x${keyOf(account(202))}${keyOf(aliceNative)}`)
    const second = await ask(first.nextKey)
    expect(second.allowances.map(({ grantee }) => grantee)).toEqual(numbers(101))
    expect(second.nextKey).toBe(`0x${keyOf(account(401))}${keyOf(bobNative)}`)
    const third = await ask(second.nextKey)
    expect(third.allowances).toHaveLength(2)
    expect(third.nextKey).toBe('0x')
  })

  test.runIf(FULL)('of a granter: at most 10,000 rows are read', async () => {
    const here = scene()
    for (let i = 1; i <= 10_000; i++) grantIn(here, [bobNative, account(i)], basic)
    const ask = (pageKey: string) => {
      const call = { gasLimit: 20_000_000n }
      return here.call('allowancesByGranter', [alice.address, pageKey], call)
    }
    const start = `0x${keyOf(account(1))}`
    for (const key of ['0x', start]) expect(await ask(key)).toMatchObject({ kind: 'success' })
    grantIn(here, [bobNative, account(10_001)], basic)
    const refused = (hint: string) => ({
      precompileError: `rpc error: code = Internal desc = rpc error: code = InvalidArgument desc = scanned more than 10000 entries without filling the page; ${hint}`,
    })
    expect(await ask('0x')).toMatchObject(refused('use key-based pagination instead'))
    expect(await ask(start)).toMatchObject(
      refused('use a more specific key prefix or reduce limit'),
    )
  })

  test.runIf(FULL).each([
    [10_000, true],
    [10_001, false],
  ])('of a granter: whether row %i behind a page is the next', async (place, isFound) => {
    const here = scene()
    const last = 100 + place
    for (let i = 1; i <= last; i++) {
      grantIn(here, [i <= 100 || i === last ? aliceNative : bobNative, account(i)], basic)
    }
    const page = await pageOf(here, 'allowancesByGranter', [alice.address, '0x'])
    expect(page.allowances).toHaveLength(100)
    const next = `0x${keyOf(account(last))}${keyOf(aliceNative)}`
    expect(page.nextKey).toBe(isFound ? next : '0x')
  })
})

describe('gas (store/gaskv, decode_cost.go)', () => {
  // 1,000 for the input, and 3 a byte of it: a selector, and two or three words.
  const [twoWords, threeWords] = [1000n + 3n * 68n, 1000n + 3n * 100n]
  // A read of 21 bytes of key and 20 of value.
  const association = 1000n + 3n * 41n
  // The key: a prefix, and two addresses with their sizes. The value: twice 44 bytes of address, 41
  // of type URL, 16 of the coin, and 2 before the Any.
  const row = 3n * (43n + 88n + 41n + 16n + 2n)

  test('one allowance', async () => {
    const here = granted()
    expect(await here.call('allowance', [alice.address, bob.address])).toMatchObject({
      gasUsed: twoWords + 2n * association + 1000n + row,
    })
  })

  test('an iterator pays twice for the first row', async () => {
    const here = granted()
    const before = threeWords + association
    const lists = [
      ['allowances', bob.address],
      ['allowancesByGranter', alice.address],
    ] as const
    for (const [name, address] of lists) {
      expect(await here.call(name, [address, '0x'])).toMatchObject({
        gasUsed: before + 2n * (30n + row),
      })
    }
    grantIn(here, [account(1), bobNative], basic)
    for (const [name, address] of lists) {
      expect(await here.call(name, [address, '0x'])).toMatchObject({
        gasUsed: before + 3n * (30n + row),
      })
    }
    expect(await here.call('allowances', [alice.address, '0x'])).toMatchObject({
      gasUsed: before + 30n,
    })
  })

  test('too little consumes all', async () => {
    const call = { gasLimit: 5000n }
    expect(await granted().call('allowance', [alice.address, bob.address], call)).toMatchObject({
      kind: 'halt',
      reason: 'out of gas',
      gasUsed: 5000n,
    })
  })
})
