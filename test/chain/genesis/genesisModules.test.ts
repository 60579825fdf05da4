import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createGenesisBlock } from '../../../src/chain/genesis/genesisBlock.ts'
import { genesisDigest } from '../../../src/chain/genesis/genesisDigest.ts'
import { parseGenesis } from '../../../src/chain/genesis/parseGenesis.ts'
import { balanceOf, supplyOf } from '../../../src/modules/bank/bank.ts'
import { metadataOf } from '../../../src/modules/bank/bankMetadata.ts'
import { rewardsOf } from '../../../src/modules/distribution/distribution.ts'
import { endBlock } from '../../../src/modules/endBlock.ts'
import { bondedPoolAccount, distributionAccount } from '../../../src/modules/moduleAccounts.ts'
import { rateKind } from '../../../src/modules/oracle/oracle.ts'
import { validatorStatus, validatorsOf } from '../../../src/modules/staking/validator.ts'
import { bech32ToBytes } from '../../../src/primitives/encoding/bech32.ts'
import { bytesToHex } from '../../../src/primitives/encoding/hex.ts'
import { type NativeAddress, storeNames } from '../../../src/state/rows/layout.ts'
import type { KeyChange } from '../../../src/state/rows/stateTable.ts'
import { createStateDatabase } from '../../../src/state/stateDatabase.ts'

const dev = JSON.parse(
  readFileSync(new URL('../../../genesis/dev.json', import.meta.url), 'utf8'),
) as object

/** What lies in a state after a genesis, and the store changes that made it. */
function genesisOf(json: unknown) {
  const genesis = parseGenesis(json)
  const states = createStateDatabase(genesis.native)
  createGenesisBlock(genesis, states)
  return { genesis, state: states.newest }
}

const nativeOf = (text: string) => bytesToHex(bech32ToBytes('sei', text)) as NativeAddress

describe('the development chain', () => {
  const { state } = genesisOf(dev)
  const operator = nativeOf('sei14flvw0x8fstzly79tacgsulxvkpv858qyw309j')

  test('has a bonded validator with a self-delegation', () => {
    const [[found, validator] = []] = validatorsOf(state)
    expect(found).toBe(operator)
    expect(validator).toMatchObject({
      moniker: 'dev',
      status: validatorStatus.bonded,
      tokens: 1_000_000_000_000n,
    })
    expect(balanceOf(state, bondedPoolAccount, 'usei')).toBe(1_000_000_000_000n)
  })

  test('includes its stake and rewards in the supply', () => {
    // Ten accounts with 10000 SEI, what is delegated, and the rewards of a year.
    expect(supplyOf(state, 'usei')).toBe(100_000_000_000n + 1_000_000_000_000n + 50_000_000_000n)
    expect(balanceOf(state, distributionAccount, 'usei')).toBe(50_000_000_000n)
    // They begin with block 1, whenever that is.
    const first = { time: 1_900_000_000n, height: 1n }
    const year = { time: first.time + 31_536_000n, height: 2n }
    expect(rewardsOf(state, operator, first)).toEqual([{ operator, coins: [] }])
    endBlock(state, first)
    expect(rewardsOf(state, operator, first)).toEqual([{ operator, coins: [] }])
    // Less a commission of a twentieth.
    expect(rewardsOf(state, operator, year)).toEqual([
      { operator, coins: [{ denom: 'usei', amount: 47_500_000_000n * 10n ** 18n }] },
    ])
  })

  test('has a second denomination, and metadata for both', () => {
    const first = nativeOf('sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc')
    expect(balanceOf(state, first, 'uatom')).toBe(1_000_000_000n)
    expect(metadataOf(state, 'uatom')?.symbol).toBe('ATOM')
    expect(metadataOf(state, 'usei')).toMatchObject({ display: 'sei', name: 'Sei', symbol: 'SEI' })
    expect([...state.ids(rateKind)]).toEqual(['uatom', 'usei'])
  })
})

test.each([
  ['uxyz', 'xyz', 'Xyz', 'XYZ'],
  ['gold', 'Mgold', 'Mgold', 'MGOLD'],
])('a million %s are one %s', (denomination, display, name, symbol) => {
  const { state } = genesisOf({ alloc: {}, native: { denomination } })
  expect(metadataOf(state, denomination)).toEqual({
    description: '',
    units: [
      { denomination, exponent: 0 },
      { denomination: display, exponent: 6 },
    ],
    base: denomination,
    display,
    name,
    symbol,
  })
})

test('no store is empty, for any genesis', () => {
  const genesis = parseGenesis({ alloc: {} })
  const states = createStateDatabase(genesis.native)
  const changes: KeyChange[] = []
  const { newest } = states
  const drain = newest.drain.bind(newest)
  newest.drain = () => {
    const drained = drain()
    changes.push(...drained)
    return drained
  }
  createGenesisBlock(genesis, states)
  expect([...new Set(changes.map(({ store }) => store))].sort()).toEqual([...storeNames].sort())
})

test('labels affect neither the chain nor the digest', () => {
  const [bare, named] = [{}, { labels: { [`0x${'ab'.repeat(20)}`]: 'vault' } }].map((members) => {
    return genesisDigest(parseGenesis({ alloc: {}, ...members }))
  })
  expect(named).toEqual(bare)
})

test('the digest covers every section', () => {
  const digestOf = (native: object) =>
    bytesToHex(genesisDigest(parseGenesis({ alloc: {}, native })))
  const natives = [
    {},
    { denominations: [{ ...metadata, name: 'X' }] },
    { denominations: [metadata] },
    { staking: { params: { maxEntries: 3 } } },
    { gov: { params: { votingPeriod: 3 } } },
    { oracle: { rates: { uatom: '1' } } },
  ]
  expect(new Set(natives.map(digestOf)).size).toBe(natives.length)
})

const metadata = {
  base: 'uatom',
  display: 'uatom',
  name: 'Atom',
  symbol: 'ATOM',
  units: [{ denom: 'uatom', exponent: 0 }],
}
