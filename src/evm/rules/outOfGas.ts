/** A frame ran out of gas, in geth's words. */
export const OUT_OF_GAS = 'out of gas'

/** SSTORE with at most 2,300 gas left (EIP-2200), in geth's words. */
export const REENTRANCY_SENTRY = `${OUT_OF_GAS}: not enough gas for reentrancy sentry`

/** Whether a frame or an opcode failed because it lacked gas; not for the code of a creation. */
export function isOutOfGas(reason: string): boolean {
  return reason === OUT_OF_GAS || reason === REENTRANCY_SENTRY
}
