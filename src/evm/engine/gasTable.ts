import type { Common } from '@ethereumjs/common'
import { getOpcodesForHF } from '@ethereumjs/evm'
import type { Hardfork } from '../hardfork.ts'
import { isAtLeast } from '../hardfork.ts'

/** Words that an opcode takes from the stack and leaves on it; DUP and SWAP look as deep as they take. */
type StackEffect = readonly [takes: number, leaves: number]

const stackEffects: ReadonlyMap<number, StackEffect> = new Map<number, StackEffect>([
  ...each([0x00, 0x5b, 0xfe], [0, 0]),
  ...each([...range(0x01, 0x07), 0x0a, 0x0b, ...range(0x10, 0x14)], [2, 1]),
  ...each([0x16, 0x17, 0x18, 0x1a, 0x1b, 0x1c, 0x1d, 0x20], [2, 1]),
  ...each([0x08, 0x09], [3, 1]),
  ...each([0x15, 0x19, 0x1e, 0x31, 0x35, 0x3b, 0x3f, 0x40, 0x49, 0x51, 0x54, 0x5c], [1, 1]),
  ...each([0x30, 0x32, 0x33, 0x34, 0x36, 0x38, 0x3a, 0x3d], [0, 1]),
  ...each([...range(0x41, 0x48), 0x4a, 0x58, 0x59, 0x5a, ...range(0x5f, 0x7f)], [0, 1]),
  ...each([0x37, 0x39, 0x3e, 0x5e], [3, 0]),
  [0x3c, [4, 0]],
  ...each([0x50, 0x56, 0xff], [1, 0]),
  ...each([0x52, 0x53, 0x55, 0x57, 0x5d, 0xf3, 0xfd], [2, 0]),
  ...range(0x80, 0x8f).map((op): [number, StackEffect] => [op, [op - 0x7f, op - 0x7e]]),
  ...range(0x90, 0x9f).map((op): [number, StackEffect] => [op, [op - 0x8e, op - 0x8e]]),
  ...range(0xa0, 0xa4).map((op): [number, StackEffect] => [op, [op - 0x9e, 0]]),
  [0xf0, [3, 1]],
  [0xf5, [4, 1]],
  ...each([0xf1, 0xf2], [7, 1]),
  ...each([0xf4, 0xfa], [6, 1]),
])

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

function each(ops: readonly number[], effect: StackEffect): [number, StackEffect][] {
  return ops.map((op) => [op, effect])
}

const SELFDESTRUCT = 0xff
const STACK_BYTES = 1024 * 32
/** Takes more than there can be: the opcode never gets past its gate. */
const INVALID = 0xffffn

/**
 * What the loop checks before an opcode runs: from the lowest bit 16 bits for the bytes that must be on the stack, 16 bits
 * for how many more there may be, 32 bits for the gas.
 */
export function opcodeRules(rules: Common): BigUint64Array {
  const table = new BigUint64Array(256).fill(INVALID)
  for (const [op, { fee, isInvalid }] of getOpcodesForHF(rules).opcodes) {
    const effect = stackEffects.get(op)
    if (isInvalid || effect === undefined) continue
    const [takes, leaves] = effect
    const least = takes * 32
    const most = STACK_BYTES - Math.max(0, leaves - takes) * 32
    // SELFDESTRUCT warms its heir even where it cannot pay: it charges all its gas at once.
    const gas = op === SELFDESTRUCT ? 0 : fee
    table[op] = BigInt(least) | (BigInt(most - least) << 16n) | (BigInt(gas) << 32n)
  }
  return table
}

/** Rules that forks switch on; the bits of `Feature` in `assembly/params.ts`. */
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

/** SSTORE's gas by the rules of the fork: legacy, EIP-1283, EIP-2200, and with EIP-2929. */
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

/** The numbers of a fork in the order of `Param` in `assembly/params.ts`. Rules that are not active cost nothing. */
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
