import { keccak256, parseAbi, stringToBytes } from 'viem'
import { expect, test } from 'vitest'
import { toChecksumAddress, ZERO_ADDRESS } from '../../../../src/primitives/address.ts'
import { alice, bob, carol } from '../../../support/accounts.ts'
import {
  aliceNative,
  bobNative,
  ModuleScene,
  textOf,
  UNIT,
  v0,
  v1,
  v2,
} from '../../../support/precompiles/modules.ts'
import { at, interfaceOf } from '../../../support/precompiles/scene.ts'

const abi = parseAbi([
  'struct Coin { uint256 amount; uint256 decimals; string denom; }',
  'struct Reward { Coin[] coins; string validator_address; }',
  'struct Rewards { Reward[] rewards; Coin[] total; }',
  'function setWithdrawAddress(address withdrawAddr) returns (bool)',
  'function withdrawDelegationRewards(string validator) returns (bool)',
  'function withdrawMultipleDelegationRewards(string[] validators) returns (bool)',
  'function withdrawValidatorCommission() returns (bool)',
  'function rewards(address delegatorAddress) view returns (Rewards)',
  'event WithdrawAddressSet(address indexed delegator, address withdrawAddr)',
  'event DelegationRewardsWithdrawn(address indexed delegator, string validator, uint256 amount)',
  'event MultipleDelegationRewardsWithdrawn(address indexed delegator, string[] validators, uint256[] amounts)',
  'event ValidatorCommissionWithdrawn(string indexed validator, uint256 amount)',
])
const staking = interfaceOf(['function delegate(string valAddress) payable returns (bool)'])

const ALICE = toChecksumAddress(alice.address)
const BOB = toChecksumAddress(bob.address)
const DECIMAL = 10n ** 18n

/**
 * Alice delegates as much to v0 as it has itself, and one unit to v1; 5000 seconds later all
 * rewards of v0 have come.
 */
async function scene(): Promise<ModuleScene> {
  const here = new ModuleScene(at('1007'), abi)
  for (const [validator, amount] of [
    [v0, 3_000_000n],
    [v1, 1n],
  ] as const) {
    const data = staking.encode('delegate', validator)
    await here.call('rewards', [alice.address], { to: at('1005'), data, value: amount * UNIT })
  }
  here.timestamp += 5000n
  return here
}

const balanceOf = (here: ModuleScene, native = aliceNative) =>
  here.scene.state.getCoins(native, 'usei')

test('rewards: decimals, by validator and in total', async () => {
  const here = await scene()
  // Half of 900002.7, to the 18 places that the earnings of a share have.
  const [coin] = [
    { amount: 450_001n * DECIMAL + (DECIMAL * 35n) / 100n, decimals: 18n, denom: 'usei' },
  ]
  expect(await here.result('rewards', [alice.address])).toEqual({
    rewards: [
      { coins: [coin], validator_address: v0 },
      { coins: [], validator_address: v1 },
    ],
    total: [coin],
  })
  expect(await here.result('rewards', [bob.address])).toEqual({ rewards: [], total: [] })
})

test('withdrawDelegationRewards, to the address that was set', async () => {
  const here = await scene()
  expect(await here.events('setWithdrawAddress', [bob.address])).toEqual([
    ['WithdrawAddressSet', { delegator: ALICE, withdrawAddr: BOB }],
  ])
  expect(await here.events('withdrawDelegationRewards', [v0])).toEqual([
    ['DelegationRewardsWithdrawn', { delegator: ALICE, validator: v0, amount: 450_001n }],
  ])
  expect(balanceOf(here, bobNative)).toBe(100_000_000n + 450_001n)
  expect(balanceOf(here)).toBe(97_000_000n - 1n)
})

test('withdrawMultipleDelegationRewards', async () => {
  const here = await scene()
  expect(await here.events('withdrawMultipleDelegationRewards', [[v1, v0]])).toEqual([
    [
      'MultipleDelegationRewardsWithdrawn',
      { delegator: ALICE, validators: [v1, v0], amounts: [0n, 450_001n] },
    ],
  ])
  expect(balanceOf(here)).toBe(97_000_000n - 1n + 450_001n)
})

test('withdrawValidatorCommission', async () => {
  const here = await scene()
  const operator = at(`${'a1'.repeat(20)}`)
  here.scene.change((state) => state.associate(operator, operator as never))
  // The topic is the hash of the text.
  expect(await here.events('withdrawValidatorCommission', [], { caller: operator })).toEqual([
    ['ValidatorCommissionWithdrawn', { validator: keccak256(stringToBytes(v0)), amount: 100_000n }],
  ])
  expect(balanceOf(here, operator as never)).toBe(100_000n)
})

test.each<[string, readonly unknown[], object, RegExp]>([
  ['withdrawDelegationRewards', [v2], {}, /^no delegation distribution info$/],
  ['withdrawDelegationRewards', [textOf('seivaloper', aliceNative)], {}, /^no validator distr/],
  ['withdrawDelegationRewards', [v0], { caller: carol.address }, /^address 0x.{40} is not linked$/],
  ['withdrawMultipleDelegationRewards', [[v0, v2]], {}, /^no delegation distribution info$/],
  ['withdrawValidatorCommission', [], {}, /^no validator commission to withdraw$/],
  ['setWithdrawAddress', [carol.address], {}, /^cannot use an unassociated address as withdraw/],
  ['setWithdrawAddress', [ZERO_ADDRESS], {}, /^invalid addr$/],
  ['rewards', [carol.address], {}, /^cannot use an unassociated address as withdraw address$/],
  ['rewards', [ZERO_ADDRESS], {}, /^invalid addr$/],
  ['setWithdrawAddress', [bob.address], { value: 1n }, /^sending funds/],
])('%s(%s) %o', async (name, args, call, reason) => {
  const here = await scene()
  here.scene.drain()
  const outcome = await here.call(name, args, call)
  expect(outcome).toMatchObject({ kind: 'revert', output: new Uint8Array(0) })
  expect(outcome).toHaveProperty('precompileError', expect.stringMatching(reason))
  expect(here.scene.drain()).toEqual([])
})
