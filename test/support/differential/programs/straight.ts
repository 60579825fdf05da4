import type { Hardfork } from '../../../../src/evm/rules/hardfork.ts'
import { isAtLeast } from '../../../../src/evm/rules/hardfork.ts'
import { CodeWriter } from './codeWriter.ts'
import { opcodes, opcodesOf } from './opcodes.ts'
import { operand, pushSome, someWord, type Taste } from './operands.ts'
import type { Random } from './random.ts'

/** Opcodes that end a frame or jump. */
const leaving = new Set([0x00, 0x56, 0x57, 0xf3, 0xfd, 0xfe, 0xff])
/** Opcodes whose operands may be results of earlier opcodes. */
const takesAnything = new Set(['w', 'i', 's', 'n', 'd', 'a', 'v'])

interface LineOpcodes {
  readonly all: readonly number[]
  /** Opcodes that open no frame. */
  readonly quiet: readonly number[]
  /** Opcodes that also do not access memory. */
  readonly dry: readonly number[]
}

const usable = new Map<Hardfork, LineOpcodes>()

/** Opcodes for a line of code. */
function lineOpcodes(fork: Hardfork): LineOpcodes {
  let found = usable.get(fork)
  if (found === undefined) {
    const all = opcodesOf(fork)
      .map(({ code }) => code)
      .filter((code) => !leaving.has(code))
    const wet = (code: number) => opcodes.get(code)?.roles.some((role) => 'ol'.includes(role))
    const quiet = all.filter((code) => code < 0xf0)
    found = { all, quiet, dry: quiet.filter((code) => !wet(code)) }
    usable.set(fork, found)
  }
  return found
}

/** Options of a straight line. */
export interface LineOptions extends Taste {
  /** Whether it may call and create. */
  readonly mayCall: boolean
  /** Whether its gas exceeds the cost of any memory, so that it must not access memory. */
  readonly isDry?: boolean
  readonly length: number
}

/**
 * Writes opcodes with interesting operands in sequence. Returns the approximate number of words
 * left on the stack.
 */
export function writeLine(
  writer: CodeWriter,
  random: Random,
  options: LineOptions,
  depthBefore = 0,
): number {
  const codes = lineOpcodes(options.fork)
  const table = opcodesOf(options.fork)
  let depth = depthBefore
  for (let i = 0; i < options.length; i++) {
    const kind = random.below(24)
    if (kind === 0) {
      const far = random.between(1, 16)
      writer.op(0x7f + (random.chance(60) ? far : Math.min(far, Math.max(depth, 1))))
      depth++
      continue
    }
    if (kind === 1) {
      const far = random.between(1, 16)
      writer.op(0x8f + (random.chance(60) ? far : Math.min(far, Math.max(depth - 1, 1))))
      continue
    }
    if (kind === 2) {
      pushSome(writer, random, someWord(random))
      depth++
      continue
    }
    if (kind === 3 && random.chance(8) && !options.isDry) {
      // Any byte, including invalid opcodes.
      writer.op(random.below(256))
      continue
    }
    const mayCall = options.mayCall || random.chance(50)
    const code = random.pick(options.isDry ? codes.dry : mayCall ? codes.all : codes.quiet)
    const opcode = table.find((known) => known.code === code)
    if (opcode === undefined) continue
    const { roles, results } = opcode
    if (code === 0x3e && !random.chance(6)) {
      // Within the return data, which is mostly empty.
      writer.push(0).push(0).push(random.below(100)).op(code)
      continue
    }
    const isFed = depth >= roles.length && roles.every((role) => takesAnything.has(role))
    if (isFed && random.chance(3)) {
      depth += results - roles.length
    } else {
      for (const role of roles.toReversed()) {
        if (role === 'w' && depth > 0 && random.chance(3)) {
          writer.op(0x7f + Math.min(random.between(1, 16), depth))
        } else {
          pushSome(writer, random, operand(random, role, options))
        }
        depth++
      }
      depth += results - roles.length
      // Rarely one operand too few.
      if (roles.length > 0 && random.chance(150)) writer.op(0x50)
    }
    writer.op(code)
  }
  return Math.max(depth, 0)
}

/** Ends a frame so that the stack becomes visible outside. */
export function writeEnding(
  writer: CodeWriter,
  random: Random,
  fork: Hardfork,
  depth: number,
): void {
  const shown = Math.min(depth, 6)
  for (let i = 0; i < shown; i++) writer.push(i * 32).op(0x52)
  const kind = random.below(16)
  if (kind === 0) return
  if (kind === 1) {
    writer.op(0x00)
  } else if (kind === 2) {
    writer.op(random.chance(2) ? 0xfe : 0x56)
  } else if (kind === 3) {
    pushSome(writer, random, operand(random, 'a', { fork, mayBeFar: true }))
    writer.op(0xff)
  } else {
    const end = kind < 6 && isAtLeast(fork, 'byzantium') ? 0xfd : 0xf3
    writer.push(shown * 32 + (random.chance(4) ? random.below(40) : 0))
    writer.push(random.chance(6) ? random.below(70) : 0).op(end)
  }
}

/** A random line of code with an end; some are random bytes. */
export function straightCode(random: Random, options: LineOptions): Uint8Array {
  if (options.isDry) {
    const dry = new CodeWriter()
    const left = Math.min(writeLine(dry, random, options), 6)
    for (let i = 0; i < left; i++) dry.push(i * 32).op(0x52)
    return dry
      .push(left * 32)
      .push(0)
      .op(0xf3)
      .finish()
  }
  if (random.chance(40)) return avoidMagic(random.bytes(random.between(1, 60)))
  const writer = new CodeWriter()
  if (random.chance(150)) {
    // Up to the stack limit, and sometimes beyond.
    const filler = random.pick([0x30, 0x58, 0x5a])
    writer.op(...Array.from({ length: random.between(1010, 1026) }, () => filler))
    writeLine(writer, random, { ...options, length: 4 }, 16)
    return writer.finish()
  }
  const depth = writeLine(writer, random, options)
  writeEnding(writer, random, options.fork, depth)
  return avoidMagic(writer.finish())
}

/** The library treats code that starts with 0xEF00 differently. No chain can contain such code. */
export function avoidMagic(code: Uint8Array): Uint8Array {
  if (code[0] === 0xef && code[1] === 0) code[1] = 1
  return code
}
