import { CodeWriter, type Label } from './codeWriter.ts'
import { someWord } from './operands.ts'
import type { Random } from './random.ts'
import { type LineOptions, writeEnding, writeLine } from './straight.ts'

/** Added to a valid target to make an invalid one with the same low bits. */
const lies = [2n ** 16n, 2n ** 32n, 2n ** 53n, 2n ** 64n, 2n ** 128n, 2n ** 255n]

/** A JUMPDEST inside the data of a push, which is not a target. */
function writeHidden(writer: CodeWriter, random: Random): Label {
  const label: Label = { position: undefined }
  const length = random.between(1, 32)
  const at = random.below(length)
  writer.op(0x5f + length)
  for (let i = 0; i < length; i++) {
    if (i === at) writer.here(label)
    writer.op(i === at || random.chance(3) ? 0x5b : 0x60 + random.below(0x20))
  }
  writer.op(0x50)
  return label
}

function pushTarget(
  writer: CodeWriter,
  random: Random,
  good: readonly Label[],
  bad: readonly Label[],
): void {
  const kind = random.below(30)
  if (kind === 0) writer.push(someWord(random))
  else if (kind === 1 && bad.length > 0) writer.pushLabel(random.pick(bad))
  else if (kind === 2) writer.pushLabel(random.pick(good), random.pick(lies))
  else if (kind === 3) writer.pushLabel(random.pick(good)).push(random.between(1, 3)).op(0x01)
  else if (kind === 4) writer.push(32).push(0).pushLabel(random.pick(good)).push(0).op(0x52, 0x20)
  else if (kind < 8) writer.pushLabel(random.pick(good)).push(0).op(0x52).push(0).op(0x51)
  else writer.pushLabel(random.pick(good))
}

/**
 * Blocks that jump to each other, to invalid targets and in loops. A counter at the bottom of the
 * stack ends most programs after some rounds; the others end when their gas does.
 */
export function jumpingCode(random: Random, options: LineOptions): Uint8Array {
  const writer = new CodeWriter()
  const blocks: Label[] = Array.from({ length: random.between(2, 6) }, () => ({
    position: undefined,
  }))
  const end: Label = { position: undefined }
  const hidden: Label[] = []
  const isCounted = !random.chance(6)
  writer.push(random.between(1, random.chance(10) ? 200 : 12))
  for (const block of blocks) {
    if (random.chance(3)) hidden.push(writeHidden(writer, random))
    writer.here(block).op(0x5b)
    if (isCounted) {
      // counter - 1; to the end at zero
      writer.push(1).op(0x90, 0x03, 0x80, 0x15).pushLabel(end).op(0x57)
    }
    const before = writeLine(writer, random, { ...options, length: random.below(4) }, 0)
    for (let i = 0; i < Math.min(before, 20); i++) writer.op(0x50)
    const kind = random.below(6)
    const targets = random.chance(8) ? [...blocks, end] : blocks
    if (kind < 2) {
      pushTarget(writer, random, targets, hidden)
      writer.op(0x56)
    } else if (kind < 5) {
      // The condition: never, always, any word, or the parity of the counter.
      const condition = random.below(4)
      if (condition === 0) writer.push(0)
      else if (condition === 1) writer.push(someWord(random))
      else if (condition === 2) writer.op(0x80).push(1).op(0x16)
      else writer.op(0x5a).push(random.between(2, 5)).op(0x90, 0x06)
      pushTarget(writer, random, targets, hidden)
      writer.op(0x57)
    }
  }
  writer.here(end).op(0x5b)
  writeEnding(writer, random, options.fork, 1)
  // Truncated data at the end of the code: with a JUMPDEST in it, or a push without all its bytes.
  if (random.chance(4)) writer.op(0x60 + random.below(32), 0x5b)
  return writer.finish()
}
