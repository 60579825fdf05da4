import {
  associateSigner,
  publicKeyToNative,
  recoverAssociated,
} from '../../evm/transaction/association.ts'
import { nativeText } from '../../modules/evm/association.ts'
import type { Address } from '../../primitives/address.ts'
import { assert } from '../../primitives/assert.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { publicKeyToAddress } from '../../primitives/crypto/secp256k1.ts'
import { utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import { castAddress } from '../../state/rows/layout.ts'
import type { WorldState } from '../../state/worldState.ts'
import { NativeTxError } from '../errors.ts'
import { associationEvent } from '../events.ts'
import type { NativeEvent } from '../nativeReceipt.ts'
import type { NativeTransaction } from '../nativeTransaction.ts'

/** A valid transaction: its sender and the events of the ante handler. */
export interface AnteResult {
  /** EVM address of the first signer, associated by now. */
  readonly sender: Address
  readonly events: readonly NativeEvent[]
}

/** Maximum size of the signed message in UTF-8 (sei-chain, x/evm/ante). */
const MAX_MESSAGE = 64

/**
 * Associates the addresses of the signer of an AssociateTx, which has no signers, fee or sequence.
 * It cannot be replayed, because an association is permanent, and requires that the account owns
 * coins.
 *
 * @throws NativeTxError
 */
export function runAssociateAnteHandler(
  state: WorldState,
  { messages }: NativeTransaction,
): AnteResult {
  const [message] = messages
  assert(message?.kind === 'evmAssociate', 'an association without signers')
  const { length } = utf8ToBytes(message.customMessage)
  if (length > MAX_MESSAGE) {
    throw new NativeTxError({ code: 'CUSTOM_MESSAGE_TOO_LONG', length, limit: MAX_MESSAGE })
  }
  const publicKey = recoverAssociated(keccak256(utf8ToBytes(message.customMessage)), message)
  if (publicKey === undefined) throw new NativeTxError({ code: 'INVALID_ASSOCIATION_SIGNATURE' })
  const evm = publicKeyToAddress(publicKey)
  const native = publicKeyToNative(publicKey)
  const address = nativeText(state, native)
  if (state.getNativeAddress(evm) !== undefined) {
    throw new NativeTxError({ code: 'ALREADY_ASSOCIATED', address })
  }
  if (state.getWei(native) === 0n && state.getWei(castAddress(evm)) === 0n) {
    throw new NativeTxError({
      code: 'NEEDS_BALANCE_TO_ASSOCIATE',
      address,
      evmAddress: evm,
    })
  }
  associateSigner(state, evm, publicKey)
  return { sender: evm, events: [associationEvent(address, evm)] }
}
