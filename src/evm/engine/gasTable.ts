import type { Common } from '@ethereumjs/common'
import { getOpcodesForHF } from '@ethereumjs/evm'
import type { Hardfork } from '../rules/hardfork.ts'
import { isAtLeast } from '../rules/hardfork.ts'
import { stackEffects } from '../rules/stackEffects.ts'

const SELFDESTRUCT = 0xff
const STACK_BYTES = 1024 * 32
/** More items than the stack holds, so the opcode is never valid. */
const INVALID = 0xffffn

/**
 * Word that the loop checks before an opcode: from the lowest bit, 16 bits for the required stack
 * size in bytes, 16 bits for the maximum growth, 32 bits for the gas. The size includes the header
 * of the frame, below the stack, so that the loop measures from the start of the frame.
 */
export function opcodeRules(rules: Common, frameHeader: number): BigUint64Array {
  const table = new BigUint64Array(256).fill(INVALID)
  for (const [op, { fee, isInvalid }] of getOpcodesForHF(rules).opcodes) {
    const effect = stackEffects.get(op)
    if (isInvalid || effect === undefined) continue
    const [takes, leaves] = effect
    const least = takes * 32
    const most = STACK_BYTES - Math.max(0, leaves - takes) * 32
    // SELFDESTRUCT warms its beneficiary even without enough gas: it charges all its gas at once.
    const gas = op === SELFDESTRUCT ? 0 : fee
    table[op] = BigInt(frameHeader + least) | (BigInt(most - least) << 16n) | (BigInt(gas) << 32n)
  }
  return table
}

/** Fork features, the bits of `Feature` in `assembly/params.ts`. */
function features(rules: Common, hardfork: Hardfork): bigint {
  const active: readonly boolean[] = [
    isAtLeast(hardfork, 'tangerineWhistle'),
    isAtLeast(hardfork, 'spuriousDragon'),
    rules.isActivatedEIP(2929),
    hardfork === 'constantinople' || isAtLeast(hardfork, 'istanbul'),
    rules.isActivatedEIP(3541),
    rules.isActivatedEIP(3860),
    isAtLeast(hardfork, 'spuriousDragon'),
    isAtLeast(hardfork, 'homestead'),
  ]
  return active.reduce((bits, isActive, i) => (isActive ? bits | (1n << BigInt(i)) : bits), 0n)
}

/** SSTORE's gas by fork: legacy, EIP-1283, EIP-2200, and with EIP-2929. */
function storageGas(rules: Common, hardfork: Hardfork): readonly bigint[] {
  const gas = (name: string): bigint => rules.param(name)
  if (isAtLeast(hardfork, 'istanbul')) {
    const isBerlin = rules.isActivatedEIP(2929)
    const warm = isBerlin ? gas('warmstoragereadGas') : 0n
    const init = gas('sstoreInitEIP2200Gas')
    return [
      gas('sstoreSentryEIP2200Gas'),
      gas('sstoreNoopEIP2200Gas'),
      init,
      gas('sstoreCleanEIP2200Gas'),
      gas('sstoreDirtyEIP2200Gas'),
      gas('sstoreClearRefundEIP2200Gas'),
      isBerlin ? init - warm : gas('sstoreInitRefundEIP2200Gas'),
      isBerlin
        ? gas('sstoreResetGas') - gas('coldsloadGas') - warm
        : gas('sstoreCleanRefundEIP2200Gas'),
    ]
  }
  if (hardfork === 'constantinople') {
    return [
      -1n,
      gas('netSstoreNoopGas'),
      gas('netSstoreInitGas'),
      gas('netSstoreCleanGas'),
      gas('netSstoreDirtyGas'),
      gas('netSstoreClearRefundGas'),
      gas('netSstoreResetClearRefundGas'),
      gas('netSstoreResetRefundGas'),
    ]
  }
  const [init, clean] = [gas('sstoreSetGas'), gas('sstoreResetGas')]
  return [-1n, 0n, init, clean, 0n, gas('sstoreRefundGas'), 0n, 0n]
}

/** Parameters of a fork in the order of `Param` in `assembly/params.ts`. Inactive rules cost 0. */
export function gasParams(rules: Common, hardfork: Hardfork): BigInt64Array {
  const when = (isActive: boolean, name: string): bigint => (isActive ? rules.param(name) : 0n)
  const isBerlin = rules.isActivatedEIP(2929)
  return BigInt64Array.of(
    rules.param('memoryGas'),
    rules.param('quadCoefficientDivGas'),
    rules.param('expByteGas'),
    rules.param('keccak256WordGas'),
    rules.param('copyGas'),
    rules.param('logTopicGas'),
    rules.param('logDataGas'),
    when(isBerlin, 'warmstoragereadGas'),
    when(isBerlin, 'coldaccountaccessGas'),
    when(isBerlin, 'coldsloadGas'),
    rules.param('callValueTransferGas'),
    rules.param('callNewAccountGas'),
    rules.param('callStipendGas'),
    when(rules.isActivatedEIP(3860), 'initCodeWordGas'),
    rules.param('createDataGas'),
    when(isAtLeast(hardfork, 'spuriousDragon'), 'maxCodeSize'),
    when(rules.isActivatedEIP(3860), 'maxInitCodeSize'),
    rules.param('selfdestructGas'),
    rules.param('selfdestructRefundGas'),
    ...storageGas(rules, hardfork),
    rules.param('stackLimit'),
    features(rules, hardfork),
  )
}
