import { type Hardfork, isAtLeast } from '../../../../src/evm/rules/hardfork.ts'
import { CodeWriter } from './codeWriter.ts'
import { libraryCodes, runtimeCodes } from './library.ts'
import { operand } from './operands.ts'
import type { Random } from './random.ts'
import { avoidMagic, straightCode } from './straight.ts'

/** Maximum size of code and init code (EIP-170, EIP-3860). */
const MAX_CODE = 24_576
const MAX_INIT_CODE = 49_152

function returning(runtime: Uint8Array, before: (writer: CodeWriter) => void): Uint8Array {
  const writer = new CodeWriter()
  before(writer)
  writer.copyData(runtime, 0).push(runtime.length).push(0).op(0xf3)
  return writer.finish()
}

/** Init code of many kinds: returns code, returns too much, fails, self-destructs, or is random. */
export function initCode(random: Random, fork: Hardfork): Uint8Array {
  const writer = new CodeWriter()
  switch (random.below(14)) {
    case 0:
      return new Uint8Array(0)
    case 1:
      // fails with data
      writer.push(random.wordOf(32)).push(0).op(0x52).push(random.below(40)).push(0)
      return writer.op(isAtLeast(fork, 'byzantium') ? 0xfd : 0xfe).finish()
    case 2:
      // self-destructs
      return writer
        .push(operand(random, 'a', { fork, mayBeFar: true }))
        .op(0xff)
        .finish()
    case 3:
      return random.chance(2)
        ? Uint8Array.of(0xfe)
        : writer.push(0).op(0x5b, 0x5a, 0x50, 0x56).finish()
    case 4:
      // code that starts with 0xef
      return writer
        .push(0xef)
        .push(0)
        .op(0x53)
        .push(1)
        .push(1)
        .op(0x53)
        .push(2)
        .push(0)
        .op(0xf3)
        .finish()
    case 5: {
      // around the maximum code size
      const size = random.chance(2)
        ? random.between(MAX_CODE - 1, MAX_CODE + 1)
        : random.below(60_000)
      return writer.push(size).push(0).op(0xf3).finish()
    }
    case 6:
      return straightCode(random, { fork, mayBeFar: true, mayCall: true, length: random.below(8) })
    case 7:
      // stores, then returns code
      return returning(random.pick(libraryCodes), (w) =>
        w.push(random.below(3)).push(random.below(4)).op(0x55),
      )
    case 8:
      // calls its creator, then returns code
      return returning(random.pick(runtimeCodes), (w) =>
        w
          .push(0)
          .push(0)
          .push(0)
          .push(0)
          .push(0)
          .op(0x33)
          .push(random.below(30_000))
          .op(0xf1, 0x50),
      )
    default:
      return returning(random.pick(random.chance(2) ? libraryCodes : runtimeCodes), () => {})
  }
}

/** Writes CREATE or CREATE2, which leave the address, or 0, on the stack. */
export function writeCreation(writer: CodeWriter, random: Random, fork: Hardfork): void {
  const code = avoidMagic(initCode(random, fork))
  const isCreate2 = isAtLeast(fork, 'constantinople') && random.chance(2)
  const value = random.chance(4) ? operand(random, 'v', { fork, mayBeFar: true }) : 0n
  // The same CREATE2 twice collides.
  const times = isCreate2 && random.chance(4) ? 2 : 1
  for (let i = 0; i < times; i++) {
    if (i > 0) writer.op(0x50)
    let length = code.length
    if (random.chance(40)) length = random.between(MAX_INIT_CODE - 1, MAX_INIT_CODE + 1)
    if (code.length > 0) writer.copyData(code, 0)
    if (isCreate2) writer.push(random.below(2))
    writer
      .push(length)
      .push(0)
      .push(value)
      .op(isCreate2 ? 0xf5 : 0xf0)
  }
}
