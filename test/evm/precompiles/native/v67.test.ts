import { type Abi, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { nativePrecompilesOf } from '../../../../src/evm/precompiles/native/nativePrecompiles.ts'
import { grant as addGrant } from '../../../../src/modules/authz/grants.ts'
import { fundCommunityPool } from '../../../../src/modules/distribution/communityPool.ts'
import { changeParameter } from '../../../../src/modules/params/paramTable.ts'
import { scheduleUpgrade } from '../../../../src/modules/upgrade/upgradePlan.ts'
import { toChecksumAddress } from '../../../../src/primitives/address.ts'
import { bytesToHex, type Hex } from '../../../../src/primitives/encoding/hex.ts'
import { metadataKind } from '../../../../src/state/rows/metadataKind.ts'
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
import { at, interfaceOf } from '../../../support/precompiles/scene.ts'

const v67 = nativePrecompilesOf('6.7')
const scene = (digits: string, abi: Abi) => new ModuleScene(at(digits), abi, v67)
const jsonOf = (bytes: unknown) => JSON.parse(Buffer.from(String(bytes).slice(2), 'hex').toString())
const EXPIRATION = START + 1000n
const moment = { time: START, height: 5n }

test('6.6 has none of the contracts', () => {
  for (const digits of ['100d', '100e', '100f', '1010', '1012', '1013', '1014', '1015']) {
    expect(nativePrecompilesOf('6.6').has(at(digits))).toBe(false)
    expect(v67.has(at(digits))).toBe(true)
  }
})

test('auth (auth_test.go)', async () => {
  const here = scene(
    '100d',
    parseAbi([
      'struct Account { string accountAddress; uint64 accountNumber; uint64 sequence; }',
      'struct AccountsResponse { Account[] accounts; bytes nextKey; }',
      'struct AuthParams { uint64 maxMemoCharacters; uint64 txSigLimit; uint64 txSizeCostPerByte; uint64 sigVerifyCostEd25519; uint64 sigVerifyCostSecp256k1; bool disableSeqnoCheck; }',
      'function account(address addr) view returns (Account)',
      'function accounts(bytes pageKey) view returns (AccountsResponse)',
      'function params() view returns (AuthParams)',
      'function nextAccountNumber() view returns (uint64)',
    ]),
  )
  const account = { accountAddress: textOf('sei', bobNative), accountNumber: 1n, sequence: 0n }
  expect(await here.result('account', [bob.address])).toEqual(account)
  expect(await here.call('account', [carol.address])).toHaveProperty(
    'precompileError',
    `address ${toChecksumAddress(carol.address)} is not linked`,
  )
  expect(await here.call('account', [at('0')])).toHaveProperty('precompileError', 'invalid addr')
  expect(await here.result('accounts', ['0x'])).toMatchObject({
    accounts: expect.arrayContaining([account]),
    nextKey: '0x',
  })
  expect(await here.result('params')).toEqual({
    maxMemoCharacters: 256n,
    txSigLimit: 7n,
    txSizeCostPerByte: 10n,
    sigVerifyCostEd25519: 590n,
    sigVerifyCostSecp256k1: 1000n,
    disableSeqnoCheck: false,
  })
  const next = await here.result('nextAccountNumber')
  expect(next).toBeGreaterThan(1n)
  expect(await here.result('nextAccountNumber')).toBe(next)
})

test('evidence, mint (evidence_test.go, mint_test.go)', async () => {
  const evidence = scene(
    '100f',
    parseAbi([
      'struct AllEvidenceResponse { bytes[] evidenceList; bytes nextKey; }',
      'function evidence(bytes evidenceHash) view returns (bytes)',
      'function allEvidence(bytes pageKey) view returns (AllEvidenceResponse)',
    ]),
  )
  expect(await evidence.result('allEvidence', ['0x'])).toEqual({ evidenceList: [], nextKey: '0x' })
  expect(await evidence.call('evidence', ['0xab01'])).toHaveProperty(
    'precompileError',
    'rpc error: code = NotFound desc = evidence AB01 not found',
  )
  expect(await evidence.call('allEvidence', ['0x'], { value: 1n })).toHaveProperty(
    'precompileError',
    'sending funds to a non-payable function',
  )
  const mint = scene(
    '1012',
    parseAbi([
      'struct Release { string startDate; string endDate; uint64 tokenReleaseAmount; }',
      'struct MintParams { string mintDenom; Release[] tokenReleaseSchedule; }',
      'function params() view returns (MintParams)',
      'struct Minter { string startDate; string endDate; string denom; uint64 totalMintAmount; uint64 remainingMintAmount; uint64 lastMintAmount; string lastMintDate; uint64 lastMintHeight; }',
      'function minter() view returns (Minter)',
    ]),
  )
  expect(await mint.result('params')).toEqual({ mintDenom: 'usei', tokenReleaseSchedule: [] })
  expect(await mint.result('minter')).toMatchObject({ denom: 'usei', totalMintAmount: 0n })
})

test('params (params_test.go)', async () => {
  const here = scene(
    '1013',
    parseAbi(['function params(string subspace, string key) view returns (string)']),
  )
  const value = (subspace: string, key: string) => here.result('params', [subspace, key])
  expect(await value('staking', 'MaxValidators')).toBe('2')
  expect(await value('staking', 'UnbondingTime')).toBe('"1000000000000"')
  expect(await value('gov', 'tallyparams')).toBe(
    '{"quorum":"0.334000000000000000","threshold":"0.500000000000000000","veto_threshold":"0.334000000000000000","expedited_quorum":"0.667000000000000000","expedited_threshold":"0.667000000000000000"}',
  )
  expect(await value('evm', 'KeySeiSstoreSetGasEIP2200')).toBe('"20000"')
  here.scene.change((state) => {
    changeParameter(state, { subspace: 'staking', key: 'MaxValidators', value: '7' })
    changeParameter(state, {
      subspace: 'evm',
      key: 'KeySeiSstoreSetGasEIP2200',
      value: '"72000"',
    })
  })
  expect(await value('staking', 'MaxValidators')).toBe('7')
  expect(await value('evm', 'KeySeiSstoreSetGasEIP2200')).toBe('"72000"')
  expect(await value('staking', 'NoSuchKey')).toBe('')
  expect(await here.call('params', ['notasubspace', 'NotAKey'])).toHaveProperty(
    'precompileError',
    'notasubspace: unknown subspace',
  )
  expect(await here.call('params', ['', 'MaxValidators'])).toHaveProperty(
    'precompileError',
    'rpc error: code = InvalidArgument desc = invalid request',
  )
})

test('upgrade (upgrade_test.go)', async () => {
  const here = scene(
    '1015',
    parseAbi([
      'struct Plan { string name; int64 height; string info; }',
      'struct ModuleVersion { string name; uint64 version; }',
      'function currentPlan() view returns (Plan)',
      'function appliedPlan(string name) view returns (int64)',
      'function upgradedConsensusState(int64 lastHeight) view returns (bytes)',
      'function moduleVersions(string moduleName) view returns (ModuleVersion[])',
    ]),
  )
  expect(await here.result('currentPlan')).toEqual({ name: '', height: 0n, info: '' })
  const plan = { name: 'test-upgrade', height: 105n, info: 'test-info' }
  here.scene.change((state) => scheduleUpgrade(state, plan, moment))
  expect(await here.result('currentPlan')).toEqual(plan)
  expect(await here.result('appliedPlan', ['never-applied'])).toBe(0n)
  for (const height of [1n, 123n, 1234567890n]) {
    const key = `upgradedIBCState/${height}/upgradedConsState`
    // Decoding, and the read that the test there counts.
    expect(await here.call('upgradedConsensusState', [height])).toHaveProperty(
      'gasUsed',
      1000n + 3n * 36n + 1000n + 3n * BigInt(key.length),
    )
  }
  expect(await here.result('moduleVersions', [''])).toHaveProperty('length', 13)
  expect(await here.result('moduleVersions', ['bank'])).toMatchObject([{ name: 'bank' }])
  expect(await here.call('moduleVersions', ['notamodule'])).toHaveProperty(
    'precompileError',
    'x/upgrade: QueryModuleVersions module notamodule not found: not found',
  )
})

const govAbi = parseAbi([
  'struct Coin { uint256 amount; string denom; }',
  'struct Tally { string yes; string abstain; string no; string noWithVeto; }',
  'struct Proposal { uint64 id; int32 status; Tally finalTallyResult; int64 submitTime; int64 depositEndTime; Coin[] totalDeposit; int64 votingStartTime; int64 votingEndTime; bool isExpedited; bytes content; }',
  'struct Option { int32 option; string weight; }',
  'struct Vote { uint64 proposalId; string voter; Option[] options; }',
  'struct Deposit { uint64 proposalId; string depositor; Coin[] amount; }',
  'struct Params { uint64 votingPeriod; uint64 expeditedVotingPeriod; Coin[] minDeposit; uint64 maxDepositPeriod; Coin[] minExpeditedDeposit; string quorum; string threshold; string vetoThreshold; string expeditedQuorum; string expeditedThreshold; }',
  'function submitProposal(string proposalJSON) payable returns (uint64)',
  'function vote(uint64 proposalID, int32 option) returns (bool)',
  'function proposal(uint64 proposalID) view returns (Proposal)',
  'function proposals(int32 proposalStatus, address voter, address depositor, bytes pageKey) view returns (Proposal[] proposals, bytes nextKey)',
  'function getVote(uint64 proposalID, address voter) view returns (Vote)',
  'function votes(uint64 proposalID, bytes pageKey) view returns (Vote[] votes, bytes nextKey)',
  'function params() view returns (Params)',
  'function getDeposit(uint64 proposalID, address depositor) view returns (Deposit)',
  'function deposits(uint64 proposalID, bytes pageKey) view returns (Deposit[] deposits, bytes nextKey)',
  'function tallyResult(uint64 proposalID) view returns (Tally)',
  'function grantVoteAuthorization(address grantee, int64 expiration) returns (bool)',
  'function voteWithAuthorization(address voter, uint64 proposalID, int32 option) returns (bool)',
  'function revokeVoteAuthorization(address grantee) returns (bool)',
  'function grantProposalAuthorization(address grantee, int64 expiration) returns (bool)',
  'function submitProposalWithAuthorization(address proposer, string proposalJSON) payable returns (uint64)',
  'function revokeProposalAuthorization(address grantee) returns (bool)',
])

const PROPOSAL = JSON.stringify({ title: 'T', description: 'D' })
const ENOUGH = 10_000_000n * UNIT

describe('governance', () => {
  test('queries', async () => {
    const here = scene('1006', govAbi)
    expect(await here.result('submitProposal', [PROPOSAL], { value: ENOUGH })).toBe(1n)
    expect(await here.result('submitProposal', [PROPOSAL], { value: UNIT })).toBe(2n)
    const first = {
      id: 1n,
      status: 2,
      submitTime: START,
      votingStartTime: START,
      votingEndTime: START + 432_000n,
      isExpedited: false,
      totalDeposit: [{ amount: 10_000_000n, denom: 'usei' }],
      finalTallyResult: { yes: '0', abstain: '0', no: '0', noWithVeto: '0' },
    }
    const shown = (await here.result('proposal', [1n])) as { content: Hex }
    expect(shown).toMatchObject(first)
    expect(jsonOf(shown.content)).toEqual({
      '@type': '/cosmos.gov.v1beta1.TextProposal',
      title: 'T',
      description: 'D',
      is_expedited: false,
    })
    // Go's zero time: the vote has not begun.
    expect(await here.result('proposal', [2n])).toMatchObject({
      status: 1,
      votingStartTime: -62_135_596_800n,
    })
    expect(await here.call('proposal', [3n])).toHaveProperty(
      'precompileError',
      "rpc error: code = NotFound desc = proposal 3 doesn't exist",
    )
    expect(await here.call('proposal', [0n])).toHaveProperty(
      'precompileError',
      'rpc error: code = InvalidArgument desc = proposal id can not be 0',
    )
    expect(await here.result('vote', [1n, 1])).toBe(true)
    const vote = {
      proposalId: 1n,
      voter: textOf('sei', aliceNative),
      options: [{ option: 1, weight: '1.000000000000000000' }],
    }
    expect(await here.result('getVote', [1n, alice.address])).toEqual(vote)
    expect(await here.result('votes', [1n, '0x'])).toEqual([[vote], '0x'])
    expect(await here.call('getVote', [1n, bob.address])).toHaveProperty(
      'precompileError',
      `rpc error: code = InvalidArgument desc = voter: ${textOf('sei', bobNative)} not found for proposal: 1`,
    )
    const deposit = {
      proposalId: 1n,
      depositor: textOf('sei', aliceNative),
      amount: [{ amount: 10_000_000n, denom: 'usei' }],
    }
    expect(await here.result('getDeposit', [1n, alice.address])).toEqual(deposit)
    expect(await here.result('deposits', [1n, '0x'])).toEqual([[deposit], '0x'])
    const ids = async (...args: readonly unknown[]) => {
      const [found] = (await here.result('proposals', args)) as [{ id: bigint }[], Hex]
      return found.map(({ id }) => id)
    }
    const nobody = at('0')
    expect(await ids(0, nobody, nobody, '0x')).toEqual([1n, 2n])
    expect(await ids(1, nobody, nobody, '0x')).toEqual([2n])
    expect(await ids(0, alice.address, nobody, '0x')).toEqual([1n])
    expect(await ids(0, nobody, bob.address, '0x')).toEqual([])
    expect(await here.result('params')).toMatchObject({
      votingPeriod: 432_000n,
      expeditedVotingPeriod: 86_400n,
      quorum: '0.334000000000000000',
    })
    // alice has no stake.
    expect(await here.result('tallyResult', [1n])).toMatchObject({ yes: '0' })
    expect(await here.result('tallyResult', [2n])).toMatchObject({ yes: '0' })
  })

  test('an account votes and proposes for another with its grant', async () => {
    const here = scene('1006', govAbi)
    await here.result('submitProposal', [PROPOSAL], { value: ENOUGH })
    const asBob = { caller: bob.address }
    expect(await here.call('voteWithAuthorization', [alice.address, 1n, 0], asBob)).toMatchObject({
      precompileError: 'VOTE_OPTION_UNSPECIFIED: invalid vote option',
    })
    const voteFor = () => here.call('voteWithAuthorization', [alice.address, 1n, 3], asBob)
    const missing = { precompileError: 'authorization not found: unauthorized' }
    expect(await voteFor()).toMatchObject(missing)
    expect(await here.result('grantVoteAuthorization', [bob.address, EXPIRATION])).toBe(true)
    expect(await voteFor()).toMatchObject({ kind: 'success' })
    expect(await here.result('getVote', [1n, alice.address])).toMatchObject({
      options: [{ option: 3 }],
    })
    expect(await here.call('voteWithAuthorization', [alice.address, 9n, 3], asBob)).toMatchObject({
      precompileError: `failed to execute message; message proposal_id: 9\nvoter: ${textOf('sei', aliceNative)}\noption: 3\n: 9: unknown proposal`,
    })
    here.timestamp = EXPIRATION + 1n
    expect(await voteFor()).toMatchObject(missing)
    here.timestamp = START
    expect(await here.result('revokeVoteAuthorization', [bob.address])).toBe(true)
    expect(await voteFor()).toMatchObject(missing)
    expect(await here.call('revokeVoteAuthorization', [bob.address])).toMatchObject({
      precompileError: 'authorization not found: not found',
    })
    await here.result('grantProposalAuthorization', [bob.address, EXPIRATION])
    const propose = [alice.address, PROPOSAL]
    here.scene.change((state) => state.addBalance(bob.address, UNIT))
    expect(
      await here.result('submitProposalWithAuthorization', propose, { ...asBob, value: UNIT }),
    ).toBe(2n)
    expect(await here.result('getDeposit', [2n, alice.address])).toMatchObject({
      amount: [{ amount: 1n }],
    })
  })

  test.each([
    ['a time that is past', [bob.address, START], 'must be after the current block time'],
    ['a time beyond the year 9999', [bob.address, 2n ** 40n], 'protobuf timestamp'],
    ['the granter itself', [alice.address, EXPIRATION], 'granter and grantee cannot be same'],
    ['an account without association', [carol.address, EXPIRATION], 'is not linked'],
    ['the zero address', [at('0'), EXPIRATION], 'invalid addr'],
  ])('refuses a grant for %s', async (_what, args, reason) => {
    const here = scene('1006', govAbi)
    expect(await here.call('grantVoteAuthorization', args)).toMatchObject({
      precompileError: expect.stringContaining(reason),
    })
  })
})

/** How the SDK begins the failure of a message for another account. */
const failed = 'failed to execute message; message '

test('grants of the distribution and of slashing', async () => {
  const distribution = scene(
    '1007',
    parseAbi([
      'function grantWithdrawAuthorization(address grantee, int64 expiration) returns (bool)',
      'function withdrawDelegationRewardsWithAuthorization(address delegator, string validator) returns (bool)',
      'function withdrawValidatorCommissionWithAuthorization(address validatorOperator) returns (bool)',
      'function revokeWithdrawAuthorization(address grantee) returns (bool)',
    ]),
  )
  const asBob = { caller: bob.address }
  expect(await distribution.result('grantWithdrawAuthorization', [bob.address, EXPIRATION])).toBe(
    true,
  )
  // The grant is there; what is missing is the delegation, and the commission.
  const rewards = 'withdrawDelegationRewardsWithAuthorization'
  expect(await distribution.call(rewards, [alice.address, v0], asBob)).toMatchObject({
    precompileError: `${failed}delegator_address:"${textOf('sei', aliceNative)}" validator_address:"${v0}" : no delegation distribution info`,
  })
  const commission = 'withdrawValidatorCommissionWithAuthorization'
  expect(await distribution.call(commission, [alice.address], asBob)).toMatchObject({
    precompileError: `${failed}validator_address:"${textOf('seivaloper', aliceNative)}" : no validator commission to withdraw`,
  })
  await distribution.result('revokeWithdrawAuthorization', [bob.address])
  expect(await distribution.call(rewards, [alice.address, v0], asBob)).toMatchObject({
    precompileError: 'authorization not found: unauthorized',
  })
  const slashing = scene(
    '1014',
    parseAbi([
      'function grantUnjailAuthorization(address grantee, int64 expiration) returns (bool)',
      'function unjailWithAuthorization(address validatorOperator) returns (bool)',
    ]),
  )
  await slashing.result('grantUnjailAuthorization', [bob.address, EXPIRATION])
  expect(await slashing.call('unjailWithAuthorization', [alice.address], asBob)).toMatchObject({
    precompileError: `${failed}validator_addr:"${textOf('seivaloper', aliceNative)}" : address is not associated with any known validator`,
  })
})

test('grants of staking (authorization_test.go, TestStakingAuthorizationFlow)', async () => {
  const abi = parseAbi([
    'function grantStakingAuthorization(address grantee, string[] allowedValidators, uint256 maxTokens, int64 expiration) returns (bool)',
    'function delegateWithAuthorization(address delegator, string valAddress) payable returns (bool)',
    'function redelegateWithAuthorization(address delegator, string srcAddress, string dstAddress, uint256 amount) returns (bool)',
    'function undelegateWithAuthorization(address delegator, string valAddress, uint256 amount) returns (bool)',
    'function revokeStakingAuthorization(address grantee) returns (bool)',
    'event Delegate(address indexed delegator, string validator, uint256 amount)',
    'event Redelegate(address indexed delegator, string srcValidator, string dstValidator, uint256 amount)',
    'event Undelegate(address indexed delegator, string validator, uint256 amount)',
    'event DelegationRewardsWithdrawn(address indexed delegator, string validator, uint256 amount)',
  ])
  const here = scene('1005', abi)
  const asBob = { caller: bob.address }
  const granter = toChecksumAddress(alice.address)
  const grant = [bob.address, [v0, v1], 200n, EXPIRATION]
  expect(await here.result('grantStakingAuthorization', grant)).toBe(true)
  expect(
    await here.events('delegateWithAuthorization', [alice.address, v0], {
      ...asBob,
      value: 100n * UNIT,
    }),
  ).toContainEqual(['Delegate', { delegator: granter, validator: v0, amount: 100n * UNIT }])
  const move = [alice.address, v0, v1, 30n]
  expect(await here.events('redelegateWithAuthorization', move, asBob)).toContainEqual([
    'Redelegate',
    { delegator: granter, srcValidator: v0, dstValidator: v1, amount: 30n },
  ])
  const leave = [alice.address, v0, 20n]
  expect(await here.events('undelegateWithAuthorization', leave, asBob)).toContainEqual([
    'Undelegate',
    { delegator: granter, validator: v0, amount: 20n },
  ])
  // 100, 170 and 180 remain.
  const authz = interfaceOf(
    parseAbi([
      'struct GrantAuthorization { string granter; string grantee; bytes authorization; int64 expiration; }',
      'struct Page { GrantAuthorization[] grants; bytes nextKey; }',
      'function granterGrants(address granter, bytes pageKey) view returns (Page)',
    ]),
  )
  const asked = await here.scene.run({
    to: at('100e'),
    data: authz.encode('granterGrants', alice.address, '0x'),
  })
  const page = authz.decode(
    'granterGrants',
    asked.kind === 'success' ? asked.output : new Uint8Array(),
  ) as { grants: { authorization: Hex }[] }
  const rests = page.grants.map(({ authorization }) => {
    const { authorization_type: type, max_tokens: rest } = jsonOf(authorization)
    return [type.replace('AUTHORIZATION_TYPE_', ''), rest.amount]
  })
  expect(Object.fromEntries(rests)).toEqual({
    DELEGATE: '100',
    REDELEGATE: '170',
    UNDELEGATE: '180',
  })
  expect(
    await here.call('undelegateWithAuthorization', [alice.address, v2, 1n], asBob),
  ).toMatchObject({
    precompileError: `cannot delegate/undelegate to ${v2} validator: unauthorized`,
  })
  const quoted = (validators: string, amount: string) =>
    `${failed}delegator_address:"${textOf('sei', aliceNative)}" ${validators}amount:<denom:"usei" amount:"${amount}" > : `
  for (const [args, precompileError] of [
    [['undelegate', v0, 0n], 'invalid shares amount: invalid request'],
    [['undelegate', '', 1n], 'empty validator address'],
    [['redelegate', '', v1, 1n], 'empty validator address'],
    [['redelegate', v0, v2, 1n], `cannot delegate/undelegate to ${v2} validator: unauthorized`],
    [['undelegate', 'x', 1n], 'cannot delegate/undelegate to x validator: unauthorized'],
    [
      ['undelegate', v0, 90n],
      `${quoted(`validator_address:"${v0}" `, '90')}invalid shares amount: invalid request`,
    ],
    [
      ['redelegate', v2, v1, 9n],
      `${quoted(`validator_src_address:"${v2}" validator_dst_address:"${v1}" `, '9')}no delegation for (address, validator) tuple`,
    ],
  ] as const) {
    const [name, ...others] = args
    const outcome = await here.call(`${name}WithAuthorization`, [alice.address, ...others], asBob)
    expect(outcome, args.join()).toMatchObject({ precompileError })
  }
  await here.result('revokeStakingAuthorization', [bob.address])
  expect(await here.call('revokeStakingAuthorization', [alice.address])).toMatchObject({
    precompileError: 'granter and grantee cannot be same: invalid request',
  })
  expect(
    await here.call('undelegateWithAuthorization', [alice.address, v0, 1n], asBob),
  ).toMatchObject({ precompileError: 'authorization not found: unauthorized' })
  expect(
    await here.call('grantStakingAuthorization', [bob.address, [], 1n, EXPIRATION]),
  ).toMatchObject({
    precompileError: 'at least one allowed validator is required: invalid request',
  })
  expect(
    await here.call('grantStakingAuthorization', [bob.address, [v0], 0n, EXPIRATION]),
  ).toMatchObject({ precompileError: 'max tokens must be positive: invalid request' })
})

test('authz (authz_test.go)', async () => {
  const here = scene(
    '100e',
    parseAbi([
      'struct Grant { bytes authorization; int64 expiration; }',
      'struct GrantsResponse { Grant[] grants; bytes nextKey; }',
      'struct GrantAuthorization { string granter; string grantee; bytes authorization; int64 expiration; }',
      'struct Page { GrantAuthorization[] grants; bytes nextKey; }',
      'function grants(address granter, address grantee, string msgTypeUrl, bytes pageKey) view returns (GrantsResponse)',
      'function granterGrants(address granter, bytes pageKey) view returns (Page)',
      'function granteeGrants(address grantee, bytes pageKey) view returns (Page)',
    ]),
  )
  const typeUrl = '/cosmos.gov.v1beta1.MsgVote'
  const parties = { granter: aliceNative, grantee: bobNative }
  here.scene.change((state) => addGrant(state, parties, [{ kind: 'generic', typeUrl }], EXPIRATION))
  const authorization = bytesToHex(
    Buffer.from(
      JSON.stringify({ '@type': '/cosmos.authz.v1beta1.GenericAuthorization', msg: typeUrl }),
    ),
  )
  const found = { authorization, expiration: EXPIRATION }
  const whole = {
    granter: textOf('sei', aliceNative),
    grantee: textOf('sei', bobNative),
    ...found,
  }
  for (const type of ['', typeUrl]) {
    expect(await here.result('grants', [alice.address, bob.address, type, '0x'])).toEqual({
      grants: [found],
      nextKey: '0x',
    })
  }
  expect(await here.result('granterGrants', [alice.address, '0x'])).toMatchObject({
    grants: [whole],
  })
  expect(await here.result('granteeGrants', [bob.address, '0x'])).toMatchObject({ grants: [whole] })
  expect(await here.result('granteeGrants', [alice.address, '0x'])).toMatchObject({ grants: [] })
  for (const type of ['/x', 'foo', '0', 'a/b']) {
    expect(await here.call('grants', [alice.address, bob.address, type, '0x'])).toMatchObject({
      precompileError: `rpc error: code = NotFound desc = no authorization found for ${type} type`,
    })
  }
})

test('queries of the bank', async () => {
  const here = scene(
    '1001',
    parseAbi([
      'struct Coin { uint256 amount; string denom; }',
      'struct SendEnabled { string denom; bool enabled; }',
      'struct Params { SendEnabled[] sendEnabled; bool defaultSendEnabled; }',
      'struct DenomUnit { string denom; uint32 exponent; string[] aliases; }',
      'struct Metadata { string description; DenomUnit[] denomUnits; string base; string display; string name; string symbol; }',
      'function spendableBalances(address acc, bytes pageKey) view returns (Coin[] balances, bytes nextKey)',
      'function totalSupply(bytes pageKey) view returns (Coin[] supply, bytes nextKey)',
      'function params() view returns (Params)',
      'function denomMetadata(string denom) view returns (Metadata)',
      'function denomsMetadata(bytes pageKey) view returns (Metadata[] metadatas, bytes nextKey)',
    ]),
  )
  here.scene.change((state) => {
    const units = [{ denomination: 'uatom', exponent: 0, aliases: ['microatom'] }]
    const names = { name: 'Atom', symbol: 'ATOM', display: 'atom', description: 'd' }
    state.set(metadataKind, 'uatom', { base: 'uatom', units, ...names })
  })
  expect(await here.result('spendableBalances', [alice.address, '0x'])).toEqual([
    [{ amount: 100_000_000n, denom: 'usei' }],
    '0x',
  ])
  const [supplies] = (await here.result('totalSupply', ['0x'])) as [{ denom: string }[]]
  expect(supplies.map(({ denom }) => denom)).toEqual(['uatom', 'usei'])
  expect(await here.result('params')).toEqual({ sendEnabled: [], defaultSendEnabled: true })
  const metadata = {
    description: 'd',
    denomUnits: [{ denom: 'uatom', exponent: 0, aliases: ['microatom'] }],
    base: 'uatom',
    display: 'atom',
    name: 'Atom',
    symbol: 'ATOM',
  }
  expect(await here.result('denomMetadata', ['uatom'])).toEqual(metadata)
  expect(await here.result('denomsMetadata', ['0x'])).toEqual([
    expect.arrayContaining([metadata]),
    '0x',
  ])
  expect(await here.call('denomMetadata', ['nope'])).toMatchObject({
    precompileError: 'rpc error: code = NotFound desc = client metadata for denom nope',
  })
  expect(await here.call('denomMetadata', [''])).toMatchObject({
    precompileError: 'rpc error: code = InvalidArgument desc = invalid denom',
  })
})

test('queries of the distribution', async () => {
  const here = scene(
    '1007',
    parseAbi([
      'struct Coin { uint256 amount; uint256 decimals; string denom; }',
      'struct Params { string communityTax; string baseProposerReward; string bonusProposerReward; bool withdrawAddrEnabled; }',
      'struct Slash { uint64 validatorPeriod; string fraction; }',
      'function setWithdrawAddress(address withdrawAddr) returns (bool)',
      'function params() view returns (Params)',
      'function validatorOutstandingRewards(string validatorAddress) view returns (Coin[])',
      'function validatorCommission(string validatorAddress) view returns (Coin[])',
      'function validatorSlashes(string validatorAddress, uint64 startingHeight, uint64 endingHeight, bytes pageKey) view returns (Slash[] slashes, bytes nextKey)',
      'function delegationRewards(address delegatorAddress, string validatorAddress) view returns (Coin[])',
      'function delegatorValidators(address delegatorAddress) view returns (string[])',
      'function delegatorWithdrawAddress(address delegatorAddress) view returns (string)',
      'function communityPool() view returns (Coin[])',
    ]),
  )
  const zero = '0.000000000000000000'
  expect(await here.result('params')).toEqual({
    communityTax: zero,
    baseProposerReward: zero,
    bonusProposerReward: zero,
    withdrawAddrEnabled: true,
  })
  expect(await here.result('delegatorWithdrawAddress', [alice.address])).toBe(
    textOf('sei', aliceNative),
  )
  await here.result('setWithdrawAddress', [bob.address])
  expect(await here.result('delegatorWithdrawAddress', [alice.address])).toBe(
    textOf('sei', bobNative),
  )
  expect(await here.result('communityPool')).toEqual([])
  here.scene.change((state) =>
    fundCommunityPool(state, aliceNative, [{ denom: 'usei', amount: 3n }]),
  )
  const coin = (amount: bigint) => [{ amount: amount * 10n ** 18n, decimals: 18n, denom: 'usei' }]
  expect(await here.result('communityPool')).toEqual(coin(3n))
  // A tenth of 1,000,003 units in 5,000 seconds.
  here.timestamp = START + 2500n
  expect(await here.result('validatorOutstandingRewards', [v0])).toEqual(coin(500_001n))
  expect(await here.result('validatorCommission', [v0])).toMatchObject([
    { amount: 500_001n * 10n ** 17n },
  ])
  expect(await here.result('validatorSlashes', [v0, 0n, 100n, '0x'])).toEqual([[], '0x'])
  expect(await here.call('validatorSlashes', [v0, 2n, 1n, '0x'])).toMatchObject({
    precompileError:
      'rpc error: code = InvalidArgument desc = starting height greater than ending height (2 > 1)',
  })
  for (const [validator, reason] of [
    ['', 'empty validator address'],
    ['x', 'invalid validator address'],
  ]) {
    expect(await here.call('validatorSlashes', [validator, 0n, 1n, '0x'])).toMatchObject({
      precompileError: `rpc error: code = InvalidArgument desc = ${reason}`,
    })
  }
  expect(await here.result('delegatorValidators', [alice.address])).toEqual([])
  expect(await here.call('delegationRewards', [alice.address, v0])).toMatchObject({
    precompileError: 'delegation does not exist',
  })
  expect(
    await here.call('delegationRewards', [alice.address, textOf('seivaloper', aliceNative)]),
  ).toMatchObject({
    precompileError: `${textOf('seivaloper', aliceNative)}: validator does not exist`,
  })
})
