import { type Abi, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { nativePrecompilesOf } from '../../../../src/evm/precompiles/native/nativePrecompiles.ts'
import { grant, grantKind } from '../../../../src/modules/authz/grants.ts'
import { registerNativePointer } from '../../../../src/modules/evm/pointers.ts'
import { parseOperator } from '../../../../src/modules/operatorAddress.ts'
import { rowOf } from '../../../../src/modules/rows.ts'
import { delegationKind } from '../../../../src/modules/staking/delegation.ts'
import { delegate } from '../../../../src/modules/staking/staking.ts'
import { accountKind, castAddress, coinKind } from '../../../../src/state/rows/layout.ts'
import { alice, bob } from '../../../support/accounts.ts'
import {
  aliceNative,
  bobNative,
  ModuleScene,
  START,
  v0,
  v1,
} from '../../../support/precompiles/modules.ts'
import { at, interfaceOf } from '../../../support/precompiles/scene.ts'

// store/gaskv/store.go: an iterator pays for the first row when it begins, and for each row when it
// leaves it: 30, and 3 for each byte. A read costs 1000 and 3 for each byte.
const READ = 1000n
const read = (...sizes: readonly number[]) => READ + bytes(...sizes)
const bytes = (...sizes: readonly number[]) => 3n * BigInt(sizes.reduce((a, b) => a + b, 0))
const iterate = (sizes: readonly number[]) => {
  const [first] = sizes
  const steps = first === undefined ? [] : [first, ...sizes]
  return steps.reduce((sum, size) => sum + 30n + bytes(size), steps.length === 0 ? 30n : 0n)
}
const ASSOCIATION = read(21, 20)
const GAS = { gasLimit: 10n ** 8n }
const denoms = ['uatom', 'uosmo', 'usei']

const bankAbi = parseAbi([
  'struct Coin { uint256 amount; string denom; }',
  'function all_balances(address acc) view returns (Coin[])',
  'function spendableBalances(address acc, bytes pageKey) view returns (Coin[] balances, bytes nextKey)',
])

function scene(digits: string, abi: Abi, version: '6.6' | '6.7') {
  const here = new ModuleScene(at(digits), abi, nativePrecompilesOf(version))
  here.scene.change((state) => {
    for (const denom of ['uatom', 'uosmo']) state.mintCoins(aliceNative, denom, 7n)
  })
  return here
}

/** Bytes of the coins of alice, keys and values. */
function coinSizes({ scene: { state } }: ModuleScene): readonly number[] {
  return denoms.map((denom) => {
    const kind = coinKind(denom)
    return 22 + denom.length + kind.encode(state.get(kind, aliceNative) ?? 0n).length
  })
}

test('coins of an account are one iterator', async () => {
  const here = scene('1001', bankAbi, '6.6')
  const coins = [
    { amount: 7n, denom: 'uatom' },
    { amount: 7n, denom: 'uosmo' },
    { amount: 100_000_000n, denom: 'usei' },
  ]
  expect(await here.result('all_balances', [alice.address])).toEqual(coins)
  expect(await here.call('all_balances', [alice.address])).toMatchObject({
    kind: 'success',
    gasUsed: ASSOCIATION + iterate(coinSizes(here)),
  })
})

test('an account without coins costs a step', async () => {
  const here = scene('1001', bankAbi, '6.6')
  const stranger = at('77')
  expect(await here.call('all_balances', [stranger])).toMatchObject({
    gasUsed: read(21) + 30n,
  })
})

test('spendableBalances reads a page, all coins and the account', async () => {
  const here = scene('1001', bankAbi, '6.7')
  const { state } = here.scene
  const accounts = accountKind(state.names.bech32Prefix)
  const found = state.get(accounts, aliceNative)
  const account = 21 + (found === undefined ? 0 : accounts.encode(found).length)
  const sizes = coinSizes(here)
  const costOf = async (pageKey: string, page: readonly number[]) => {
    const data = interfaceOf(bankAbi).encode('spendableBalances', alice.address, pageKey)
    const decoding = read(data.length)
    const gas = decoding + ASSOCIATION + iterate(page) + iterate(sizes) + read(account)
    const outcome = await here.call('spendableBalances', [alice.address, pageKey])
    return [outcome.gasUsed, gas]
  }
  for (const [key, page] of [
    ['0x', sizes],
    [`0x${Buffer.from('uosmo').toString('hex')}`, sizes.slice(1)],
    [`0x${Buffer.from('z').toString('hex')}`, []],
  ] as const) {
    const [used, expected] = await costOf(key, page)
    expect(used, key).toBe(expected)
  }
})

const grantAbi = parseAbi([
  'struct Grant { string granter; string grantee; bytes authorization; int64 expiration; }',
  'function granterGrants(address granter, bytes pageKey) view returns ((Grant[] grants, bytes nextKey))',
  'function granteeGrants(address grantee, bytes pageKey) view returns ((Grant[] grants, bytes nextKey))',
])
const TYPE_URL = '/cosmos.gov.v1beta1.MsgVote'
const many = Array.from({ length: 130 }, (_, i) => castAddress(at((i + 1).toString(16))))

interface Grants {
  readonly grants: readonly unknown[]
  readonly nextKey: string
}

test('keys of pages of grants are what follows the prefix of the list', async () => {
  const here = scene('100e', grantAbi, '6.7')
  here.scene.change((state) => {
    const generic = { kind: 'generic', typeUrl: TYPE_URL } as const
    for (const other of many) {
      grant(state, { granter: aliceNative, grantee: other }, [generic], START + 1n)
      grant(state, { granter: other, grantee: bobNative }, [generic], START + 1n)
    }
  })
  const hundredth = (many[100] ?? '0x').slice(2)
  const url = Buffer.from(TYPE_URL).toString('hex')
  const first = (await here.result('granterGrants', [alice.address, '0x'], GAS)) as Grants
  expect(first.grants).toHaveLength(100)
  expect(first.nextKey).toBe(`0x14${hundredth}${url}`)
  const next = await here.result('granterGrants', [alice.address, first.nextKey], GAS)
  expect(next).toMatchObject({ grants: { length: 30 }, nextKey: '0x' })

  const theirs = (await here.result('granteeGrants', [bob.address, '0x'], GAS)) as Grants
  expect(theirs.grants).toHaveLength(100)
  expect(theirs.nextKey).toBe(`0x14${hundredth}14${bobNative.slice(2)}${url}`)
  const rest = await here.result('granteeGrants', [bob.address, theirs.nextKey], GAS)
  expect(rest).toMatchObject({ grants: { length: 30 }, nextKey: '0x' })
})

test('a list of grants costs its iterator', async () => {
  const here = scene('100e', grantAbi, '6.7')
  here.scene.change((state) => {
    const generic = { kind: 'generic', typeUrl: TYPE_URL } as const
    grant(state, { granter: aliceNative, grantee: bobNative }, [generic], START + 1n)
  })
  const row = rowOf(aliceNative, bobNative) + TYPE_URL
  const found = here.scene.state.get(grantKind, row)
  if (found === undefined) throw new Error('no grant')
  const size = 43 + TYPE_URL.length + grantKind.encode(found).length
  const data = interfaceOf(grantAbi).encode('granterGrants', alice.address, '0x')
  expect(await here.call('granterGrants', [alice.address, '0x'])).toMatchObject({
    kind: 'success',
    gasUsed: read(data.length) + ASSOCIATION + iterate([size]),
  })
})

test('a pointer is looked for with an iterator', async () => {
  const abi = parseAbi([
    'function getNativePointer(string token) view returns (address addr, uint16 version, bool exists)',
  ])
  const here = new ModuleScene(at('100a'), abi, nativePrecompilesOf('6.7'))
  here.scene.change((state) => registerNativePointer(state, 'uatom', at('99')))
  for (const [token, seek] of [
    ['uatom', 30n + bytes(2, 'uatom'.length, 2, 20)],
    ['uosmo', 30n],
  ] as const) {
    const data = interfaceOf(abi).encode('getNativePointer', token)
    expect(await here.call('getNativePointer', [token])).toMatchObject({
      kind: 'success',
      gasUsed: read(data.length, token.length) + seek,
    })
  }
})

test('validators of a delegator are one iterator', async () => {
  const abi = parseAbi([
    'function delegatorValidators(address delegatorAddress) view returns (string[])',
  ])
  const here = new ModuleScene(at('1007'), abi, nativePrecompilesOf('6.7'))
  const data = interfaceOf(abi).encode('delegatorValidators', alice.address)
  const gasOf = async () => (await here.call('delegatorValidators', [alice.address])).gasUsed
  expect(await gasOf()).toBe(read(data.length) + ASSOCIATION + 30n)
  const operators = [v0, v1].map((validator) => parseOperator(here.scene.state, validator))
  here.scene.change((state) => {
    for (const operator of operators) {
      delegate(state, { delegator: aliceNative, operator, amount: 5n }, { time: START, height: 1n })
    }
  })
  const sizes = operators.map((operator) => {
    const row = here.scene.state.get(delegationKind, rowOf(aliceNative, operator))
    return 43 + (row === undefined ? 0 : delegationKind.encode(row).length)
  })
  expect(await gasOf()).toBe(read(data.length) + ASSOCIATION + iterate(sizes))
})
