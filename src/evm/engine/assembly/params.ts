import { PARAMS } from './layout'

// Gas numbers of the fork, which the host writes from Common, in the order of the host's
// `gasTable.ts`.

export const enum Param {
  memoryGas,
  quadCoefficientDivGas,
  expByteGas,
  keccak256WordGas,
  copyGas,
  logTopicGas,
  logDataGas,
  warmAccess,
  coldAccount,
  coldSlot,
  callValueTransferGas,
  callNewAccountGas,
  callStipendGas,
  initCodeWordGas,
  createDataGas,
  maxCodeSize,
  maxInitCodeSize,
  selfdestructGas,
  selfdestructRefundGas,
  sstoreSentry,
  sstoreNoop,
  sstoreInit,
  sstoreClean,
  sstoreDirty,
  sstoreClearRefund,
  sstoreInitRefund,
  sstoreCleanRefund,
  callDepth,
  features,
  /** Number of parameters. */
  count,
}

/** Rules of forks as bits of the parameter `features`. */
export const enum Feature {
  /** All but one 64th (EIP-150). */
  gasReserve = 1,
  /** Empty accounts do not exist (EIP-161). */
  stateClearing = 2,
  /** Warm and cold access (EIP-2929). */
  warmAccess = 4,
  /** SSTORE uses the slot's value at the start of the transaction (EIP-1283, EIP-2200). */
  netStorage = 8,
  /** No code that begins with 0xEF (EIP-3541). */
  noEofCode = 16,
  /** Init code has a limit and costs gas (EIP-3860). */
  initCodeLimit = 32,
  /** Deployed code has a limit (EIP-170). */
  codeLimit = 64,
  /** A creation that cannot pay for its code fails (EIP-2). */
  strictDeposit = 128,
}

@inline
export function param(index: i32): i64 {
  return load<i64>(PARAMS + (<usize>index << 3))
}

@inline
export function has(feature: i64): bool {
  return (param(Param.features) & feature) != 0
}
