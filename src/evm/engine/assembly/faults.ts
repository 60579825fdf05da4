/** Why an opcode or a frame failed; the host knows the words. The first ones are those of step records. */
export const enum Fault {
  none,
  outOfGas,
  stackUnderflow,
  stackOverflow,
  invalidOpcode,
  invalidJump,
  writeProtection,
  returnDataOutOfBounds,
  initCodeTooLarge,
  revert,
  memoryLimit,
  reentrancySentry,
  callDepth,
  insufficientBalance,
  nonceOverflow,
  collision,
  codeTooLarge,
  eofCode,
  balanceOverflow,
  precompile,
  codeUnpaid,
}

/** What an opcode that may change the frame did. Faults are above. */
export const enum Next {
  /** The same frame goes on. */
  same = 0,
  /** Another frame runs now. */
  other = -1,
  /** The message ended. */
  done = -2,
}

/** How a creation began. */
export const enum Created {
  yes,
  collision,
  balanceOverflow,
}
