import { parseAddress } from '../../../primitives/address.ts'
import { EMPTY_BYTES } from '../../../primitives/encoding/bytes.ts'
import type { StatefulPrecompile } from '../statefulPrecompile.ts'

/** Where Hardhat's `console.sol` and its like call: the letters `console.log`. */
export const CONSOLE_ADDRESS = parseAddress('0x000000000000000000636f6e736f6c652e6c6f67')

/** Notes what is said, and is an account without code to all that code can see. */
export const consolePrecompile: StatefulPrecompile = (call) => {
  call.log(call.inputSize, () => ({ caller: call.caller, input: call.input }))
  return { gasUsed: 0n, output: EMPTY_BYTES }
}
