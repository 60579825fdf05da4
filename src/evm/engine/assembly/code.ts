import { CODE_PADDING, F_CODE, F_CODE_SIZE, F_JUMPS } from './layout'
import { isWide } from './arithmetic/words'

/** Size of code with its padding and its jump target bitmap, one bit per byte of code. */
export function codeRoom(size: usize): usize {
  return ((size + CODE_PADDING + 15) & ~15) + ((size + 127) >> 7 << 4)
}

/** Address of the jump target bitmap of code at `code`. */
export function jumpsOf(code: usize, size: usize): usize {
  return code + ((size + CODE_PADDING + 15) & ~15)
}

/** Clears the padding of code and marks its jump targets. */
export function analyze(code: usize, size: usize): void {
  const jumps = jumpsOf(code, size)
  memory.fill(code + size, 0, jumps - code - size)
  memory.fill(jumps, 0, (size + 127) >> 7 << 4)
  const end = code + size
  let at = code
  while (at < end) {
    const op = load<u8>(at)
    if (op == 0x5b) {
      const index = at - code
      const cell = jumps + (index >> 3)
      store<u8>(cell, load<u8>(cell) | (1 << (<u8>index & 7)))
    } else if (op >= 0x60 && op <= 0x7f) {
      at += <usize>op - 0x5f
    }
    at++
  }
}

/** Whether an opcode has its operands, stack space for its results, and gas, in one comparison. */
@inline
export function fits(gate: u64, used: u32, left: i64): bool {
  const over = <i64><u64>(used - (<u32>gate & 0xffff))
  return ((<i64>((gate >> 16) & 0xffff) - over) | left) >= 0
}

/** Address of the JUMPDEST for a jump to the word at `target`, or 0 for an invalid jump. */
@inline
export function jumpTarget(frame: usize, target: usize): usize {
  return isWide(target) ? 0 : targetAt(frame, load<u64>(target))
}

/** Address of the JUMPDEST at an offset in the code, or 0 for an invalid jump. */
@inline
export function targetAt(frame: usize, offset: u64): usize {
  if (offset >= <u64>load<u32>(frame, F_CODE_SIZE)) return 0
  const cell = load<u8>(<usize>load<u32>(frame, F_JUMPS) + <usize>(offset >> 3))
  if (((cell >> (<u8>offset & 7)) & 1) == 0) return 0
  return <usize>load<u32>(frame, F_CODE) + <usize>offset
}
