import { getOpcodesForHF } from '@ethereumjs/evm'
import { forkRules } from './forkRules.ts'
import { hardforks } from './hardfork.ts'

/** Names of the opcodes of all forks. */
let names: ReadonlyMap<number, string> | undefined

/**
 * Returns geth's reason for an invalid opcode: `invalid opcode: PUSH0` if a later fork has it,
 * otherwise `invalid opcode: opcode 0xc not defined`.
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
