import type { BlockContext } from '../../evm/run/executor.ts'
import { associateSigner, publicKeyToNative } from '../../evm/transaction/association.ts'
import { nativeText } from '../../modules/evm/association.ts'
import type { GasMeter } from '../../modules/gas/gasMeter.ts'
import type { Address } from '../../primitives/address.ts'
import { assert } from '../../primitives/assert.ts'
import {
  compressPublicKey,
  decompressPublicKey,
  publicKeyToAddress,
} from '../../primitives/crypto/secp256k1.ts'
import { WEI_PER_UNIT } from '../../state/ledger/balanceOverflow.ts'
import { accountKind, type NativeAddress } from '../../state/rows/layout.ts'
import type { WorldState } from '../../state/worldState.ts'
import { verifySignature } from '../codec/signNativeTransaction.ts'
import { NativeTxError } from '../errors.ts'
import { associationEvent } from '../events.ts'
import type { NativeEvent } from '../nativeReceipt.ts'
import { type NativeSigner, type NativeTransaction, requiredSigners } from '../nativeTransaction.ts'
import { payFee } from './payFee.ts'
import type { AnteResult } from './runAssociateAnteHandler.ts'

/** Inputs of a native transaction other than the state. */
export interface NativeContext {
  /** Native chain id, which the signature covers. */
  readonly chainId: string
  readonly block: BlockContext
}

/** Gas per byte of a transaction and per signature (Cosmos SDK, x/auth params). */
export const GAS_PER_BYTE = 10n
export const GAS_PER_SIGNATURE = 1_000n

/** A signer with a verified key. */
interface Signer {
  readonly native: NativeAddress
  readonly evm: Address
  /** 64 bytes. */
  readonly publicKey: Uint8Array
}

/**
 * Runs the ante handler of a signed transaction: checks height, gas, signatures and sequences,
 * associates the signers, and deducts the fee.
 *
 * @throws NativeTxError; ModuleOutOfGas
 */
export function runAnteHandler(
  state: WorldState,
  meter: GasMeter,
  context: NativeContext,
  tx: NativeTransaction,
): AnteResult {
  requireLimits(context, tx)
  meter.charge(GAS_PER_BYTE * BigInt(tx.raw.length))
  const wanted = requiredSigners(tx)
  if (wanted.length !== tx.signers.length) {
    const counts = { signatures: tx.signers.length, signers: wanted.length }
    throw new NativeTxError({ code: 'WRONG_SIGNATURE_COUNT', ...counts })
  }
  const signers = tx.signers.map((signer, i) => {
    meter.charge(GAS_PER_SIGNATURE)
    return checkSigner(state, context, tx, signer, wanted[i] ?? '')
  })
  const [first] = signers
  assert(first !== undefined, 'a transaction to have a signer')
  const payer = signers[wanted.indexOf(tx.fee.payer ?? '')] ?? first
  const isGasless = isOnlyAssociation(tx) && state.getNativeAddress(first.evm) === undefined
  const events: NativeEvent[] = []
  for (const { native, evm, publicKey } of signers) {
    if (state.getNativeAddress(evm) === undefined) {
      events.push(associationEvent(nativeText(state, native), evm))
    }
    associateSigner(state, evm, publicKey)
    countTransaction(state, native, publicKey)
  }
  if (!isGasless) requireFee(state, context, tx)
  events.unshift(...payFee(state, context.block, tx, payer.native))
  return { sender: first.evm, events }
}

function requireLimits({ block }: NativeContext, { timeoutHeight, fee }: NativeTransaction): void {
  if (timeoutHeight !== 0n && block.number > timeoutHeight) {
    throw new NativeTxError({ code: 'TX_EXPIRED', timeoutHeight, height: block.number })
  }
  const { gasLimit } = fee
  if (gasLimit > block.gasLimit) {
    throw new NativeTxError({
      code: 'NATIVE_GAS_LIMIT_TOO_LARGE',
      gasLimit,
      limit: block.gasLimit,
    })
  }
}

function checkSigner(
  state: WorldState,
  { chainId }: NativeContext,
  tx: NativeTransaction,
  signer: NativeSigner,
  want: string,
): Signer {
  const publicKey = pointOf(signer)
  const native = publicKeyToNative(publicKey)
  const evm = publicKeyToAddress(publicKey)
  const address = nativeText(state, native)
  if (address !== want) throw new NativeTxError({ code: 'SIGNER_MISMATCH', want, have: address })
  const account = state.getSigningAccount(evm, native)
  if (account === undefined) throw new NativeTxError({ code: 'UNKNOWN_NATIVE_ACCOUNT', address })
  const { sequence, accountNumber } = account
  if (signer.sequence !== sequence) {
    const facts = { address, want: sequence, have: signer.sequence }
    throw new NativeTxError({ code: 'WRONG_ACCOUNT_SEQUENCE', ...facts })
  }
  if (!verifySignature(tx, signer, chainId, accountNumber)) {
    const facts = { address, accountNumber, chainId }
    throw new NativeTxError({ code: 'INVALID_NATIVE_SIGNATURE', ...facts })
  }
  return { native, evm, publicKey }
}

function pointOf({ publicKey }: NativeSigner): Uint8Array {
  try {
    return decompressPublicKey(publicKey)
  } catch (cause) {
    const reason = 'the public key is no point of secp256k1'
    throw new NativeTxError({ code: 'MALFORMED_NATIVE_TX', reason }, { cause })
  }
}

/**
 * Increments the sequence of an account and stores its key, because a genesis associates addresses
 * without keys.
 */
function countTransaction(state: WorldState, native: NativeAddress, publicKey: Uint8Array): void {
  const account = state.ensureAccount(native)
  const kind = accountKind(state.names.bech32Prefix)
  const sequence = account.sequence + 1n
  state.set(kind, native, { ...account, sequence, publicKey: compressPublicKey(publicKey) })
}

function isOnlyAssociation({ messages, fee }: NativeTransaction): boolean {
  return fee.coins.length === 0 && messages.every(({ kind }) => kind === 'associate')
}

/** A unit of gas has the price of an EVM transaction in the block. */
function requireFee(
  { names: { denomination } }: WorldState,
  { block }: NativeContext,
  { fee }: NativeTransaction,
): void {
  const have = fee.coins.find(({ denom }) => denom === denomination)?.amount ?? 0n
  const wei = fee.gasLimit * block.baseFeePerGas
  const want = (wei + WEI_PER_UNIT - 1n) / WEI_PER_UNIT
  if (have >= want) return
  const texts = { have: `${have}${denomination}`, want: `${want}${denomination}` }
  throw new NativeTxError({ code: 'INSUFFICIENT_NATIVE_FEE', ...texts })
}
