import { EVMError } from '@ethereumjs/evm'

const { errorMessages } = EVMError

/** Geth's wording of exceptional halts, which clients' parsers know. */
const reasons: ReadonlyMap<string, string> = new Map([
  [errorMessages.OUT_OF_GAS, 'out of gas'],
  [errorMessages.CODESTORE_OUT_OF_GAS, 'contract creation code storage out of gas'],
  [errorMessages.CODESIZE_EXCEEDS_MAXIMUM, 'max code size exceeded'],
  [errorMessages.STACK_UNDERFLOW, 'stack underflow'],
  [errorMessages.STACK_OVERFLOW, 'stack limit reached 1024'],
  [errorMessages.INVALID_JUMP, 'invalid jump destination'],
  [errorMessages.INVALID_OPCODE, 'invalid opcode'],
  [errorMessages.OUT_OF_RANGE, 'return data out of bounds'],
  [errorMessages.STATIC_STATE_CHANGE, 'write protection'],
  [errorMessages.CREATE_COLLISION, 'contract address collision'],
  [errorMessages.VALUE_OVERFLOW, 'balance overflow'],
  [errorMessages.INSUFFICIENT_BALANCE, 'insufficient balance for transfer'],
  [errorMessages.INVALID_BYTECODE_RESULT, 'invalid code: must not begin with 0xef'],
  [errorMessages.INITCODE_SIZE_VIOLATION, 'max initcode size exceeded'],
])

/** Why execution stopped, in geth's words where it has some, else in the library's. */
export function haltReason(error: string): string {
  const known = reasons.get(error)
  if (known !== undefined) return known
  // The library says where a jump went wrong, which geth does not.
  return error.startsWith(errorMessages.INVALID_JUMP) ? 'invalid jump destination' : error
}
