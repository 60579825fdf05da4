/** Reason of a failed opcode or frame, without message. Step records use the first ones. */
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

/** Result of an opcode that may change the frame. Positive values are faults. */
export const enum Next {
  /** The same frame continues. */
  same = 0,
  /** Another frame runs now. */
  other = -1,
  /** The message ended. */
  done = -2,
}

/** Result of starting a creation. */
export const enum Created {
  yes,
  collision,
  balanceOverflow,
}
