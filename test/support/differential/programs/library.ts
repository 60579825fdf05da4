import type { Address } from '../../../../src/primitives/address.ts'
import { hexToBytes } from '../../../../src/primitives/encoding/hex.ts'
import {
  ABSENT,
  contracts,
  delegatedAddress,
  delegationTo,
  libraryAddress,
  lowAddress,
} from '../scenario.ts'

/** Small contracts that random ones call. Those that start with PUSH1 run on every fork. */
export const libraryCodes: readonly Uint8Array[] = [
  // returns its call data: CALLDATASIZE PUSH1 0 DUP1 CALLDATACOPY CALLDATASIZE PUSH1 0 RETURN
  '366000803736' + '6000f3',
  // reverts with its call data (before Byzantium: an invalid opcode)
  '366000803736' + '6000fd',
  // an invalid opcode
  'fe',
  // self-destructs in favour of its caller
  '33ff',
  // stores the second word of its call data at the first
  '60203560003555',
  // calls its caller back with 2/3 of the gas: pushes 0 × 5, CALLER, GAS * 2 / 3, CALL, and returns
  // the result
  '60006000600060006000' + '33' + '60035a60020204' + 'f1' + '60005260206000f3',
  // loops until the gas is gone, in few steps: hashes 1024 bytes each time
  '5b' + '610400' + '6000' + '20' + '50' + '600056',
  // counts in slot 0 and logs the count: returns 32 bytes
  '600160005401806000558060005260206000a160206000f3',
  // writes 9 to slot 0 and, if supported, to transient slot 0, and fails
  '6009600055' + '600960005d' + '60006000fd',
  // creates a contract by CREATE2 and reverts with its address, so that it does not exist
  '6460016000f36000526000' + '6005601b6000f5' + '60005260206000fd',
].map(hexToBytes)

/**
 * Targets of the delegated accounts: contracts, a library, a chain, itself, a precompile, an empty
 * account.
 */
const delegations: readonly Address[] = [
  contracts[0] ?? ABSENT,
  libraryAddress(7),
  delegatedAddress(0),
  delegatedAddress(3),
  lowAddress(4),
  ABSENT,
]

export const delegationCodes: readonly Uint8Array[] = delegations.map(delegationTo)

/** Runtime code that init code returns. */
export const runtimeCodes: readonly Uint8Array[] = [
  '',
  '00',
  // SSTORE(1, CALLVALUE)
  '34600155',
  '33ff',
  // returns its own address
  '3060005260206000f3',
  // transient counter (since Cancun)
  '60005c600101806000' + '5d' + '60005260206000f3',
].map(hexToBytes)
