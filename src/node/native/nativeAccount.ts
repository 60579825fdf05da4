import type { Coin } from '../../modules/bank/bank.ts'
import type { Address } from '../../primitives/address.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'
import { castAddress, type NativeAddress } from '../../state/rows/layout.ts'
import type { StateReader } from '../../state/stateReader.ts'

/** A native account: signing data of its next transaction, and its coins. */
export interface NativeAccountFacts {
  readonly address: NativeAddress
  /** Associated EVM address. */
  readonly evmAddress: Address | undefined
  readonly accountNumber: bigint
  /** Number of signed native transactions. */
  readonly sequence: bigint
  /** Compressed, 33 bytes; undefined before its first signature on either side. */
  readonly publicKey: Uint8Array | undefined
  /** Ordered by denomination. */
  readonly balances: readonly Coin[]
}

/** Returns the native account of an EVM address: the associated one, or its cast address. */
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

/** Returns the account of a native address; undefined if it never owned anything. */
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
