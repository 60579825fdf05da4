import { type Hardfork, isAtLeast } from '../../../../src/evm/rules/hardfork.ts'
import type { Address } from '../../../../src/primitives/address.ts'
import { hexToBytes } from '../../../../src/primitives/encoding/hex.ts'
import { contracts, delegatedAddress, libraryAddress, lowAddress, TWIN } from '../scenario.ts'
import { CodeWriter } from './codeWriter.ts'
import { writeCreation } from './creations.ts'
import { DELEGATED_SIZE, everybody, LIBRARY_SIZE, operand, pushSome, someWord } from './operands.ts'
import type { Random } from './random.ts'
import { straightCode, writeLine } from './straight.ts'

const HASH = '38d18acb67d25c8bb9942764b62f18e17054f66a817bd4295423adf9ed98873e'

/** Memory offset of the combined result, and start of scratch memory. */
const GATHERED = 0x80
const SCRATCH = 0xa0

/** Generator of code, and the contract it is for. */
interface Author {
  readonly writer: CodeWriter
  readonly random: Random
  readonly fork: Hardfork
  /** Number of the contract. It mostly calls contracts with higher numbers. */
  readonly index: number
}

/** Adds the word on the stack to the combined result. */
function gather(writer: CodeWriter): void {
  writer.push(GATHERED).op(0x51, 0x01).push(GATHERED).op(0x52)
}

function callOpcodes(fork: Hardfork): number[] {
  return [
    ...[0xf1, 0xf1, 0xf2],
    ...(isAtLeast(fork, 'homestead') ? [0xf4, 0xf4] : []),
    ...(isAtLeast(fork, 'byzantium') ? [0xfa, 0xfa] : []),
  ]
}

/** Precompiles that take microseconds, and those that take milliseconds. */
const cheap = [1, 2, 3, 4, 4, 5, 6, 7, 9, 11]
const costly = [8, 12, 13, 15, 16, 256]

function someTarget({ random, index }: Author): Address {
  const kind = random.below(16)
  const later = contracts.slice(index + 1)
  if (kind < 5 && later.length > 0) return random.pick(later)
  if (kind < 9) return libraryAddress(random.below(LIBRARY_SIZE))
  if (kind < 11) return delegatedAddress(random.below(DELEGATED_SIZE))
  if (kind < 13) return lowAddress(random.pick(random.chance(12) ? costly : cheap))
  if (kind === 13) return contracts[index] ?? random.pick(contracts)
  return random.pick(everybody)
}

/** A hash and its signature, from go-ethereum's tests of ECRECOVER. */
const SIGNED = hexToBytes(
  `${HASH}${'1b'.padStart(64, '0')}${HASH}789d1dd423d25f0772d2748d60f7e4b81bb14d086eba8e8e8efb6dcff8a4ae02`,
)

/** Valid input of a precompile. */
function precompileInput(random: Random, number: number): Uint8Array {
  const input = new Uint8Array(random.pick([0, 32, 64, 96, 128, 128, 160, 192, 213, 256, 384]))
  switch (number) {
    case 1:
      return random.chance(3) ? random.bytes(128) : SIGNED
    case 5:
      // base, exponent and modulus of a few bytes
      for (const at of [31, 63, 95]) if (at < input.length) input[at] = random.below(40)
      input.set(
        random.bytes(Math.max(0, Math.min(64, input.length - 96))),
        Math.min(96, input.length),
      )
      return input
    case 6:
    case 7:
      // the point (1, 2) and any other
      for (const [at, byte] of [
        [31, 1],
        [63, 2],
        [95, random.below(3)],
        [127, random.below(3)],
      ] as const) {
        if (at < input.length) input[at] = byte
      }
      return input
    case 9: {
      const state = random.bytes(random.chance(5) ? 212 : 213)
      state.set([0, 0, 0, random.below(4)])
      state[212] = random.below(3)
      return state
    }
    default:
      return random.chance(2) ? input : random.bytes(random.below(200))
  }
}

function writeCall(author: Author): void {
  const { writer, random, fork } = author
  const code = random.pick(callOpcodes(fork))
  const target = someTarget(author)
  const taste = { fork, mayBeFar: true }
  const number = BigInt(target)
  if (number < 20n && random.chance(2)) {
    const input = precompileInput(random, Number(number))
    if (input.length > 0) writer.copyData(input, SCRATCH)
    writer
      .push(random.pick([0, 20, 32, 64, 128]))
      .push(SCRATCH)
      .push(input.length)
      .push(SCRATCH)
  } else {
    for (const role of ['l', 'o', 'l', 'o'] as const) writer.push(operand(random, role, taste))
  }
  if (code === 0xf1 || code === 0xf2)
    writer.push(random.chance(3) ? operand(random, 'v', taste) : 0)
  pushSome(writer, random, BigInt(target))
  const gas = random.below(8)
  if (gas === 0) writer.op(0x5a)
  else if (gas === 1) writer.push(operand(random, 'g', taste))
  else if (gas === 2) writer.push(random.between(2, 9)).op(0x5a, 0x04)
  else writer.push(random.between(random.chance(3) ? 1_000 : 10_000, 60_000))
  writer.op(code)
  if (random.chance(4)) writer.push(random.below(6)).op(0x55)
  else gather(writer)
}

function writeReturnData({ writer, random, fork }: Author): void {
  if (!isAtLeast(fork, 'byzantium')) return
  const kind = random.below(16)
  if (kind < 7) {
    writer.op(0x3d)
    gather(writer)
  } else if (kind < 15) {
    // The whole input, or a range that starts or ends one byte off.
    const skip = random.chance(15) ? 1 : 0
    writer.op(0x3d).push(skip).push(SCRATCH).op(0x3e)
    writer.push(SCRATCH).op(0x51)
    gather(writer)
  } else {
    const taste = { fork, mayBeFar: true }
    for (const role of ['l', 'd', 'o'] as const) writer.push(operand(random, role, taste))
    writer.op(0x3e)
  }
}

function writeStorage({ writer, random, fork }: Author): void {
  const isTransient = isAtLeast(fork, 'cancun') && random.chance(4)
  const slot = random.below(4)
  const kind = random.below(5)
  if (kind < 2) {
    writer
      .push(random.below(4))
      .push(slot)
      .op(isTransient ? 0x5d : 0x55)
  } else if (kind === 2) {
    writer.push(slot).op(isTransient ? 0x5c : 0x54)
    gather(writer)
  } else if (kind === 3) {
    // set and cleared, for refunds
    writer
      .push(random.below(3))
      .push(slot)
      .op(isTransient ? 0x5d : 0x55)
    writer
      .push(random.below(3))
      .push(slot)
      .op(isTransient ? 0x5d : 0x55)
  } else {
    writer.push(slot).op(0x54).push(1).op(0x01).push(slot).op(0x55)
  }
}

/** Writes a word, lets a frame of the same account write another and fail, and reads the word. */
function writeTakenBack({ writer, random, fork }: Author): void {
  if (!isAtLeast(fork, 'homestead')) return
  const isTransient = isAtLeast(fork, 'cancun') && random.chance(2)
  const [load, store] = isTransient ? [0x5c, 0x5d] : [0x54, 0x55]
  writer.push(random.below(4)).push(0).op(store)
  writer.push(0).push(0).push(0).push(0)
  writer
    .push(BigInt(libraryAddress(8)))
    .push(60_000)
    .op(0xf4)
  gather(writer)
  writer.push(0).op(load)
  gather(writer)
}

/** Inspects a contract that was created by a failed frame. */
function writeVanished({ writer, random, fork }: Author): void {
  if (!isAtLeast(fork, 'constantinople')) return
  writer.push(32).push(SCRATCH).push(0).push(0).push(0)
  writer
    .push(BigInt(libraryAddress(9)))
    .push(100_000)
    .op(0xf1)
  gather(writer)
  for (const opcode of [0x3b, 0x3f].slice(random.below(2))) {
    writer.push(SCRATCH).op(0x51, opcode)
    gather(writer)
  }
  writer.push(0).push(0).push(0).push(0).push(0).push(SCRATCH).op(0x51).push(30_000).op(0xf1)
  gather(writer)
}

function writeStatement(author: Author): void {
  const { writer, random, fork } = author
  const kind = random.below(22)
  if (kind === 20) {
    writeTakenBack(author)
  } else if (kind === 21) {
    writeVanished(author)
  } else if (kind < 7) {
    writeCall(author)
    if (random.chance(3)) writeReturnData(author)
  } else if (kind < 11) {
    writeStorage(author)
  } else if (kind < 14) {
    writeCreation(writer, random, fork)
    if (random.chance(3)) {
      // Calls the created contract.
      writer.push(0).push(0).push(0).push(0).push(0)
      writer.op(0x85).push(random.between(1_000, 60_000)).op(0xf1, 0x50)
    }
    if (random.chance(3)) writer.push(random.below(6)).op(0x55)
    else gather(writer)
    if (random.chance(3)) writeReturnData(author)
  } else if (kind === 14) {
    const topics = random.below(5)
    for (let i = 0; i < topics; i++) writer.push(someWord(random))
    writer
      .push(random.below(70))
      .push(GATHERED)
      .op(0xa0 + topics)
  } else if (kind < 17) {
    const opcodes = [0x31, 0x31, 0x3b, ...(isAtLeast(fork, 'constantinople') ? [0x3f] : [])]
    pushSome(writer, random, operand(random, 'a', { fork, mayBeFar: true }))
    writer.op(random.pick(opcodes))
    gather(writer)
  } else if (kind === 17) {
    writeReturnData(author)
  } else if (kind === 18) {
    writer.op(random.pick([0x30, 0x32, 0x33, 0x34, 0x36, 0x38, 0x3a, 0x59, 0x5a]))
    gather(writer)
  } else {
    const options = { fork, mayBeFar: true, mayCall: false, length: 2 }
    const depth = writeLine(writer, random, options)
    for (let i = 0; i < Math.min(depth, 8); i++) writer.op(0x50)
  }
}

function writeEnd({ writer, random, fork, index }: Author): void {
  if (index === 0 && random.chance(10)) {
    // Self-destructs in favour of its own balance.
    writer.push(BigInt(TWIN)).op(0xff)
    return
  }
  const kind = random.below(14)
  if (kind === 0) writer.op(0x00)
  else if (kind === 1) writer.op(0xfe)
  else if (kind === 2) writer.push(operand(random, 'a', { fork, mayBeFar: true })).op(0xff)
  else if (kind < 5 && isAtLeast(fork, 'byzantium')) writer.push(32).push(GATHERED).op(0xfd)
  else if (kind < 6) writer.push(random.below(400)).push(random.below(200)).op(0xf3)
  else writer.push(32).push(GATHERED).op(0xf3)
}

/** A contract that calls, creates, stores and combines results. */
export function callingCode(random: Random, fork: Hardfork, index: number): Uint8Array {
  if (random.chance(12)) {
    return straightCode(random, { fork, mayBeFar: true, mayCall: true, length: random.below(12) })
  }
  const writer = new CodeWriter()
  const author: Author = { writer, random, fork, index }
  const statements = random.between(2, 7)
  for (let i = 0; i < statements; i++) writeStatement(author)
  writeEnd(author)
  return writer.finish()
}
