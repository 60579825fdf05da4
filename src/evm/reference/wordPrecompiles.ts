import { type EVM, EVMError, type ExecResult } from '@ethereumjs/evm'
import type { Address } from '../../primitives/address.ts'
import { precompileFailure } from '../precompiles/precompileFailure.ts'
import type { StatefulPrecompiles } from '../precompiles/statefulPrecompile.ts'
import { WordedError } from './wordedError.ts'

/** Makes the library's own precompiles fail with geth's words. */
export function wordPrecompiles({ precompiles }: EVM, hosted: StatefulPrecompiles): void {
  for (const [digits, run] of precompiles) {
    const address = `0x${digits}` as Address
    if (hosted.has(address)) continue
    precompiles.set(digits, async (input) => worded(await run(input), address, input.data))
  }
}

function worded(result: ExecResult, address: Address, input: Uint8Array): ExecResult {
  const error = result.exceptionError?.error
  if (error === undefined || error === EVMError.errorMessages.OUT_OF_GAS) return result
  const reason = precompileFailure(address, input)
  return { ...result, exceptionError: new WordedError(EVMError.errorMessages.REVERT, reason) }
}
