import { parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { toChecksumAddress, ZERO_ADDRESS } from '../../../../src/primitives/address.ts'
import { alice, bob, carol } from '../../../support/accounts.ts'
import {
  aliceNative,
  bobNative,
  ModuleScene,
  START,
  textOf,
  UNIT,
  v0,
  v1,
  v2,
} from '../../../support/precompiles/modules.ts'
import { at } from '../../../support/precompiles/scene.ts'

const abi = parseAbi([
  'struct Balance { uint256 amount; string denom; }',
  'struct DelegationDetails { string delegator_address; uint256 shares; uint256 decimals; string validator_address; }',
  'struct Delegation { Balance balance; DelegationDetails delegation; }',
  'struct DelegationsResponse { Delegation[] delegations; bytes nextKey; }',
  'struct Entry { int64 creationHeight; int64 completionTime; string initialBalance; string balance; }',
  'struct Unbonding { string delegatorAddress; string validatorAddress; Entry[] entries; }',
  'struct UnbondingsResponse { Unbonding[] unbondingDelegations; bytes nextKey; }',
  'struct MoveEntry { int64 creationHeight; int64 completionTime; string initialBalance; string sharesDst; }',
  'struct Redelegation { string delegatorAddress; string validatorSrcAddress; string validatorDstAddress; MoveEntry[] entries; }',
  'struct RedelegationsResponse { Redelegation[] redelegations; bytes nextKey; }',
  'struct Validator { string operatorAddress; bytes consensusPubkey; bool jailed; int32 status; string tokens; string delegatorShares; string description; int64 unbondingHeight; int64 unbondingTime; string commissionRate; string commissionMaxRate; string commissionMaxChangeRate; int64 commissionUpdateTime; string minSelfDelegation; }',
  'struct ValidatorsResponse { Validator[] validators; bytes nextKey; }',
  'struct HistoricalInfo { int64 height; Validator[] validators; }',
  'struct Pool { string notBondedTokens; string bondedTokens; }',
  'struct Params { uint64 unbondingTime; uint32 maxValidators; uint32 maxEntries; uint32 historicalEntries; string bondDenom; string minCommissionRate; string maxVotingPowerRatio; string maxVotingPowerEnforcementThreshold; }',
  'function delegate(string valAddress) payable returns (bool)',
  'function redelegate(string srcAddress, string dstAddress, uint256 amount) returns (bool)',
  'function undelegate(string valAddress, uint256 amount) returns (bool)',
  'function createValidator(string pubKeyHex, string moniker, string commissionRate, string commissionMaxRate, string commissionMaxChangeRate, uint256 minSelfDelegation) payable returns (bool)',
  'function editValidator(string moniker, string commissionRate, uint256 minSelfDelegation) returns (bool)',
  'function delegation(address delegator, string valAddress) view returns (Delegation)',
  'function delegatorDelegations(address delegator, bytes nextKey) view returns (DelegationsResponse)',
  'function validatorDelegations(string valAddress, bytes nextKey) view returns (DelegationsResponse)',
  'function unbondingDelegation(address delegator, string valAddress) view returns (Unbonding)',
  'function delegatorUnbondingDelegations(address delegator, bytes nextKey) view returns (UnbondingsResponse)',
  'function validatorUnbondingDelegations(string valAddress, bytes nextKey) view returns (UnbondingsResponse)',
  'function redelegations(string delegator, string src, string dst, bytes nextKey) view returns (RedelegationsResponse)',
  'function validator(string valAddress) view returns (Validator)',
  'function validators(string status, bytes nextKey) view returns (ValidatorsResponse)',
  'function delegatorValidator(address delegator, string valAddress) view returns (Validator)',
  'function delegatorValidators(address delegator, bytes nextKey) view returns (ValidatorsResponse)',
  'function historicalInfo(int64 height) view returns (HistoricalInfo)',
  'function pool() view returns (Pool)',
  'function params() view returns (Params)',
  'event Delegate(address indexed delegator, string validator, uint256 amount)',
  'event Redelegate(address indexed delegator, string srcValidator, string dstValidator, uint256 amount)',
  'event Undelegate(address indexed delegator, string validator, uint256 amount)',
  'event ValidatorCreated(address indexed creator, string validatorAddress, string moniker)',
  'event ValidatorEdited(address indexed editor, string validatorAddress, string moniker)',
  'event DelegationRewardsWithdrawn(address indexed delegator, string validator, uint256 amount)',
])

const ALICE = toChecksumAddress(alice.address)
const ALICE_TEXT = textOf('sei', aliceNative)
const ALICE_OPERATOR = textOf('seivaloper', aliceNative)
const KEY = 'ab'.repeat(32)
const SHARE = 10n ** 18n
const scene = () => new ModuleScene(at('1005'), abi)

const EMPTY = 'validator address cannot be empty'

/** A failure of a query in the words of gRPC. Reasons are cut after 255 characters. */
function inGrpc(code: string, reason: string): RegExp {
  const text = `rpc error: code = ${code} desc = ${reason}`.slice(0, 255)
  return new RegExp(`^${text.replace(/[()|.*+?[\]{}^$\\]/g, '\\$&')}`)
}

const withdrawn = (validator: string, amount = 0n) => [
  'DelegationRewardsWithdrawn',
  { delegator: ALICE, validator, amount },
]
const delegationOf = (amount: bigint, validator: string) => ({
  balance: { amount, denom: 'usei' },
  delegation: {
    delegator_address: ALICE_TEXT,
    shares: amount * SHARE,
    decimals: 18n,
    validator_address: validator,
  },
})
const firstValidator = {
  operatorAddress: v0,
  consensusPubkey: `0x0a20${'01'.repeat(32)}`,
  jailed: false,
  status: 3,
  tokens: '3000000',
  delegatorShares: `3000000.${'0'.repeat(18)}`,
  description: 'moniker: v0\nidentity: ""\nwebsite: ""\nsecurity_contact: ""\ndetails: ""\n',
  unbondingHeight: 0n,
  unbondingTime: 0n,
  commissionRate: '0.100000000000000000',
  commissionMaxRate: '0.200000000000000000',
  commissionMaxChangeRate: '0.010000000000000000',
  commissionUpdateTime: START,
  minSelfDelegation: '500000',
}

async function delegated(here: ModuleScene, validator: string, amount: bigint): Promise<void> {
  await here.events('delegate', [validator], { value: amount * UNIT })
}

describe('delegations', () => {
  test('delegate', async () => {
    const here = scene()
    expect(await here.events('delegate', [v0], { value: 7n * UNIT })).toEqual([
      ['Delegate', { delegator: ALICE, validator: v0, amount: 7n * UNIT }],
      withdrawn(v0),
    ])
    expect(await here.result('delegation', [alice.address, v0])).toEqual(delegationOf(7n, v0))
    expect(await here.result('pool')).toEqual({
      notBondedTokens: '1000000',
      bondedTokens: '5000007',
    })
    expect(here.scene.state.getCoins(aliceNative, 'usei')).toBe(100_000_000n - 7n)
    expect(here.scene.state.getBalance(at('1005'))).toBe(0n)
  })

  test('reports previous rewards in the base denomination', async () => {
    const here = scene()
    await delegated(here, v0, 3_000_000n)
    here.timestamp += 5000n
    // Half of nine tenths of 1000003.
    const [, rewards] = await here.events('delegate', [v0], { value: UNIT })
    expect(rewards).toEqual(withdrawn(v0, 450_001n))
  })

  test('undelegate, and the unbonding until its payment', async () => {
    const here = scene()
    await delegated(here, v0, 10n)
    expect(await here.events('undelegate', [v0, 4n])).toEqual([
      ['Undelegate', { delegator: ALICE, validator: v0, amount: 4n }],
      withdrawn(v0),
    ])
    const unbonding = {
      delegatorAddress: ALICE_TEXT,
      validatorAddress: v0,
      entries: [
        {
          creationHeight: 5n,
          completionTime: START + 1000n,
          initialBalance: '4',
          balance: '4',
        },
      ],
    }
    const page = { unbondingDelegations: [unbonding], nextKey: '0x' }
    expect(await here.result('unbondingDelegation', [alice.address, v0])).toEqual(unbonding)
    expect(await here.result('delegatorUnbondingDelegations', [alice.address, '0x'])).toEqual(page)
    expect(await here.result('validatorUnbondingDelegations', [v0, '0x'])).toEqual(page)
    expect(await here.result('validatorUnbondingDelegations', [v1, '0x'])).toEqual({
      unbondingDelegations: [],
      nextKey: '0x',
    })
    here.nextBlock(1000n)
    expect(here.scene.state.getCoins(aliceNative, 'usei')).toBe(100_000_000n - 10n)
    here.nextBlock()
    expect(here.scene.state.getCoins(aliceNative, 'usei')).toBe(100_000_000n - 6n)
    expect(await here.call('unbondingDelegation', [alice.address, v0])).toMatchObject({
      kind: 'revert',
      precompileError: expect.stringMatching(/not found/),
    })
  })

  test('nothing is undelegated as an entry of 0, and not redelegated', async () => {
    // As x/staking/keeper/delegation.go: 6.6 calls it without ValidateBasic.
    const here = scene()
    await delegated(here, v0, 10n)
    expect(await here.events('undelegate', [v0, 0n])).toEqual([
      ['Undelegate', { delegator: ALICE, validator: v0, amount: 0n }],
      withdrawn(v0),
    ])
    const completionTime = START + 1000n
    expect(await here.result('unbondingDelegation', [alice.address, v0])).toMatchObject({
      entries: [{ creationHeight: 5n, completionTime, initialBalance: '0', balance: '0' }],
    })
    expect(await here.result('delegation', [alice.address, v0])).toMatchObject({
      balance: { amount: 10n },
    })
    expect(await here.call('redelegate', [v0, v1, 0n])).toMatchObject({
      kind: 'revert',
      precompileError: 'too few tokens to redelegate (truncates to zero tokens)',
    })
    here.nextBlock(1000n)
    here.nextBlock()
    expect(here.scene.state.getCoins(aliceNative, 'usei')).toBe(100_000_000n - 10n)
    expect(await here.call('unbondingDelegation', [alice.address, v0])).toMatchObject({
      kind: 'revert',
      precompileError: expect.stringMatching(/not found/),
    })
  })

  test('redelegate', async () => {
    const here = scene()
    await delegated(here, v0, 10n)
    expect(await here.events('redelegate', [v0, v1, 4n])).toEqual([
      ['Redelegate', { delegator: ALICE, srcValidator: v0, dstValidator: v1, amount: 4n }],
      withdrawn(v0),
      withdrawn(v1),
    ])
    const moves = {
      redelegations: [
        {
          delegatorAddress: ALICE_TEXT,
          validatorSrcAddress: v0,
          validatorDstAddress: v1,
          entries: [
            {
              creationHeight: 5n,
              completionTime: START + 1000n,
              initialBalance: '4',
              sharesDst: '4',
            },
          ],
        },
      ],
      nextKey: '0x',
    }
    const none = { redelegations: [], nextKey: '0x' }
    expect(await here.result('redelegations', [ALICE_TEXT, v0, v1, '0x'])).toEqual(moves)
    expect(await here.result('redelegations', [ALICE_TEXT, '', '', '0x'])).toEqual(moves)
    expect(await here.result('redelegations', ['', v0, '', '0x'])).toEqual(moves)
    expect(await here.result('redelegations', ['', v1, '', '0x'])).toEqual(none)
    // All of the delegator, whatever the one validator.
    expect(await here.result('redelegations', [ALICE_TEXT, v1, '', '0x'])).toEqual(moves)
    expect(await here.result('redelegations', [ALICE_TEXT, '', v2, '0x'])).toEqual(moves)
    await here
      .call('redelegate', [v0, v0, 1n])
      .then((outcome) =>
        expect(outcome).toHaveProperty(
          'precompileError',
          'cannot redelegate to the same validator',
        ),
      )
    const both = [delegationOf(6n, v0), delegationOf(4n, v1)]
    expect(await here.result('delegatorDelegations', [alice.address, '0x'])).toEqual({
      delegations: both,
      nextKey: '0x',
    })
    const { delegations } = (await here.result('validatorDelegations', [v1, '0x'])) as {
      delegations: readonly unknown[]
    }
    expect(delegations).toHaveLength(2)
    expect(delegations).toContainEqual(delegationOf(4n, v1))
    const validators = [
      { ...firstValidator, tokens: '3000006', delegatorShares: `3000006.${'0'.repeat(18)}` },
      expect.objectContaining({ operatorAddress: v1, tokens: '2000004' }),
    ]
    expect(await here.result('delegatorValidators', [alice.address, '0x'])).toEqual({
      validators,
      nextKey: '0x',
    })
    expect(await here.result('delegatorValidator', [alice.address, v0])).toEqual(validators[0])
  })
})

describe('validators', () => {
  test('returns one, and all with a status', async () => {
    const here = scene()
    const operatorsOf = async (status: string) => {
      const { validators } = (await here.result('validators', [status, '0x'])) as {
        validators: readonly { operatorAddress: string }[]
      }
      return validators.map(({ operatorAddress }) => operatorAddress)
    }
    expect(await here.result('validator', [v0])).toEqual(firstValidator)
    expect(await operatorsOf('')).toEqual([v0, v1, v2])
    expect(await operatorsOf('BOND_STATUS_BONDED')).toEqual([v0, v1])
    expect(await operatorsOf('BOND_STATUS_UNBONDING')).toEqual([])
    expect(await operatorsOf('BOND_STATUS_UNBONDED')).toEqual([v2])
  })

  test('createValidator and editValidator', async () => {
    const here = scene()
    const create = [KEY, 'Alice: "1"', '0.05', '0.5', '0.01', 2_000_000n]
    expect(await here.events('createValidator', create, { value: 2_500_000n * UNIT })).toEqual([
      [
        'ValidatorCreated',
        { creator: ALICE, validatorAddress: ALICE_OPERATOR, moniker: 'Alice: "1"' },
      ],
    ])
    here.nextBlock(86_400n)
    expect(await here.result('validator', [ALICE_OPERATOR])).toMatchObject({
      consensusPubkey: `0x0a20${KEY}`,
      status: 1,
      tokens: '2500000',
      description: expect.stringMatching(/^moniker: "Alice: \\"1\\""\n/),
      commissionRate: '0.050000000000000000',
      minSelfDelegation: '2000000',
    })
    expect(await here.events('editValidator', ['Other', '0.06', 2_100_000n])).toEqual([
      ['ValidatorEdited', { editor: ALICE, validatorAddress: ALICE_OPERATOR, moniker: 'Other' }],
    ])
    await here.events('editValidator', ['[do-not-modify]', '', 0n])
    expect(await here.result('validator', [ALICE_OPERATOR])).toMatchObject({
      description: expect.stringMatching(/^moniker: Other\n/),
      commissionRate: '0.060000000000000000',
      commissionUpdateTime: START + 86_400n,
      minSelfDelegation: '2100000',
    })
  })

  test('historicalInfo returns the validators at the start of a block', async () => {
    const here = scene()
    const tokensAt = async (height: bigint) => {
      const info = (await here.result('historicalInfo', [height])) as {
        height: bigint
        validators: readonly { tokens: string }[]
      }
      expect(info.height).toBe(height)
      return info.validators.map(({ tokens }) => tokens)
    }
    await delegated(here, v1, 2_000_000n)
    expect(await tokensAt(5n)).toEqual(['3000000', '2000000'])
    here.nextBlock()
    here.nextBlock()
    expect(await tokensAt(5n)).toEqual(['3000000', '2000000'])
    expect(await tokensAt(6n)).toEqual(['4000000', '3000000'])
    expect(await tokensAt(7n)).toEqual(['4000000', '3000000'])
    for (const height of [0n, 8n]) {
      expect(await here.call('historicalInfo', [height])).toMatchObject({
        kind: 'revert',
        precompileError: `rpc error: code = NotFound desc = historical info for height ${height} not found`,
      })
    }
  })

  test('params', async () => {
    expect(await scene().result('params')).toEqual({
      unbondingTime: 1000n,
      maxValidators: 2,
      maxEntries: 3,
      historicalEntries: 10_000,
      bondDenom: 'usei',
      minCommissionRate: '0.000000000000000000',
      maxVotingPowerRatio: '1.000000000000000000',
      maxVotingPowerEnforcementThreshold: '0',
    })
  })
})

describe('errors', () => {
  const amount = 3n * UNIT
  test.each<[string, readonly unknown[], object, RegExp]>([
    ['delegate', [v0], {}, /^set `value` field to non-zero to send delegate fund$/],
    ['delegate', [v0], { value: UNIT + 1n }, /non-zero wei remainder: received 1000000000001$/],
    ['delegate', [v0], { value: amount, caller: carol.address }, /^address 0x.{40} is not linked$/],
    ['delegate', [ALICE_OPERATOR], { value: amount }, /^validator does not exist$/],
    ['delegate', [ALICE_TEXT], { value: amount }, /^invalid Bech32 prefix; expected seivaloper, /],
    ['undelegate', [v0, 1n], {}, /^no delegation for/],
    ['undelegate', [v0, 0n], {}, /^no delegation for/],
    ['undelegate', [v0, 1n], { value: 1n }, /^sending funds to a non-payable function$/],
    ['redelegate', [v0, v0, 1n], {}, /^no delegation for/],
    ['redelegate', [v0, v1, 0n], {}, /^no delegation for/],
    ['createValidator', ['xy', 'm', '0', '0', '0', 1n], { value: amount }, /hex format/],
    ['createValidator', ['00', 'm', '0', '0', '0', 1n], { value: amount }, /32 bytes/],
    ['createValidator', ['01'.repeat(32), 'm', '0', '0', '0', 1n], { value: amount }, /pubkey/],
    ['createValidator', [KEY, '', '0', '0', '0', 1n], { value: amount }, /empty description/],
    ['createValidator', [KEY, 'm', 'x', '0', '0', 1n], { value: amount }, /commission rate$/],
    ['createValidator', [KEY, 'm', '0', '1.1', '0', 1n], { value: amount }, /more than 100%/],
    ['createValidator', [KEY, 'm', '0.2', '0.1', '0', 1n], { value: amount }, /the max rate$/],
    ['createValidator', [KEY, 'm', '0', '0.1', '0.2', 1n], { value: amount }, /change rate/],
    ['createValidator', [KEY, 'm', '0', '-0.1', '0', 1n], { value: amount }, /must be positive$/],
    ['createValidator', [KEY, 'm', '-1', '0', '0', 1n], { value: amount }, /must be positive$/],
    [
      'createValidator',
      [KEY, 'm', '0', '0', '-1', 1n],
      { value: amount },
      /change rate must be pos/,
    ],
    ['createValidator', [KEY, 'm', '0', '0', '0', 0n], { value: amount }, /positive integer/],
    // In the order of the contract: caller, key, rates, value, least self-delegation, whole units.
    [
      'createValidator',
      ['xy', 'm', 'x', '0', '0', 0n],
      { caller: carol.address },
      /is not linked$/,
    ],
    ['createValidator', ['xy', 'm', 'x', '0', '0', 0n], {}, /hex format/],
    ['createValidator', [KEY, 'm', 'x', '0', '0', 0n], {}, /^invalid commission rate$/],
    ['createValidator', [KEY, 'm', '0', 'x', '0', 0n], {}, /^invalid commission max rate$/],
    ['createValidator', [KEY, 'm', '0', '0', 'x', 0n], {}, /^invalid commission max change rate$/],
    ['createValidator', [KEY, 'm', '0', '0', '0', 0n], {}, /^set `value` field to non-zero/],
    ['createValidator', [KEY, 'm', '0', '0', '0', 0n], { value: 1n }, /positive integer/],
    ['createValidator', [KEY, 'm', '0', '0', '0', 1n], { value: 1n }, /remainder: received 1$/],
    [
      'editValidator',
      ['m', '1.1', 0n],
      {},
      /^commission rate must be between 0 and 1 \(inclusive\)/,
    ],
    ['createValidator', [KEY, 'm', '0', '0', '0', 4n], { value: amount }, /self delegation/],
    ['editValidator', ['m', '', 0n], {}, /^validator does not exist$/],
    // Queries fail in the words of gRPC (x/staking/keeper/grpc_query.go).
    [
      'delegation',
      [alice.address, v0],
      {},
      inGrpc('NotFound', `delegation with delegator ${ALICE_TEXT} not found for validator ${v0}`),
    ],
    [
      'unbondingDelegation',
      [alice.address, v0],
      {},
      inGrpc(
        'NotFound',
        `unbonding delegation with delegator ${ALICE_TEXT} not found for validator ${v0}`,
      ),
    ],
    ['delegation', [alice.address, ''], {}, inGrpc('InvalidArgument', EMPTY)],
    [
      'delegation',
      [alice.address, 'x'],
      {},
      /^decoding bech32 failed: invalid bech32 string length 1$/,
    ],
    [
      'delegation',
      [alice.address, ALICE_TEXT],
      {},
      /^invalid Bech32 prefix; expected seivaloper, got sei$/,
    ],
    ['validatorDelegations', ['', '0x'], {}, inGrpc('InvalidArgument', EMPTY)],
    [
      'validatorDelegations',
      ['nonsense', '0x'],
      {},
      inGrpc('Internal', 'decoding bech32 failed: invalid separator index -1'),
    ],
    ['validatorUnbondingDelegations', ['', '0x'], {}, inGrpc('InvalidArgument', EMPTY)],
    ['validatorUnbondingDelegations', ['nonsense', '0x'], {}, /^decoding bech32 failed/],
    ['historicalInfo', [-1n], {}, inGrpc('InvalidArgument', 'height cannot be negative')],
    ['delegation', [carol.address, v0], {}, /^address 0x.{40} is not linked$/],
    ['delegation', [ZERO_ADDRESS, v0], {}, /^invalid addr$/],
    [
      'delegatorValidator',
      [alice.address, v0],
      {},
      inGrpc('Internal', 'no delegation for (address, validator) tuple'),
    ],
    ['delegatorValidator', [ZERO_ADDRESS, ''], {}, /^invalid addr$/],
    [
      'validator',
      [ALICE_OPERATOR],
      {},
      inGrpc('NotFound', `validator ${ALICE_OPERATOR} not found`),
    ],
    ['validator', [''], {}, inGrpc('InvalidArgument', EMPTY)],
    [
      'validators',
      ['BONDED', '0x'],
      {},
      inGrpc('InvalidArgument', 'invalid validator status BONDED'),
    ],
    [
      'redelegations',
      ['', '', '', '0x'],
      {},
      inGrpc('Internal', 'empty address string is not allowed'),
    ],
    [
      'redelegations',
      ['', v0, v1, '0x'],
      {},
      inGrpc('Internal', 'empty address string is not allowed'),
    ],
    [
      'redelegations',
      [ALICE_TEXT, v0, v1, '0x'],
      {},
      inGrpc(
        'Internal',
        `rpc error: code = NotFound desc = redelegation not found for delegator address ${ALICE_TEXT} from validator address ${v0}`,
      ),
    ],
  ])('%s(%s) %o', async (name, args, call, reason) => {
    const here = scene()
    const outcome = await here.call(name, args, call)
    expect(outcome).toMatchObject({ kind: 'revert', output: new Uint8Array(0) })
    expect(outcome).toHaveProperty('precompileError', expect.stringMatching(reason))
    expect(here.scene.drain()).toEqual([])
  })

  test('changes of a commission follow its rules', async () => {
    const here = scene()
    const create = [KEY, 'm', '0.05', '0.1', '0.01', 1n]
    await here.events('createValidator', create, { caller: bob.address, value: amount })
    const reasonOf = async (...args: readonly unknown[]) => {
      const outcome = await here.call('editValidator', args, { caller: bob.address })
      return outcome.kind === 'revert' ? outcome.precompileError : outcome
    }
    expect(await reasonOf('m', '0.05', 0n)).toMatch(/once in 24h/)
    here.timestamp += 86_400n
    expect(await reasonOf('m', '0.061', 0n)).toMatch(/more than max change rate/)
    expect(await reasonOf('m', '0.11', 0n)).toMatch(/more than the max rate/)
    expect(await reasonOf('m', '', 1n)).toMatch(/cannot be decrease/)
    // As on the real chain, all tokens of the validator count.
    expect(await reasonOf('m', '', 4n)).toMatch(/self delegation must be greater/)
    await here.events('delegate', [textOf('seivaloper', bobNative)], { value: UNIT })
    await here.events('editValidator', ['m', '', 4n], { caller: bob.address })
  })
})
