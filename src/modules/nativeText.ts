import { bech32ToBytes, bytesToBech32 } from '../primitives/bech32.ts'
import { bytesToHex, hexToBytes } from '../primitives/hex.ts'
import type { NativeAddress } from '../state/layout.ts'
import type { NativeNames } from '../state/stateSource.ts'
import { refusedBySdk } from './moduleRefused.ts'

/** What follows the prefix of accounts in the addresses of validators: the account's 20 bytes in another spelling. */
export const OPERATOR_SUFFIX = 'valoper'

type Prefix = Pick<NativeNames, 'bech32Prefix'>

/** Text of an account, such as `sei1…`. */
export function accountText({ bech32Prefix }: Prefix, account: NativeAddress): string {
  return bytesToBech32(bech32Prefix, hexToBytes(account))
}

/** Text of a validator, such as `seivaloper1…`. */
export function operatorText({ bech32Prefix }: Prefix, operator: NativeAddress): string {
  return bytesToBech32(bech32Prefix + OPERATOR_SUFFIX, hexToBytes(operator))
}

/** @throws ModuleRefused */
export function parseAccount({ bech32Prefix }: Prefix, text: string): NativeAddress {
  return parse(bech32Prefix, text)
}

/** @throws ModuleRefused */
export function parseOperator({ bech32Prefix }: Prefix, text: string): NativeAddress {
  return parse(bech32Prefix + OPERATOR_SUFFIX, text)
}

function parse(prefix: string, text: string): NativeAddress {
  let bytes: Uint8Array
  try {
    bytes = bech32ToBytes(prefix, text)
  } catch {
    throw refusedBySdk(
      'invalidAddress',
      `want a bech32 address of prefix ${prefix}: invalid address`,
    )
  }
  if (bytes.length === 20) return bytesToHex(bytes) as NativeAddress
  throw refusedBySdk('invalidAddress', `want 20 bytes, got ${bytes.length}: invalid address`)
}
