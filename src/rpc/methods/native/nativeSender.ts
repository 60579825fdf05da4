import type { ReadableChain } from '../../../chain/chain.ts'
import { publicKeyToNative } from '../../../evm/transaction/association.ts'
import type { Transaction } from '../../../evm/transaction/transaction.ts'
import { bytesToHex } from '../../../primitives/encoding/hex.ts'
import { castAddress, type NativeAddress } from '../../../state/rows/layout.ts'

/**
 * Sender of an EVM transaction: the key of an impersonated sender is unknown, so its address is the
 * one that holds its coins.
 */
export async function nativeSender(
  state: Pick<ReadableChain['state'], 'viewAt'>,
  { publicKey, from }: Transaction,
): Promise<NativeAddress> {
  if (publicKey !== undefined) return publicKeyToNative(publicKey)
  const latest = await state.viewAt({ tag: 'latest' })
  const associated = await latest.read((reader) => reader.getNativeAddress(from))
  return associated === undefined ? castAddress(from) : (bytesToHex(associated) as NativeAddress)
}
