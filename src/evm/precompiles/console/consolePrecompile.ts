import { parseAddress } from '../../../primitives/address.ts'
import { EMPTY_BYTES } from '../../../primitives/encoding/bytes.ts'
import type { StatefulPrecompile } from '../statefulPrecompile.ts'

/** Address that Hardhat's `console.sol` and similar libraries call: the letters `console.log`. */
export const CONSOLE_ADDRESS = parseAddress('0x000000000000000000636f6e736f6c652e6c6f67')

/** Records the output. To code, it is an account without code. */
export const consolePrecompile: StatefulPrecompile = (call) => {
  call.log(call.inputSize, () => ({ caller: call.caller, input: call.input }))
  return { gasUsed: 0n, output: EMPTY_BYTES }
}
