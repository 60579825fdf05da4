import { parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { nativePrecompilesOf } from '../../../../src/evm/precompiles/native/nativePrecompiles.ts'
import { type SeiVersion, seiVersions } from '../../../../src/evm/precompiles/native/seiVersion.ts'
import { delegate } from '../../../../src/modules/staking/staking.ts'
import { encodeValidator, requireValidator } from '../../../../src/modules/staking/validator.ts'
import { compressPublicKey } from '../../../../src/primitives/crypto/secp256k1.ts'
import { bytesToHex } from '../../../../src/primitives/encoding/hex.ts'
import { metadataKind } from '../../../../src/state/rows/metadataKind.ts'
import { alice, bob } from '../../../support/accounts.ts'
import { operators } from '../../../support/modules/stakeScene.ts'
import {
  aliceNative,
  bobNative,
  ModuleScene,
  START,
  textOf,
} from '../../../support/precompiles/modules.ts'
import { at, interfaceOf, Scene } from '../../../support/precompiles/scene.ts'

/*
 * Gas of calls as in the tests of the real chain (sei-chain, precompiles, *_test.go), whose numbers
 * are those of whole transactions unless said.
 */

/** An operator without rewards. */
const [, operator = aliceNative] = operators

/** Gas of a transaction before it runs: 4 for a zero byte of its data, 16 for another. */
function intrinsicGas(data: Uint8Array): bigint {
  const zeros = data.filter((byte) => byte === 0).length
  return 21_000n + BigInt(4 * zeros + 16 * (data.length - zeros))
}

const bank = parseAbi(['function sendNative(string toNativeAddress) payable returns (bool)'])
const distribution = parseAbi([
  'function withdrawDelegationRewards(string validator) returns (bool)',
  'function withdrawMultipleDelegationRewards(string[] validators) returns (bool)',
])
const pointer = interfaceOf(['function addNativePointer(string token) payable returns (address)'])

describe.each(seiVersions)('Sei %s', (version) => {
  const precompiles = nativePrecompilesOf(version)
  const pick = (v66: bigint, v67: bigint) => (version === '6.6' ? v66 : v67)

  test('sendNative (bank_test.go, TestRun)', async () => {
    // The sender has 9,800,000 usei after it paid for gas. Its account has no key yet.
    const scene = new Scene((state) => {
      // Not the first account, so that its number is in its record.
      state.associate(bob.address, bobNative)
      state.associate(alice.address, aliceNative)
      state.mintCoins(aliceNative, 'usei', 9_800_000n)
    }, precompiles)
    const data = interfaceOf(bank).encode('sendNative', textOf('sei', bobNative))
    const outcome = await scene.run({ to: at('1001'), data, value: 10_000_000_000_100n })
    expect(intrinsicGas(data) + outcome.gasUsed).toBe(pick(67_599n, 69_121n))
  })

  test('withdrawals (distribution_test.go, TestWithdraw and TestWithdrawMultiple…)', async () => {
    const here = new ModuleScene(at('1007'), distribution, precompiles)
    here.scene.change((state) => {
      const change = { delegator: aliceNative, operator, amount: 100n }
      delegate(state, change, { time: START, height: 5n })
      state.drain()
    })
    const validator = textOf('seivaloper', operator)
    const row = encodeValidator(requireValidator(here.scene.state, operator))
    // The validators there have rows of 218 bytes, which are read twice.
    const difference = 6n * BigInt(row.length - 218)
    const single = interfaceOf(distribution).encode('withdrawDelegationRewards', validator)
    const one = await here.scene.run({ to: at('1007'), data: single }, { number: 5n })
    expect(intrinsicGas(single) + one.gasUsed - difference).toBe(pick(64_124n, 65_667n))

    const three = [validator, validator, validator]
    const several = interfaceOf(distribution).encode('withdrawMultipleDelegationRewards', three)
    const all = await here.scene.run({ to: at('1007'), data: several }, { number: 5n })
    expect(intrinsicGas(several) + all.gasUsed - 3n * difference).toBe(pick(148_290n, 151_087n))
  })

  test('addNativePointer, the call alone (pointer_test.go, TestAddNative)', async () => {
    const scene = new Scene((state) => {
      const names = { name: 'base_name', symbol: 'base_symbol', display: '', description: '' }
      const units = [{ denomination: 'denom', exponent: 6, aliases: ['DENOM'] }]
      state.set(metadataKind, 'test', { ...names, base: 'test', units })
    }, precompiles)
    const data = pointer.encode('addNativePointer', 'test')
    const outcome = await scene.run({ to: at('100b'), data, gasLimit: 10_000_000n })
    expect(outcome.gasUsed).toBe(pick(1_112_686n, 1_113_998n))
  })

  test('associatePubKey costs more than 52,000 (EVMPrecompileTest.js)', async () => {
    const addr = interfaceOf(['function associatePubKey(string) returns (string, address)'])
    const key = bytesToHex(compressPublicKey(bob.publicKey)).slice(2)
    const scene = new Scene(() => {}, precompiles)
    const data = addr.encode('associatePubKey', key)
    const { gasUsed } = await scene.run({ to: at('1004'), data })
    expect(intrinsicGas(data) + gasUsed).toBeGreaterThan(52_000n)
  })
})

test('p256: by size in 6.6, from 6.7 on 3,450 and the arguments', async () => {
  const p256 = interfaceOf(['function verify(bytes signature) view returns (bytes response)'])
  const data = p256.encode('verify', `0x${'00'.repeat(160)}`)
  const gas = async (version: SeiVersion) => {
    const scene = new Scene(() => {}, nativePrecompilesOf(version))
    return (await scene.run({ to: at('1011'), data })).gasUsed
  }
  expect(await gas('6.6')).toBe(300n * 224n)
  expect(await gas('6.7')).toBe(3450n + 1000n + 3n * 228n)
})
