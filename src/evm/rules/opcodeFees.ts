import type { Common } from '@ethereumjs/common'
import { getOpcodesForHF } from '@ethereumjs/evm'
import { forkRules } from './forkRules.ts'
import type { Hardfork } from './hardfork.ts'

/** BALANCE, EXTCODESIZE, EXTCODECOPY, EXTCODEHASH, CALL, CALLCODE, DELEGATECALL, STATICCALL. */
const ACCOUNT_OPS = [0x31, 0x3b, 0x3c, 0x3f, 0xf1, 0xf2, 0xf4, 0xfa]

/** Tables by fork rules. */
const tables = new WeakMap<Common, Uint32Array>()

/**
 * Returns the minimum gas of each opcode; 0 if the fork does not have it. An account access is at
 * least a warm one (EIP-2929).
 */
export function opcodeFees(chainId: bigint, hardfork: Hardfork): Uint32Array {
  const rules = forkRules(chainId, hardfork)
  const known = tables.get(rules)
  if (known !== undefined) return known
  const fees = new Uint32Array(256)
  for (const [op, { fee, isInvalid }] of getOpcodesForHF(rules).opcodes) {
    if (!isInvalid) fees[op] = fee
  }
  if (rules.isActivatedEIP(2929)) {
    const warm = Number(rules.param('warmstoragereadGas'))
    for (const op of ACCOUNT_OPS) fees[op] = warm
  }
  tables.set(rules, fees)
  return fees
}
