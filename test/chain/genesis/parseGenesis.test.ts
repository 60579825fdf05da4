import { readFileSync } from 'node:fs'
import { fc, test as property } from '@fast-check/vitest'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { GenesisError } from '../../../src/chain/errors.ts'
import type { Genesis } from '../../../src/chain/genesis/genesis.ts'
import { parseGenesis } from '../../../src/chain/genesis/parseGenesis.ts'
import { bech32ToBytes, bytesToBech32 } from '../../../src/primitives/encoding/bech32.ts'
import { bytesToHex } from '../../../src/primitives/encoding/hex.ts'
import { runs } from '../../support/runs.ts'

type Json = Record<string, unknown>

const matchesSchema = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
  readJson('../../../docs/genesis.schema.json') as Json,
)

const ALICE = `0x${'a1'.repeat(20)}`
const BOB = `0x${'b0'.repeat(20)}`
const ALICE_NATIVE = bytesToBech32('sei', new Uint8Array(20).fill(1))
const BOB_NATIVE = bytesToBech32('sei', new Uint8Array(20).fill(2))
const OTHER_PREFIX = bytesToBech32('cosmos', new Uint8Array(20).fill(1))
const LONG_NATIVE = bytesToBech32('sei', new Uint8Array(32).fill(1))
const hexOf = (text: string) => bytesToHex(bech32ToBytes('sei', text))
const WITH_ASSOCIATIONS = (associations: unknown) => ({ alloc: {}, native: { associations } })
const OPERATOR = bytesToBech32('seivaloper', new Uint8Array(20).fill(1))
const OTHER_OPERATOR = bytesToBech32('seivaloper', new Uint8Array(20).fill(2))
const KEY = `0x${'01'.repeat(32)}`
const COMMISSION = { rate: '0.05', maxRate: '0.2', maxChangeRate: '0.01' }
const VALIDATOR = {
  operatorAddress: OPERATOR,
  consensusPubkey: KEY,
  moniker: 'one',
  commission: COMMISSION,
  tokens: '2000000',
}
const METADATA = {
  base: 'uatom',
  display: 'atom',
  name: 'Atom',
  symbol: 'ATOM',
  units: [
    { denom: 'uatom', exponent: 0 },
    { denom: 'atom', exponent: 6 },
  ],
}
const WITH_NATIVE = (native: Json) => ({ alloc: {}, native })
const WITH_VALIDATOR = (changes: Json) =>
  WITH_NATIVE({ staking: { validators: [{ ...VALIDATOR, ...changes }] } })
const WITH_METADATA = (changes: Json) =>
  WITH_NATIVE({ denominations: [{ ...METADATA, ...changes }] })
const WITH_REWARDS = (...rewards: readonly Json[]) =>
  WITH_NATIVE({ staking: { validators: [VALIDATOR] }, distribution: { rewards } })
const WITH_CONFIG = (config: unknown) => ({ alloc: {}, config })
const WITH_COINS = (coins: unknown) => ({
  alloc: {},
  native: { balances: [{ address: ALICE_NATIVE, coins }] },
})

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
}

function refusalOf(json: unknown): { field: string; reason: string } | undefined {
  try {
    parseGenesis(json)
    return undefined
  } catch (thrown) {
    if (thrown instanceof GenesisError) return thrown.details
    throw thrown
  }
}

function accountOf(genesis: Genesis, address: string) {
  return [...genesis.alloc].find(([key]) => key === address)?.[1]
}

describe('valid files', () => {
  const good: readonly (readonly [string, Json])[] = [
    ['the least file', { alloc: {} }],
    ['the development chain', readJson('../../../genesis/dev.json') as Json],
    [
      'what geth dumps',
      {
        config: {
          chainId: 1337,
          homesteadBlock: 0,
          daoForkBlock: null,
          eip150Block: 0,
          ethash: {},
          shanghaiTime: 0,
          terminalTotalDifficulty: 58750000000000000000000,
          terminalTotalDifficultyPassed: true,
          depositContractAddress: ALICE,
          blobSchedule: { cancun: { target: 3, max: 6, baseFeeUpdateFraction: 3338477 } },
        },
        nonce: '0x42',
        timestamp: '0x0',
        extraData: '0x11bbe8db4e347b4e8c937c1c8370e4b5ed33adb3db69cbdb7a38e1e50b1b82fa',
        gasLimit: '0x47b760',
        difficulty: '0x400000000',
        mixHash: `0x${'00'.repeat(32)}`,
        coinbase: `0x${'00'.repeat(20)}`,
        alloc: {
          [ALICE.slice(2)]: { balance: '0x0000de0b6b3a7640000' },
          [BOB]: {
            balance: 5,
            nonce: '7',
            code: '0x6001',
            storage: { '0x1': '0x02', '03': '0x0' },
          },
        },
        number: '0x0',
        gasUsed: '0x0',
        parentHash: `0x${'00'.repeat(32)}`,
        baseFeePerGas: null,
        excessBlobGas: null,
        blobGasUsed: null,
      },
    ],
    [
      'a whole native section',
      {
        alloc: {},
        native: {
          bech32Prefix: 'sei',
          denomination: 'usei',
          feeMarket: { minimumFeePerGas: 1, maximumFeePerGas: '0x2', fixed: true },
          associations: [{ evmAddress: ALICE, nativeAddress: BOB_NATIVE }],
          balances: [
            {
              address: ALICE_NATIVE,
              coins: [
                { denom: 'usei', amount: '12' },
                { denom: 'factory/sei1abc/gold', amount: 1 },
              ],
            },
          ],
          denominations: [METADATA],
          staking: {
            params: {
              unbondingTime: 60,
              maxValidators: 5,
              maxEntries: '2',
              historicalEntries: 0,
              minCommissionRate: '0.01',
            },
            validators: [
              VALIDATOR,
              {
                ...VALIDATOR,
                operatorAddress: OTHER_OPERATOR,
                consensusPubkey: `0x${'02'.repeat(32)}`,
                minSelfDelegation: 7,
                jailed: true,
              },
            ],
          },
          slashing: {
            params: {
              signedBlocksWindow: 100,
              minSignedPerWindow: '0.5',
              downtimeJailDuration: '60',
              slashFractionDoubleSign: '1',
              slashFractionDowntime: '0',
            },
          },
          distribution: {
            rewards: [
              { validatorAddress: OPERATOR, coins: [{ denom: 'uatom', amount: 3 }], seconds: 9 },
            ],
          },
          gov: {
            params: {
              minDeposit: [{ denom: 'usei', amount: 5 }],
              maxDepositPeriod: 10,
              votingPeriod: '20',
              quorum: '0.1',
              threshold: '0.6',
              vetoThreshold: '1',
            },
          },
          oracle: { rates: { uatom: '8.5' } },
        },
      },
    ],
    ['names of addresses', { alloc: {}, labels: { [ALICE]: 'vault', [BOB.slice(2)]: 'Bob’s' } }],
  ]

  test.each(good)('%s satisfies parser and schema', (_, json) => {
    expect(refusalOf(json)).toBeUndefined()
    expect(matchesSchema(json), JSON.stringify(matchesSchema.errors)).toBe(true)
  })

  test('accepts all forms of quantities that geth accepts', () => {
    const genesis = parseGenesis(good[2]?.[1])
    expect(genesis.chainId).toBe(1337n)
    expect(genesis.gasLimit).toBe(4_700_000n)
    expect(genesis.difficulty).toBe(0x400000000n)
    expect(bytesToHex(genesis.nonce)).toBe('0x0000000000000042')
    expect(accountOf(genesis, ALICE)?.balance).toBe(0xde0b6b3a7640000n)
    expect(accountOf(genesis, BOB)).toMatchObject({ balance: 5n, nonce: 7n })
  })

  test('reads fork numbers without the chain id', () => {
    expect(parseGenesis({ config: { chainId: 5 }, alloc: {} }).config).toEqual({})
    const config = { homesteadBlock: '0x1', shanghaiTime: '12', daoForkBlock: null }
    expect(parseGenesis({ config, alloc: {} }).config).toEqual({
      homesteadBlock: 1,
      shanghaiTime: 12,
    })
  })

  test.each([
    { bpo1Time: 5, bpo5Time: 6 },
    { homesteadBlock: 0, londonBlock: 7, shanghaiTime: 0, pragueTime: 0 },
    { berlinBlock: 7, londonBlock: '0x7', cancunTime: '9', osakaTime: 9 },
    { daoForkBlock: 1, eip150Block: 2, londonBlock: null, petersburgBlock: 2 },
    { amsterdamTime: null, enableVerkleAtGenesis: false, enableUBTAtGenesis: null },
    { osakaTime: '0xffffffffffffffff', bpo1Time: '0xffffffffffffffff' },
  ])('forks may be absent and may start together: %j', (config) => {
    const json = WITH_CONFIG(config)
    expect(refusalOf(json)).toBeUndefined()
    expect(matchesSchema(json), JSON.stringify(matchesSchema.errors)).toBe(true)
  })

  test('storage is 32-byte pairs without zero values', () => {
    const storage = accountOf(parseGenesis(good[2]?.[1]), BOB)?.storage
    const text = storage?.map(([slot, word]) => [bytesToHex(slot), bytesToHex(word)])
    expect(text).toEqual([[`0x${'1'.padStart(64, '0')}`, `0x${'2'.padStart(64, '0')}`]])
  })

  test('default fee limits include the base fee', () => {
    const limits = (baseFeePerGas: string) =>
      parseGenesis({ alloc: {}, baseFeePerGas }).native.feeMarket
    expect(limits('7').minimumFeePerGas).toBe(7n)
    expect(limits('0').minimumFeePerGas).toBe(0n)
    expect(limits('2000000000').minimumFeePerGas).toBe(1_000_000_000n)
    expect(limits('9000000000000').maximumFeePerGas).toBe(9_000_000_000_000n)
  })
})

/** File, field that must be named, and whether the schema sees it too. */
const bad: readonly (readonly [unknown, string, 'schema' | 'parser only'])[] = [
  [null, '', 'schema'],
  [[], '', 'schema'],
  ['0x', '', 'schema'],
  [{}, 'alloc', 'schema'],
  [{ alloc: null }, 'alloc', 'schema'],
  [{ alloc: [] }, 'alloc', 'schema'],
  [{ alloc: {}, gaslimit: 5 }, 'gaslimit', 'schema'],
  [{ alloc: {}, labels: { bob: 'x' } }, 'labels.bob', 'schema'],
  [{ alloc: {}, labels: { [ALICE]: '' } }, `labels.${ALICE}`, 'schema'],
  [{ alloc: {}, labels: { [ALICE]: 'two words' } }, `labels.${ALICE}`, 'schema'],
  [{ alloc: {}, 'a\nb': 5 }, '"a\\nb"', 'schema'],
  [JSON.parse('{"alloc":{},"__proto__":1}'), '__proto__', 'schema'],
  [{ alloc: {}, config: { shangaiTime: 0 } }, 'config.shangaiTime', 'schema'],
  [{ alloc: {}, config: { shanghaiTime: -1 } }, 'config.shanghaiTime', 'schema'],
  [{ alloc: {}, config: { chainId: 0 } }, 'config.chainId', 'schema'],
  [{ alloc: {}, config: { chainId: '0x20000000000000' } }, 'config.chainId', 'parser only'],
  [
    { alloc: {}, config: { blobSchedule: { cancun: { max: 'x' } } } },
    'config.blobSchedule.cancun.max',
    'schema',
  ],
  [WITH_CONFIG({ amsterdamTime: 0 }), 'config.amsterdamTime', 'schema'],
  [WITH_CONFIG({ bogotaTime: 1 }), 'config.bogotaTime', 'schema'],
  [WITH_CONFIG({ verkleTime: '0x0' }), 'config.verkleTime', 'schema'],
  [WITH_CONFIG({ ubtTime: 2 ** 40 }), 'config.ubtTime', 'schema'],
  [WITH_CONFIG({ enableVerkleAtGenesis: true }), 'config.enableVerkleAtGenesis', 'schema'],
  [WITH_CONFIG({ enableUBTAtGenesis: true }), 'config.enableUBTAtGenesis', 'schema'],
  [WITH_CONFIG({ pragueTime: 0, cancunTime: 100 }), 'config.pragueTime', 'parser only'],
  [WITH_CONFIG({ londonBlock: 5, berlinBlock: 7 }), 'config.londonBlock', 'parser only'],
  [WITH_CONFIG({ eip150Block: 0, daoForkBlock: 1 }), 'config.eip150Block', 'parser only'],
  [WITH_CONFIG({ shanghaiTime: 3, osakaTime: 2 }), 'config.osakaTime', 'parser only'],
  [WITH_CONFIG({ osakaTime: 3, bpo2Time: 2 }), 'config.bpo2Time', 'parser only'],
  [
    WITH_CONFIG({ cancunTime: '0xffffffffffffffff', pragueTime: '0xfffffffffffffffe' }),
    'config.pragueTime',
    'parser only',
  ],
  [{ alloc: {}, gasLimit: 0 }, 'gasLimit', 'schema'],
  [{ alloc: {}, gasLimit: '0x00' }, 'gasLimit', 'schema'],
  [{ alloc: {}, gasLimit: 1.5 }, 'gasLimit', 'schema'],
  [{ alloc: {}, timestamp: 'now' }, 'timestamp', 'schema'],
  [{ alloc: {}, timestamp: '0x' }, 'timestamp', 'schema'],
  [{ alloc: {}, number: `0x${(2n ** 52n + 1n).toString(16)}` }, 'number', 'parser only'],
  [{ alloc: {}, nonce: `0x1${'0'.repeat(16)}` }, 'nonce', 'parser only'],
  [{ alloc: {}, extraData: `0x${'00'.repeat(65_537)}` }, 'extraData', 'parser only'],
  [{ alloc: {}, extraData: '0x0' }, 'extraData', 'schema'],
  [{ alloc: {}, mixHash: '0x00' }, 'mixHash', 'schema'],
  [{ alloc: {}, coinbase: '0x00' }, 'coinbase', 'schema'],
  [{ alloc: { '0xabc': {} } }, 'alloc.0xabc', 'schema'],
  [{ alloc: { gr: null } }, 'alloc.gr', 'schema'],
  [{ alloc: { [ALICE]: { storage: { gr: null } } } }, `alloc.${ALICE}.storage.gr`, 'schema'],
  [{ alloc: { [ALICE]: { balance: 'ten' } } }, `alloc.${ALICE}.balance`, 'schema'],
  [{ alloc: { [ALICE]: { balance: 1e22 } } }, `alloc.${ALICE}.balance`, 'schema'],
  [
    { alloc: { [ALICE]: { balance: `0x1${'0'.repeat(64)}` } } },
    `alloc.${ALICE}.balance`,
    'parser only',
  ],
  [{ alloc: { [ALICE]: { balnce: 1 } } }, `alloc.${ALICE}.balnce`, 'schema'],
  [{ alloc: { [ALICE]: { code: '6001' } } }, `alloc.${ALICE}.code`, 'schema'],
  [
    { alloc: { [ALICE]: { nonce: '18446744073709551616' } } },
    `alloc.${ALICE}.nonce`,
    'parser only',
  ],
  [{ alloc: { [ALICE]: { storage: { '0x0g': '0x1' } } } }, `alloc.${ALICE}.storage.0x0g`, 'schema'],
  [{ alloc: { [ALICE]: { storage: { '0x1': 1 } } } }, `alloc.${ALICE}.storage.0x1`, 'schema'],
  [
    { alloc: { [ALICE]: { storage: { '0x1': '0x1', '0x01': '0x1' } } } },
    `alloc.${ALICE}.storage.0x01`,
    'parser only',
  ],
  [
    { alloc: { [ALICE]: {}, [ALICE.replaceAll('a', 'A')]: {} } },
    `alloc.${ALICE.replaceAll('a', 'A')}`,
    'parser only',
  ],
  [{ alloc: { [ALICE]: {}, [ALICE.slice(2)]: {} } }, `alloc.${ALICE.slice(2)}`, 'parser only'],
  [{ alloc: {}, native: { prefix: 'sei' } }, 'native.prefix', 'schema'],
  [{ alloc: {}, native: { bech32Prefix: 'SEI' } }, 'native.bech32Prefix', 'schema'],
  [{ alloc: {}, native: { denomination: 'x' } }, 'native.denomination', 'schema'],
  [
    { alloc: {}, native: { feeMarket: { minimumFeePerGas: 3, maximumFeePerGas: 2 } } },
    'native.feeMarket.minimumFeePerGas',
    'parser only',
  ],
  [
    { alloc: {}, native: { feeMarket: { targetGasUsedPerBlock: 0 } } },
    'native.feeMarket.targetGasUsedPerBlock',
    'schema',
  ],
  [
    { alloc: {}, native: { feeMarket: { maxUpwardAdjustment: '1.1' } } },
    'native.feeMarket.maxUpwardAdjustment',
    'schema',
  ],
  [
    { alloc: {}, native: { feeMarket: { maxDownwardAdjustment: 0.5 } } },
    'native.feeMarket.maxDownwardAdjustment',
    'schema',
  ],
  [
    { alloc: {}, native: { feeMarket: { maxDownwardAdjustment: `0.${'0'.repeat(19)}` } } },
    'native.feeMarket.maxDownwardAdjustment',
    'schema',
  ],
  [{ alloc: {}, native: { feeMarket: { fixed: 'yes' } } }, 'native.feeMarket.fixed', 'schema'],
  [
    { alloc: {}, baseFeePerGas: 1, native: { feeMarket: { minimumFeePerGas: 2 } } },
    'baseFeePerGas',
    'parser only',
  ],
  [WITH_ASSOCIATIONS({}), 'native.associations', 'schema'],
  [WITH_ASSOCIATIONS([{ evmAddress: ALICE }]), 'native.associations[0].nativeAddress', 'schema'],
  [
    WITH_ASSOCIATIONS([{ evmAddress: ALICE, nativeAddress: OTHER_PREFIX }]),
    'native.associations[0].nativeAddress',
    'parser only',
  ],
  [
    WITH_ASSOCIATIONS([{ evmAddress: ALICE, nativeAddress: LONG_NATIVE }]),
    'native.associations[0].nativeAddress',
    'parser only',
  ],
  [
    WITH_ASSOCIATIONS([
      { evmAddress: ALICE, nativeAddress: ALICE_NATIVE },
      { evmAddress: ALICE, nativeAddress: BOB_NATIVE },
    ]),
    'native.associations[1].evmAddress',
    'parser only',
  ],
  [
    WITH_ASSOCIATIONS([
      { evmAddress: ALICE, nativeAddress: ALICE_NATIVE },
      { evmAddress: BOB, nativeAddress: ALICE_NATIVE },
    ]),
    'native.associations[1].nativeAddress',
    'parser only',
  ],
  [
    WITH_ASSOCIATIONS([
      { evmAddress: ALICE, nativeAddress: ALICE_NATIVE },
      { evmAddress: hexOf(ALICE_NATIVE), nativeAddress: BOB_NATIVE },
    ]),
    'native.associations[1].evmAddress',
    'parser only',
  ],
  [
    WITH_ASSOCIATIONS([
      { evmAddress: hexOf(ALICE_NATIVE), nativeAddress: BOB_NATIVE },
      { evmAddress: ALICE, nativeAddress: ALICE_NATIVE },
    ]),
    'native.associations[1].nativeAddress',
    'parser only',
  ],
  [WITH_COINS(undefined), 'native.balances[0].coins', 'schema'],
  [WITH_COINS([{ denom: '1u', amount: 1 }]), 'native.balances[0].coins[0].denom', 'schema'],
  [WITH_COINS([{ denom: 'usei', amount: -1 }]), 'native.balances[0].coins[0].amount', 'schema'],
  [WITH_COINS([{ denom: 'usei' }]), 'native.balances[0].coins[0].amount', 'schema'],
  [
    WITH_COINS([
      { denom: 'usei', amount: 1 },
      { denom: 'usei', amount: 2 },
    ]),
    'native.balances[0].coins[1].denom',
    'parser only',
  ],
  [WITH_NATIVE({ bech32Prefix: 'a'.repeat(45) }), 'native.bech32Prefix', 'schema'],
  [WITH_NATIVE({ staking: { validator: [] } }), 'native.staking.validator', 'schema'],
  [
    WITH_NATIVE({ staking: { params: { maxValidators: 0 } } }),
    'native.staking.params.maxValidators',
    'schema',
  ],
  [
    WITH_NATIVE({ staking: { params: { maxEntries: 2 ** 32 } } }),
    'native.staking.params.maxEntries',
    'parser only',
  ],
  [
    WITH_NATIVE({ staking: { params: { minCommissionRate: '2' } } }),
    'native.staking.params.minCommissionRate',
    'schema',
  ],
  [
    WITH_VALIDATOR({ operatorAddress: bytesToBech32('sei', new Uint8Array(32)) }),
    'native.staking.validators[0].operatorAddress',
    'parser only',
  ],
  [
    WITH_VALIDATOR({ consensusPubkey: '0x01' }),
    'native.staking.validators[0].consensusPubkey',
    'schema',
  ],
  [WITH_VALIDATOR({ moniker: '' }), 'native.staking.validators[0].moniker', 'schema'],
  [WITH_VALIDATOR({ moniker: ' ' }), 'native.staking.validators[0].moniker', 'parser only'],
  [
    WITH_VALIDATOR({ moniker: 'é'.repeat(36) }),
    'native.staking.validators[0].moniker',
    'parser only',
  ],
  [WITH_VALIDATOR({ tokens: 0 }), 'native.staking.validators[0].tokens', 'schema'],
  [WITH_VALIDATOR({ tokens: 999_999 }), 'native.staking.validators[0].tokens', 'parser only'],
  [
    WITH_VALIDATOR({ minSelfDelegation: 2_000_001 }),
    'native.staking.validators[0].tokens',
    'parser only',
  ],
  [
    WITH_VALIDATOR({ minSelfDelegation: 0 }),
    'native.staking.validators[0].minSelfDelegation',
    'schema',
  ],
  [
    WITH_VALIDATOR({ commission: { ...COMMISSION, rate: '0.3' } }),
    'native.staking.validators[0].commission.rate',
    'parser only',
  ],
  [
    WITH_VALIDATOR({ commission: { ...COMMISSION, maxChangeRate: '0.3' } }),
    'native.staking.validators[0].commission.maxChangeRate',
    'parser only',
  ],
  [
    WITH_VALIDATOR({ commission: { rate: '0', maxRate: '0' } }),
    'native.staking.validators[0].commission.maxChangeRate',
    'schema',
  ],
  [WITH_VALIDATOR({ jailed: 'no' }), 'native.staking.validators[0].jailed', 'schema'],
  [
    WITH_NATIVE({ staking: { validators: [VALIDATOR, VALIDATOR] } }),
    'native.staking.validators[1].operatorAddress',
    'parser only',
  ],
  [
    WITH_NATIVE({
      staking: { validators: [VALIDATOR, { ...VALIDATOR, operatorAddress: OTHER_OPERATOR }] },
    }),
    'native.staking.validators[1].consensusPubkey',
    'parser only',
  ],
  [
    WITH_REWARDS({ validatorAddress: OTHER_OPERATOR, coins: [] }),
    'native.distribution.rewards[0].validatorAddress',
    'parser only',
  ],
  [
    WITH_REWARDS(
      { validatorAddress: OPERATOR, coins: [] },
      { validatorAddress: OPERATOR, coins: [] },
    ),
    'native.distribution.rewards[1].validatorAddress',
    'parser only',
  ],
  [
    WITH_VALIDATOR({ tokens: (2n ** 128n).toString() }),
    'native.staking.validators[0].tokens',
    'parser only',
  ],
  [
    WITH_REWARDS({
      validatorAddress: OPERATOR,
      coins: [{ denom: 'uatom', amount: (2n ** 128n).toString() }],
    }),
    'native.distribution.rewards[0].coins[0].amount',
    'parser only',
  ],
  [WITH_REWARDS({ validatorAddress: OPERATOR }), 'native.distribution.rewards[0].coins', 'schema'],
  [WITH_NATIVE({ gov: { params: { quorum: 0.5 } } }), 'native.gov.params.quorum', 'schema'],
  [
    WITH_NATIVE({ gov: { params: { votingPeriod: -1 } } }),
    'native.gov.params.votingPeriod',
    'schema',
  ],
  [WITH_NATIVE({ oracle: { rates: { x: '1' } } }), 'native.oracle.rates.x', 'schema'],
  [WITH_NATIVE({ oracle: { rates: { uatom: 1 } } }), 'native.oracle.rates.uatom', 'schema'],
  [
    WITH_NATIVE({ oracle: { rates: { uatom: '0.0' } } }),
    'native.oracle.rates.uatom',
    'parser only',
  ],
  [WITH_NATIVE({ seiVersion: '6.5' }), 'native.seiVersion', 'schema'],
  [
    WITH_METADATA({ units: [{ ...METADATA.units[0], aliases: [1] }, METADATA.units[1]] }),
    'native.denominations[0].units[0].aliases[0]',
    'schema',
  ],
  [WITH_METADATA({ display: 'katom' }), 'native.denominations[0].display', 'parser only'],
  [WITH_METADATA({ symbol: 1 }), 'native.denominations[0].symbol', 'schema'],
  [WITH_METADATA({ units: [] }), 'native.denominations[0].units', 'schema'],
  [
    WITH_METADATA({ units: [{ denom: 'uatom', exponent: 1 }] }),
    'native.denominations[0].units',
    'parser only',
  ],
  [
    WITH_METADATA({ units: [...METADATA.units, { denom: 'katom', exponent: 3 }] }),
    'native.denominations[0].units[2].exponent',
    'parser only',
  ],
  [
    WITH_METADATA({ units: [...METADATA.units, { denom: 'atom', exponent: 7 }] }),
    'native.denominations[0].units[2].denom',
    'parser only',
  ],
  [
    WITH_NATIVE({ denominations: [METADATA, METADATA] }),
    'native.denominations[1].base',
    'parser only',
  ],
  [
    {
      alloc: {},
      native: {
        balances: [
          { address: ALICE_NATIVE, coins: [] },
          { address: ALICE_NATIVE, coins: [] },
        ],
      },
    },
    'native.balances[1].address',
    'parser only',
  ],
]

describe('invalid files', () => {
  test.each(bad)('the error for %j names %s', (json, field, seenBy) => {
    const refusal = refusalOf(json)
    expect(refusal?.field).toBe(field)
    expect(refusal?.reason).toMatch(/^[^\n]{3,200}$/)
    expect(matchesSchema(json)).toBe(seenBy === 'parser only')
  })
})

test.each([
  [{ amsterdamTime: 0 }, 'this fork is not supported'],
  [{ pragueTime: 0, cancunTime: 100 }, 'starts at time 0, before cancunTime at 100'],
  [{ londonBlock: 5, berlinBlock: 7 }, 'starts at block 5, before berlinBlock at 7'],
])('the error for the forks %j is %s', (config, reason) => {
  expect(refusalOf(WITH_CONFIG(config))?.reason).toBe(reason)
})

describe('any JSON', () => {
  const dev = readJson('../../../genesis/dev.json')

  property.prop([fc.jsonValue()])('parses or is refused', (json) => {
    expect(refusalOf(json)?.reason ?? 'parsed').toBeTruthy()
  })

  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom('', '0x', '0x0', '0x00', '007', 'usei', ALICE, ALICE_NATIVE, 0, -0, 1, 2 ** 60),
  )
  property.prop([fc.infiniteStream(fc.nat(40)), value], {
    numRuns: runs({ quick: 200, full: 1000 }),
  })(
    'put anywhere into a good file parses or is refused, and what parses matches the schema',
    (choices, replacement) => {
      const file = replaceSomewhere(dev, choices, replacement)
      if (refusalOf(file) === undefined) expect(matchesSchema(file)).toBe(true)
    },
  )
})

/** A copy of `json` in which one member, at any depth, is `replacement`. */
function replaceSomewhere(json: unknown, choices: Iterator<number>, replacement: unknown): unknown {
  const stop = choices.next().value % 3 === 0
  if (stop || typeof json !== 'object' || json === null) return replacement
  const names = Object.keys(json)
  const at = names[choices.next().value % Math.max(names.length, 1)]
  if (at === undefined) return replacement
  const copy = (Array.isArray(json) ? [...json] : { ...json }) as Json
  copy[at] = replaceSomewhere(copy[at], choices, replacement)
  return copy
}
