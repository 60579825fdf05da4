import { ZERO_ADDRESS } from '../../primitives/address.ts'
import type { ErrorTable, KnownError } from './errorEntry.ts'
import { rpcCode } from './rpcError.ts'

/** Codes of execution-apis for `eth_simulateV1`. */
const code = {
  timeout: -32016,
  nonceTooLow: -38010,
  nonceTooHigh: -38011,
  feeCapTooLow: -38012,
  intrinsicGas: -38013,
  insufficientFunds: -38014,
  blockGasLimit: -38015,
  blockNumber: -38020,
  blockTime: -38021,
  movedToItself: -38022,
  initCodeSize: -38025,
  clientLimit: -38026,
} as const

/** Message of a halted call in its result. */
export const vmError = -32015

/** Errors of overrides and simulated blocks. */
export const simulationErrors: Pick<
  ErrorTable,
  | 'NOT_A_PRECOMPILE'
  | 'ALREADY_OVERRIDDEN'
  | 'MOVED_TO_ITSELF'
  | 'BLOCK_GAS_EXCEEDED'
  | 'SIMULATION_GAS_EXHAUSTED'
  | 'SIMULATED_NUMBER_NOT_HIGHER'
  | 'SIMULATED_TIME_NOT_LATER'
  | 'TOO_MANY_SIMULATED_BLOCKS'
> = {
  NOT_A_PRECOMPILE: {
    summary: 'A state override moves a contract that is not a precompile.',
    sample: { address: ZERO_ADDRESS },
    message: (d) => `account ${d.address} is not a precompile`,
  },
  ALREADY_OVERRIDDEN: {
    summary: 'A state override moves a precompile to an address that is itself overridden.',
    sample: { address: ZERO_ADDRESS },
    message: (d) => `account ${d.address} is already overridden`,
  },
  MOVED_TO_ITSELF: {
    summary: 'A state override moves a precompile to its own address.',
    sample: { address: ZERO_ADDRESS },
    message: (d) => `account ${d.address} is already overridden`,
  },
  BLOCK_GAS_EXCEEDED: {
    summary: 'The gas of a simulated call exceeds the remaining gas of its block.',
    sample: { gas: 30000000n, left: 29979000n },
    rpcCode: code.blockGasLimit,
    message: (d) => `block gas limit reached: remaining: ${d.left}, required: ${d.gas}`,
  },
  SIMULATION_GAS_EXHAUSTED: {
    summary: 'The calls of a simulation have used the gas cap.',
    sample: { cap: 100000000n },
    rpcCode: code.clientLimit,
    message: (d) => `gas cap of the simulation reached: ${d.cap} for all calls together`,
  },
  SIMULATED_NUMBER_NOT_HIGHER: {
    summary: 'The number of a simulated block is not above that of its parent.',
    sample: { number: 5n, parent: 5n },
    rpcCode: code.blockNumber,
    message: (d) => `block numbers must be in order: ${d.number} <= ${d.parent}`,
  },
  SIMULATED_TIME_NOT_LATER: {
    summary: 'The timestamp of a simulated block is not after that of its parent.',
    sample: { time: 1735689600n, parent: 1735689604n },
    rpcCode: code.blockTime,
    message: (d) => `block timestamps must be in order: ${d.time} <= ${d.parent}`,
  },
  TOO_MANY_SIMULATED_BLOCKS: {
    summary: 'A simulation has too many blocks, including those between the given ones.',
    sample: { blocks: 257n, limit: 256 },
    rpcCode: code.clientLimit,
    message: (d) => `too many blocks: ${d.blocks}, at most ${d.limit} can be simulated`,
  },
}

/** Errors of calls with another code in `eth_simulateV1`. */
export const simulationCodes: { readonly [C in KnownError['code']]?: number } = {
  NONCE_TOO_LOW: code.nonceTooLow,
  NONCE_TOO_HIGH: code.nonceTooHigh,
  NONCE_MAX: code.nonceTooHigh,
  FEE_CAP_TOO_LOW: code.feeCapTooLow,
  TIP_ABOVE_FEE_CAP: rpcCode.invalidParams,
  INTRINSIC_GAS_TOO_LOW: code.intrinsicGas,
  FLOOR_GAS_TOO_LOW: code.intrinsicGas,
  INSUFFICIENT_FUNDS: code.insufficientFunds,
  INIT_CODE_TOO_LARGE: code.initCodeSize,
  EXECUTION_TIMEOUT: code.timeout,
  MOVED_TO_ITSELF: code.movedToItself,
}
