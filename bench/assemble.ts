import { assert } from '../src/primitives/assert.ts'

const opcodes: ReadonlyMap<string, number> = new Map([
  ['STOP', 0x00],
  ['ADD', 0x01],
  ['MUL', 0x02],
  ['SUB', 0x03],
  ['MOD', 0x06],
  ['GT', 0x11],
  ['ISZERO', 0x15],
  ['AND', 0x16],
  ['XOR', 0x18],
  ['SHL', 0x1b],
  ['SHR', 0x1c],
  ['KECCAK256', 0x20],
  ['ADDRESS', 0x30],
  ['CALLDATALOAD', 0x35],
  ['CALLDATASIZE', 0x36],
  ['CALLDATACOPY', 0x37],
  ['RETURNDATASIZE', 0x3d],
  ['RETURNDATACOPY', 0x3e],
  ['POP', 0x50],
  ['MLOAD', 0x51],
  ['MSTORE', 0x52],
  ['SLOAD', 0x54],
  ['SSTORE', 0x55],
  ['JUMP', 0x56],
  ['JUMPI', 0x57],
  ['GAS', 0x5a],
  ['JUMPDEST', 0x5b],
  ['DUP1', 0x80],
  ['DUP2', 0x81],
  ['DUP3', 0x82],
  ['SWAP1', 0x90],
  ['SWAP2', 0x91],
  ['LOG2', 0xa2],
  ['CALL', 0xf1],
  ['RETURN', 0xf3],
  ['REVERT', 0xfd],
])

/**
 * Assembles bytecode from words separated by spaces: opcode names; numbers, pushed with the fewest
 * bytes; `name:`, a jump target; `@name`, its offset, pushed with two bytes.
 */
export function assemble(source: string): Uint8Array {
  const code: number[] = []
  const targets = new Map<string, number>()
  const uses: { at: number; name: string }[] = []
  for (const word of source.split(/\s+/).filter((text) => text !== '')) {
    if (word.endsWith(':')) {
      targets.set(word.slice(0, -1), code.length)
      code.push(0x5b)
    } else if (word.startsWith('@')) {
      uses.push({ at: code.length + 1, name: word.slice(1) })
      code.push(0x61, 0, 0)
    } else if (/^\d/.test(word)) {
      code.push(...push(BigInt(word)))
    } else {
      const opcode = opcodes.get(word)
      assert(opcode !== undefined, `an opcode, not ${word}`)
      code.push(opcode)
    }
  }
  for (const { at, name } of uses) {
    const target = targets.get(name)
    assert(target !== undefined, `a target ${name}`)
    code[at] = target >> 8
    code[at + 1] = target & 0xff
  }
  return Uint8Array.from(code)
}

function push(value: bigint): number[] {
  if (value === 0n) return [0x5f]
  const digits = value.toString(16)
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')
  return [0x5f + bytes.length, ...bytes]
}
