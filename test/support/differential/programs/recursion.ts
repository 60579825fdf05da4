import { type Hardfork, isAtLeast } from '../../../../src/evm/rules/hardfork.ts'
import { contracts } from '../scenario.ts'
import { CodeWriter } from './codeWriter.ts'
import type { Random } from './random.ts'

/** Gas that remains for the code after a call on forks that let a call use all of it. */
const KEPT = 3_000

/**
 * Code that calls or creates itself until that fails: at depth 1024 or without gas. It leaves
 * effects on the way down and up.
 */
export function recursiveCode(random: Random, fork: Hardfork, index: number): Uint8Array {
  const writer = new CodeWriter()
  const creates = random.chance(4)
  const target = random.chance(3) ? random.pick(contracts.slice(0, 2)) : contracts[index]
  if (random.chance(3)) writer.push(random.below(200)).op(0x51, 0x50)
  if (random.chance(4)) writer.push(1).push(0).op(0x54, 0x01).push(0).op(0x55)
  if (creates) {
    // The running code itself as init code.
    const isCreate2 = isAtLeast(fork, 'constantinople') && random.chance(2)
    writer.op(0x38).push(0).push(0).op(0x39)
    if (isCreate2) writer.op(0x5a)
    writer
      .op(0x38)
      .push(0)
      .push(random.chance(4) ? 1 : 0)
      .op(isCreate2 ? 0xf5 : 0xf0)
  } else {
    const codes = [
      ...[0xf1, 0xf1, 0xf2],
      ...(isAtLeast(fork, 'homestead') ? [0xf4] : []),
      ...(isAtLeast(fork, 'byzantium') ? [0xfa] : []),
    ]
    const code = random.pick(codes)
    writer.push(random.below(40)).push(0).push(random.below(40)).push(0)
    if (code < 0xf4) writer.push(random.chance(4) ? 1 : 0)
    writer.push(BigInt(target ?? 0))
    if (isAtLeast(fork, 'tangerineWhistle')) writer.op(0x5a)
    else writer.push(KEPT).op(0x5a, 0x03)
    writer.op(code)
  }
  const end = random.below(5)
  if (end === 0) writer.push(1).op(0x54, 0x01).push(1).op(0x55)
  else if (end === 1) writer.push(0).op(0x52).push(random.below(40)).push(0).op(0xf3)
  else if (end === 2 && isAtLeast(fork, 'byzantium')) writer.op(0x3d).push(0).op(0xfd)
  else if (end === 3) writer.push(0).op(0x52).push(32).push(0).op(0xa0)
  return writer.finish()
}
