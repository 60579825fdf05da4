import { concatBytes } from '../src/primitives/encoding/bytes.ts'
import { bytesToHex, toQuantity } from '../src/primitives/encoding/hex.ts'
import { assemble } from './assemble.ts'
import { codeOf, encodeCall, word } from './engineWorkloads.ts'

export const CHAIN_ID = 31_337

export const TOKEN = '0x2000000000000000000000000000000000000000'
export const LOGGER = '0x2000000000000000000000000000000000000001'
export const LOOP = '0x2000000000000000000000000000000000000002'

/** The development account that sends the transfers, and the one for everything else. */
export const SENDER = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
export const OTHER = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

/** Code of the contracts, by address. */
export const contracts = {
  [TOKEN]: bytesToHex(codeOf('Token')),
  // Writes as many logs as the first word says, with the log's number and the second word as
  // topics.
  [LOGGER]: bytesToHex(
    assemble(`
      0 CALLDATALOAD
      again: 32 CALLDATALOAD DUP2 0 0 LOG2
      1 SWAP1 SUB DUP1 @again JUMPI STOP`),
  ),
  // Runs as many rounds of 15 steps as the first word says.
  [LOOP]: bytesToHex(
    assemble(`
      0 CALLDATALOAD
      again: DUP1 0 MSTORE 0 SLOAD 3 ADD POP
      1 SWAP1 SUB DUP1 @again JUMPI STOP`),
  ),
} as const

/** Mints tokens for the first account. */
export const mint = {
  from: OTHER,
  to: TOKEN,
  data: bytesToHex(encodeCall('Token', 'mint(address,uint256)', BigInt(SENDER), 10n ** 18n)),
} as const

/** Call data of `balanceOf` for the first account. */
export const balanceOfSender = bytesToHex(encodeCall('Token', 'balanceOf(address)', BigInt(SENDER)))

/** Returns a call of a contract with words as its data. */
export function callOf(to: string, ...words: readonly number[]) {
  const data = bytesToHex(concatBytes(...words.map(word)))
  return { from: OTHER, to, data, gas: toQuantity(10_000_000) }
}
