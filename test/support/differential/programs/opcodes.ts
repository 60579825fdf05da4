import { type Hardfork, isAtLeast } from '../../../../src/evm/rules/hardfork.ts'

/**
 * Meaning of an operand, which determines useful values: w word, o offset in memory, l length, d
 * offset in data, a address, s slot, v wei, g gas, n block number, i index or shift, j jump target.
 */
export type Role = 'w' | 'o' | 'l' | 'd' | 'a' | 's' | 'v' | 'g' | 'n' | 'i' | 'j'

export interface Opcode {
  readonly code: number
  readonly name: string
  /** Operands, topmost first. */
  readonly roles: readonly Role[]
  readonly results: number
  readonly since: Hardfork
}

/** Code, name, roles of the operands (topmost first), number of results. */
type Row = readonly [code: number, name: string, roles: string, results: number, since?: Hardfork]

const rows: readonly Row[] = [
  [0x00, 'STOP', '', 0],
  [0x01, 'ADD', 'ww', 1],
  [0x02, 'MUL', 'ww', 1],
  [0x03, 'SUB', 'ww', 1],
  [0x04, 'DIV', 'ww', 1],
  [0x05, 'SDIV', 'ww', 1],
  [0x06, 'MOD', 'ww', 1],
  [0x07, 'SMOD', 'ww', 1],
  [0x08, 'ADDMOD', 'www', 1],
  [0x09, 'MULMOD', 'www', 1],
  [0x0a, 'EXP', 'ww', 1],
  [0x0b, 'SIGNEXTEND', 'iw', 1],
  [0x10, 'LT', 'ww', 1],
  [0x11, 'GT', 'ww', 1],
  [0x12, 'SLT', 'ww', 1],
  [0x13, 'SGT', 'ww', 1],
  [0x14, 'EQ', 'ww', 1],
  [0x15, 'ISZERO', 'w', 1],
  [0x16, 'AND', 'ww', 1],
  [0x17, 'OR', 'ww', 1],
  [0x18, 'XOR', 'ww', 1],
  [0x19, 'NOT', 'w', 1],
  [0x1a, 'BYTE', 'iw', 1],
  [0x1b, 'SHL', 'iw', 1, 'constantinople'],
  [0x1c, 'SHR', 'iw', 1, 'constantinople'],
  [0x1d, 'SAR', 'iw', 1, 'constantinople'],
  [0x1e, 'CLZ', 'w', 1, 'osaka'],
  [0x20, 'KECCAK256', 'ol', 1],
  [0x30, 'ADDRESS', '', 1],
  [0x31, 'BALANCE', 'a', 1],
  [0x32, 'ORIGIN', '', 1],
  [0x33, 'CALLER', '', 1],
  [0x34, 'CALLVALUE', '', 1],
  [0x35, 'CALLDATALOAD', 'd', 1],
  [0x36, 'CALLDATASIZE', '', 1],
  [0x37, 'CALLDATACOPY', 'odl', 0],
  [0x38, 'CODESIZE', '', 1],
  [0x39, 'CODECOPY', 'odl', 0],
  [0x3a, 'GASPRICE', '', 1],
  [0x3b, 'EXTCODESIZE', 'a', 1],
  [0x3c, 'EXTCODECOPY', 'aodl', 0],
  [0x3d, 'RETURNDATASIZE', '', 1, 'byzantium'],
  [0x3e, 'RETURNDATACOPY', 'odl', 0, 'byzantium'],
  [0x3f, 'EXTCODEHASH', 'a', 1, 'constantinople'],
  [0x40, 'BLOCKHASH', 'n', 1],
  [0x41, 'COINBASE', '', 1],
  [0x42, 'TIMESTAMP', '', 1],
  [0x43, 'NUMBER', '', 1],
  [0x44, 'PREVRANDAO', '', 1],
  [0x45, 'GASLIMIT', '', 1],
  [0x46, 'CHAINID', '', 1, 'istanbul'],
  [0x47, 'SELFBALANCE', '', 1, 'istanbul'],
  [0x48, 'BASEFEE', '', 1, 'london'],
  [0x49, 'BLOBHASH', 'i', 1, 'cancun'],
  [0x4a, 'BLOBBASEFEE', '', 1, 'cancun'],
  [0x50, 'POP', 'w', 0],
  [0x51, 'MLOAD', 'o', 1],
  [0x52, 'MSTORE', 'ow', 0],
  [0x53, 'MSTORE8', 'ow', 0],
  [0x54, 'SLOAD', 's', 1],
  [0x55, 'SSTORE', 'sw', 0],
  [0x56, 'JUMP', 'j', 0],
  [0x57, 'JUMPI', 'jw', 0],
  [0x58, 'PC', '', 1],
  [0x59, 'MSIZE', '', 1],
  [0x5a, 'GAS', '', 1],
  [0x5b, 'JUMPDEST', '', 0],
  [0x5c, 'TLOAD', 's', 1, 'cancun'],
  [0x5d, 'TSTORE', 'sw', 0, 'cancun'],
  [0x5e, 'MCOPY', 'ool', 0, 'cancun'],
  [0x5f, 'PUSH0', '', 1, 'shanghai'],
  [0xa0, 'LOG0', 'ol', 0],
  [0xa1, 'LOG1', 'olw', 0],
  [0xa2, 'LOG2', 'olww', 0],
  [0xa3, 'LOG3', 'olwww', 0],
  [0xa4, 'LOG4', 'olwwww', 0],
  [0xf0, 'CREATE', 'vol', 1],
  [0xf1, 'CALL', 'gavolol', 1],
  [0xf2, 'CALLCODE', 'gavolol', 1],
  [0xf3, 'RETURN', 'ol', 0],
  [0xf4, 'DELEGATECALL', 'gaolol', 1, 'homestead'],
  [0xf5, 'CREATE2', 'volw', 1, 'constantinople'],
  [0xfa, 'STATICCALL', 'gaolol', 1, 'byzantium'],
  [0xfd, 'REVERT', 'ol', 0, 'byzantium'],
  [0xfe, 'INVALID', '', 0],
  [0xff, 'SELFDESTRUCT', 'a', 0],
]

function toOpcode([code, name, roles, results, since = 'chainstart']: Row): Opcode {
  return { code, name, roles: [...roles] as Role[], results, since }
}

/** Opcodes by byte, without PUSH1 to SWAP16. */
export const opcodes: ReadonlyMap<number, Opcode> = new Map(
  rows.map((row) => [row[0], toOpcode(row)] as const),
)

const known = new Map<Hardfork, readonly Opcode[]>()

/** Opcodes of the table that a fork has. */
export function opcodesOf(fork: Hardfork): readonly Opcode[] {
  let found = known.get(fork)
  if (found === undefined) {
    found = [...opcodes.values()].filter(({ since }) => isAtLeast(fork, since))
    known.set(fork, found)
  }
  return found
}

/** Number of immediate data bytes of an opcode. */
export function pushedBytes(code: number): number {
  return code >= 0x60 && code <= 0x7f ? code - 0x5f : 0
}

export function opcodeName(code: number): string {
  const named = opcodes.get(code)
  if (named !== undefined) return named.name
  if (pushedBytes(code) > 0) return `PUSH${pushedBytes(code)}`
  if (code >= 0x80 && code <= 0x8f) return `DUP${code - 0x7f}`
  if (code >= 0x90 && code <= 0x9f) return `SWAP${code - 0x8f}`
  return `0x${code.toString(16).padStart(2, '0')}`
}
