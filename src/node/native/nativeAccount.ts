import type { Coin } from '../../modules/bank/bank.ts'
import type { Address } from '../../primitives/address.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'
import { castAddress, type NativeAddress } from '../../state/rows/layout.ts'
import type { StateReader } from '../../state/stateReader.ts'

/**
 * An account of the native side: what its next transaction has to be signed with, and what it owns.
 */
export interface NativeAccountFacts {
  readonly address: NativeAddress
  /** The EVM address that it is associated with. */
  readonly evmAddress: Address | undefined
  readonly accountNumber: bigint
  /** How many native transactions it has signed. */
  readonly sequence: bigint
  /** Compressed, 33 bytes; undefined where it has not signed anything, natively or for the EVM. */
  readonly publicKey: Uint8Array | undefined
  /** By ascending denomination. */
  readonly balances: readonly Coin[]
}

/**
 * The native account that an EVM address stands for: the associated one, or else its cast address.
 */
export function nativeAccountOf(
  state: StateReader,
  address: Address,
): NativeAccountFacts | undefined {
  const native = state.getNativeAddress(address)
  return readNativeAccount(
    state,
    native === undefined ? castAddress(address) : (bytesToHex(native) as NativeAddress),
  )
}

/** The account of a native address; undefined where it never had anything. */
export function readNativeAccount(
  state: StateReader,
  address: NativeAddress,
): NativeAccountFacts | undefined {
  const account = state.getAccount(address)
  if (account === undefined) return undefined
  const { accountNumber, sequence, publicKey } = account
  return {
    address,
    evmAddress: state.getEvmAddress(address),
    accountNumber,
    sequence,
    publicKey: publicKey.length === 0 ? undefined : publicKey,
    balances: state
      .denominations(address)
      .map((denom) => ({ denom, amount: state.getCoins(address, denom) })),
  }
}
