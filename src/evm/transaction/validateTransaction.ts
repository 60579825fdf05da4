import type { Common } from '@ethereumjs/common'
import type { Address } from '../../primitives/address.ts'
import type { StateReader } from '../../state/stateReader.ts'
import { TxError } from '../errors.ts'
import { forkRules } from '../rules/forkRules.ts'
import type { Hardfork } from '../rules/hardfork.ts'
import type { BlockContext } from '../run/executor.ts'
import { publicKeyToNative } from './association.ts'
import { isDelegation } from './delegation.ts'
import { type IntrinsicGas, requireInitCodeSize, requireIntrinsicGas } from './intrinsicGas.ts'
import { MAX_NONCE, type Transaction, type UnsignedTransaction } from './transaction.ts'

/** The fields of a block that determine a transaction's validity. */
export type BlockRules = Pick<
  BlockContext,
  'hardfork' | 'gasLimit' | 'baseFeePerGas' | 'codeSizeLimit'
>

/**
 * Checks a transaction without the state: type, gas, fees and sizes under the fork's rules. Returns
 * its intrinsic gas.
 *
 * @throws TxError
 */
export function validateStateless(tx: Transaction, block: BlockRules): IntrinsicGas {
  const rules = forkRules(tx.chainId, block.hardfork, block.codeSizeLimit)
  const eipOfType = { 0: 0, 1: 2930, 2: 1559, 4: 7702 }[tx.type]
  if (eipOfType !== 0) requireEip(eipOfType, tx.type, block.hardfork, rules)
  if (tx.gasLimit > block.gasLimit) {
    throw new TxError({
      code: 'EXCEEDS_BLOCK_GAS_LIMIT',
      gas: tx.gasLimit,
      limit: block.gasLimit,
    })
  }
  if (rules.isActivatedEIP(7825)) {
    const limit = rules.param('maxTransactionGasLimit')
    if (tx.gasLimit > limit) {
      throw new TxError({ code: 'EXCEEDS_TX_GAS_CAP', gas: tx.gasLimit, limit })
    }
  }
  const isCreation = tx.to === undefined
  requireInitCodeSize(rules, isCreation, tx.data)
  if (tx.type === 4) requireSetCodeFields(tx)
  requireFees(tx.from, tx, block.baseFeePerGas)
  const { data, accessList, authorizationList } = tx
  const message = { isCreation, data, accessList, authorizations: authorizationList.length }
  return requireIntrinsicGas(rules, message, tx.gasLimit)
}

/** @throws TxError TX_TYPE_NOT_SUPPORTED if the fork lacks the EIP of the type */
export function requireEip(eip: number, type: number, hardfork: Hardfork, rules: Common): void {
  if (rules.isActivatedEIP(eip)) return
  const reason = `EIP-${eip} is not active under ${hardfork}`
  throw new TxError({ code: 'TX_TYPE_NOT_SUPPORTED', type, reason })
}

/** @throws TxError SET_CODE_WITHOUT_DESTINATION, EMPTY_AUTHORIZATION_LIST */
export function requireSetCodeFields({ to, authorizationList }: UnsignedTransaction): void {
  if (to === undefined) throw new TxError({ code: 'SET_CODE_WITHOUT_DESTINATION' })
  if (authorizationList.length === 0) throw new TxError({ code: 'EMPTY_AUTHORIZATION_LIST' })
}

/** Fields that determine the order of a sender's transactions. */
type SenderAndNonce = Pick<Transaction, 'from' | 'nonce'>

/** Fee fields of {@link UnsignedTransaction}. */
export type OfferedFees = Pick<UnsignedTransaction, 'maxFeePerGas' | 'maxPriorityFeePerGas'>

/** @throws TxError TIP_ABOVE_FEE_CAP */
export function requireTipWithinCap(address: Address, offered: OfferedFees): void {
  const { maxFeePerGas: feeCap, maxPriorityFeePerGas: tip } = offered
  if (tip > feeCap) throw new TxError({ code: 'TIP_ABOVE_FEE_CAP', address, tip, feeCap })
}

/** @throws TxError TIP_ABOVE_FEE_CAP, FEE_CAP_TOO_LOW */
export function requireFees(address: Address, offered: OfferedFees, baseFee: bigint): void {
  requireTipWithinCap(address, offered)
  const { maxFeePerGas: feeCap } = offered
  if (feeCap < baseFee) throw new TxError({ code: 'FEE_CAP_TOO_LOW', address, feeCap, baseFee })
}

/**
 * Checks the sender: it has no code (EIP-3607) unless it is impersonated, its nonce is not the last
 * one, and it can pay the maximum cost.
 *
 * @throws TxError
 */
export function validateSender(tx: Transaction, state: StateReader): void {
  const { from: address } = tx
  requireNonceLeft(tx, state)
  const codeHash = tx.publicKey === undefined ? undefined : state.getCodeHash(address)
  if (codeHash !== undefined && !isDelegation(state.getCode(address))) {
    throw new TxError({ code: 'SENDER_NOT_EOA', address, codeHash })
  }
  const want = tx.gasLimit * tx.maxFeePerGas + tx.value
  // Mostly enough, so that the association is not read.
  if (state.getBalance(address) >= want) return
  const have = spendable(tx, state)
  if (have < want) throw new TxError({ code: 'INSUFFICIENT_FUNDS', address, have, want })
}

/**
 * Checks that the nonce is not too low and not the last one.
 *
 * @throws TxError NONCE_TOO_LOW, NONCE_MAX
 */
export function requireNonceLeft(tx: SenderAndNonce, state: StateReader): void {
  const { from: address } = tx
  const nonce = state.getNonce(address)
  if (tx.nonce < nonce) {
    throw new TxError({ code: 'NONCE_TOO_LOW', address, tx: tx.nonce, state: nonce })
  }
  if (tx.nonce >= MAX_NONCE) throw new TxError({ code: 'NONCE_MAX', address })
}

/** Returns the wei of a sender: its first transaction adds the coins of its native address. */
export function spendable({ from, publicKey }: Transaction, state: StateReader): bigint {
  const wei = state.getBalance(from)
  if (publicKey === undefined || state.names.hasAssociations === false) return wei
  if (state.getNativeAddress(from) !== undefined) return wei
  return wei + state.getWei(publicKeyToNative(publicKey))
}

/**
 * Checks that the nonce is the sender's next one.
 * @throws TxError
 */
export function validateNonce(tx: SenderAndNonce, state: StateReader): void {
  const nonce = state.getNonce(tx.from)
  if (tx.nonce > nonce) {
    throw new TxError({ code: 'NONCE_TOO_HIGH', address: tx.from, tx: tx.nonce, state: nonce })
  }
}
