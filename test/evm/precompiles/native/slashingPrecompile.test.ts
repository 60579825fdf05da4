import { parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { nativePrecompilesOf } from '../../../../src/evm/precompiles/native/nativePrecompiles.ts'
import { changeSigningInfo } from '../../../../src/modules/slashing/signingInfo.ts'
import { addValidator } from '../../../../src/modules/staking/editValidators.ts'
import { jail } from '../../../../src/modules/staking/slash.ts'
import { delegate } from '../../../../src/modules/staking/staking.ts'
import { consensusAddress, requireValidator } from '../../../../src/modules/staking/validator.ts'
import { carol } from '../../../support/accounts.ts'
import { account, operators } from '../../../support/modules/stakeScene.ts'
import { probe } from '../../../support/precompiles/callers.ts'
import { aliceNative, ModuleScene, START, textOf } from '../../../support/precompiles/modules.ts'
import { at, interfaceOf, outputOf, PROBE } from '../../../support/precompiles/scene.ts'

const SLASHING = at('1014')
const abi = parseAbi([
  'function unjail() returns (bool)',
  'struct SlashingParams { int64 signedBlocksWindow; string minSignedPerWindow; uint64 downtimeJailDuration; string slashFractionDoubleSign; string slashFractionDowntime; }',
  'function params() view returns (SlashingParams)',
  'struct SigningInfo { string validatorAddress; int64 startHeight; int64 indexOffset; int64 jailedUntil; bool tombstoned; int64 missedBlocksCounter; }',
  'function signingInfo(string consAddress) view returns (SigningInfo)',
  'struct SigningInfosResponse { SigningInfo[] signingInfos; bytes nextKey; }',
  'function signingInfos(bytes pageKey) view returns (SigningInfosResponse)',
])
const [a = account(0), , c = account(0)] = operators
const scene = () => new ModuleScene(SLASHING, abi, nativePrecompilesOf('6.7'))

test('does not exist before Sei 6.7', () => {
  expect(nativePrecompilesOf('6.6').has(SLASHING)).toBe(false)
})

test('an operator unjails its validator', async () => {
  const here = scene()
  here.scene.change((state) => {
    const validator = requireValidator(state, a)
    addValidator(state, aliceNative, {
      ...validator,
      consensusKey: new Uint8Array(32).fill(9),
      operatorAddress: textOf('seivaloper', aliceNative),
      tokens: 0n,
      shares: 0n,
      minSelfDelegation: 1n,
    })
    const change = { delegator: aliceNative, operator: aliceNative, amount: 5n }
    delegate(state, change, { time: START, height: 5n })
    jail(state, aliceNative)
    changeSigningInfo(state, aliceNative, { jailedUntil: START + 10n })
    state.drain()
  })
  expect(await here.call('unjail')).toMatchObject({
    kind: 'revert',
    gasUsed: 1_000_000n,
    precompileError: 'validator still jailed; cannot be unjailed',
  })
  here.timestamp += 10n
  expect(await here.result('unjail')).toBe(true)
  expect(requireValidator(here.scene.state, aliceNative).jailed).toBe(false)
  expect(await here.call('unjail')).toHaveProperty(
    'precompileError',
    'validator not jailed; cannot be unjailed',
  )
})

test('views', async () => {
  const here = scene()
  expect(await here.result('params')).toEqual({
    signedBlocksWindow: 10_000n,
    minSignedPerWindow: '0.050000000000000000',
    downtimeJailDuration: 600n,
    slashFractionDoubleSign: '0.050000000000000000',
    slashFractionDowntime: '0.010000000000000000',
  })
  const consensus = (operator: typeof a) =>
    textOf(
      'seivalcons',
      consensusAddress(requireValidator(here.scene.state, operator).consensusKey),
    )
  here.scene.change((state) => changeSigningInfo(state, a, { jailedUntil: 7n, tombstoned: true }))
  const info = {
    validatorAddress: consensus(a),
    startHeight: 0n,
    indexOffset: 0n,
    jailedUntil: 7n,
    tombstoned: true,
    missedBlocksCounter: 0n,
  }
  expect(await here.result('signingInfo', [consensus(a)])).toEqual(info)
  const all = await here.result('signingInfos', ['0x'])
  expect(all).toMatchObject({ nextKey: '0x', signingInfos: { length: 2 } })
  expect(all).toHaveProperty('signingInfos', expect.arrayContaining([info]))
  expect(await here.call('signingInfo', [consensus(c)])).toHaveProperty(
    'precompileError',
    `rpc error: code = NotFound desc = SigningInfo not found for validator ${consensus(c)}`,
  )
  expect(await here.call('signingInfo', [textOf('sei', a)])).toHaveProperty(
    'precompileError',
    'invalid Bech32 prefix; expected seivalcons, got sei',
  )
})

test('refuses an unknown caller, value, and delegated and static calls', async () => {
  const here = scene()
  here.scene.change((state) => state.setCode(PROBE, probe.code))
  expect(await here.call('unjail', [], { caller: carol.address })).toHaveProperty(
    'precompileError',
    expect.stringMatching(/is not linked$/),
  )
  expect(await here.call('unjail', [], { value: 1n })).toHaveProperty(
    'precompileError',
    'sending funds to a non-payable function',
  )
  const data = `0x${Buffer.from(interfaceOf(abi).encode('unjail')).toString('hex')}`
  for (const how of ['staticCall', 'delegateCall']) {
    const outcome = await here.scene.run({ to: PROBE, data: probe.encode(how, SLASHING, data) })
    expect(probe.decode(how, outputOf(outcome))).toMatchObject({ 0: false })
  }
})
