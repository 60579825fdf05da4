import { getOpcodesForHF } from '@ethereumjs/evm'
import { forkRules } from './forkRules.ts'
import { hardforks } from './hardfork.ts'

/** Names of all opcodes that any fork has. */
let names: ReadonlyMap<number, string> | undefined

/**
 * Why an opcode that is not valid ended a frame, in geth's words: `invalid opcode: PUSH0` where a
 * later fork has it, `invalid opcode: opcode 0xc not defined` where none has.
 */
export function invalidOpcode(opcode: number): string {
  names ??= readNames()
  return `invalid opcode: ${names.get(opcode) ?? `opcode 0x${opcode.toString(16)} not defined`}`
}

function readNames(): ReadonlyMap<number, string> {
  const all = new Map<number, string>()
  for (const hardfork of hardforks) {
    const { opcodes } = getOpcodesForHF(forkRules(1n, hardfork))
    for (const [opcode, { fullName }] of opcodes) all.set(opcode, fullName)
  }
  return all
}
