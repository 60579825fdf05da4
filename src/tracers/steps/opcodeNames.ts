/** Names by the first opcode of each range, as in geth. */
const runs: Readonly<Record<number, string>> = {
  0: 'STOP ADD MUL SUB DIV SDIV MOD SMOD ADDMOD MULMOD EXP SIGNEXTEND',
  16: 'LT GT SLT SGT EQ ISZERO AND OR XOR NOT BYTE SHL SHR SAR CLZ',
  32: 'KECCAK256',
  48: 'ADDRESS BALANCE ORIGIN CALLER CALLVALUE CALLDATALOAD CALLDATASIZE CALLDATACOPY CODESIZE CODECOPY GASPRICE EXTCODESIZE EXTCODECOPY RETURNDATASIZE RETURNDATACOPY EXTCODEHASH',
  64: 'BLOCKHASH COINBASE TIMESTAMP NUMBER DIFFICULTY GASLIMIT CHAINID SELFBALANCE BASEFEE BLOBHASH BLOBBASEFEE',
  80: 'POP MLOAD MSTORE MSTORE8 SLOAD SSTORE JUMP JUMPI PC MSIZE GAS JUMPDEST TLOAD TSTORE MCOPY PUSH0',
  240: 'CREATE CALL CALLCODE RETURN DELEGATECALL CREATE2',
  250: 'STATICCALL',
  253: 'REVERT INVALID SELFDESTRUCT',
}

/** Number of opcodes of a kind, numbered from the second value on. */
const numbered = [
  ['PUSH', 0x60, 1, 32],
  ['DUP', 0x80, 1, 16],
  ['SWAP', 0x90, 1, 16],
  ['LOG', 0xa0, 0, 5],
] as const

/** Names of the 256 opcodes; undefined ones have geth's words. */
export const opcodeNames: readonly string[] = nameAll()

function nameAll(): string[] {
  const names = Array.from({ length: 256 }, (_, op) => `opcode 0x${op.toString(16)} not defined`)
  for (const [first, run] of Object.entries(runs)) {
    for (const [i, name] of run.split(' ').entries()) names[Number(first) + i] = name
  }
  for (const [name, first, number, count] of numbered) {
    for (let i = 0; i < count; i++) names[first + i] = `${name}${number + i}`
  }
  return names
}

/** Returns whether the opcode is PUSH0 to PUSH32. */
export function isPush(op: number): boolean {
  return op >= 0x5f && op <= 0x7f
}
