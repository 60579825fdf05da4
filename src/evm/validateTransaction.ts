import type { StateReader } from '../state/stateReader.ts'
import { publicKeyToNative } from './association.ts'
import { isDelegation } from './delegation.ts'
import { TxRefused } from './errors.ts'
import type { BlockContext } from './executor.ts'
import { forkRules } from './forkRules.ts'
import { intrinsicGas } from './intrinsicGas.ts'
import type { Transaction } from './transaction.ts'

const MAX_NONCE = 2n ** 64n - 1n

/** The part of a block that a transaction's validity depends on. */
export type BlockLimits = Pick<BlockContext, 'hardfork' | 'gasLimit' | 'baseFeePerGas'>

/**
 * Checks what follows from the transaction alone: its type, gas, fees and sizes under the block's rules.
 *
 * @throws TxRefused
 */
export function validateForm(tx: Transaction, block: BlockLimits): void {
  const rules = forkRules(tx.chainId, block.hardfork)
  const eipOfType = { 0: 0, 1: 2930, 2: 1559, 4: 7702 }[tx.type]
  if (eipOfType !== 0 && !rules.isActivatedEIP(eipOfType)) {
    const reason = `EIP-${eipOfType} is not active under ${block.hardfork}`
    throw new TxRefused({ code: 'TX_TYPE_NOT_SUPPORTED', type: tx.type, reason })
  }
  if (tx.gasLimit > block.gasLimit) {
    throw new TxRefused({
      code: 'EXCEEDS_BLOCK_GAS_LIMIT',
      gas: tx.gasLimit,
      limit: block.gasLimit,
    })
  }
  if (rules.isActivatedEIP(7825)) {
    const limit = rules.param('maxTransactionGasLimit')
    if (tx.gasLimit > limit) {
      throw new TxRefused({ code: 'EXCEEDS_TX_GAS_CAP', gas: tx.gasLimit, limit })
    }
  }
  if (tx.to === undefined && rules.isActivatedEIP(3860)) {
    const limit = Number(rules.param('maxInitCodeSize'))
    if (tx.data.length > limit) {
      throw new TxRefused({ code: 'INIT_CODE_TOO_LARGE', size: tx.data.length, limit })
    }
  }
  if (tx.type === 4) {
    if (tx.to === undefined) throw new TxRefused({ code: 'SET_CODE_WITHOUT_DESTINATION' })
    if (tx.authorizationList.length === 0) throw new TxRefused({ code: 'EMPTY_AUTHORIZATION_LIST' })
  }
  validateFees(tx, block)
  const { intrinsic, floor } = intrinsicGas(rules, {
    isCreation: tx.to === undefined,
    data: tx.data,
    accessList: tx.accessList,
    authorizations: tx.authorizationList.length,
  })
  if (tx.gasLimit < intrinsic) {
    throw new TxRefused({ code: 'INTRINSIC_GAS_TOO_LOW', have: tx.gasLimit, want: intrinsic })
  }
  if (tx.gasLimit < floor) {
    throw new TxRefused({ code: 'FLOOR_GAS_TOO_LOW', have: tx.gasLimit, want: floor })
  }
}

function validateFees(tx: Transaction, { baseFeePerGas }: BlockLimits): void {
  const { from: address, maxFeePerGas: feeCap, maxPriorityFeePerGas: tip } = tx
  if (tip > feeCap) throw new TxRefused({ code: 'TIP_ABOVE_FEE_CAP', address, tip, feeCap })
  if (feeCap < baseFeePerGas) {
    throw new TxRefused({ code: 'FEE_CAP_TOO_LOW', address, feeCap, baseFee: baseFeePerGas })
  }
}

/**
 * Checks the sender: it has no code of its own (EIP-3607), a nonce left, and the means to pay the most the transaction
 * may cost.
 *
 * @throws TxRefused
 */
export function validateSender(tx: Transaction, state: StateReader): void {
  const { from: address } = tx
  const nonce = state.getNonce(address)
  if (tx.nonce < nonce) {
    throw new TxRefused({ code: 'NONCE_TOO_LOW', address, tx: tx.nonce, state: nonce })
  }
  if (tx.nonce >= MAX_NONCE) throw new TxRefused({ code: 'NONCE_MAX', address })
  const codeHash = state.getCodeHash(address)
  if (codeHash !== undefined && !isDelegation(state.getCode(address))) {
    throw new TxRefused({ code: 'SENDER_NOT_EOA', address, codeHash })
  }
  const have = spendable(tx, state)
  const want = tx.gasLimit * tx.maxFeePerGas + tx.value
  if (have < want) throw new TxRefused({ code: 'INSUFFICIENT_FUNDS', address, have, want })
}

/** What the sender can pay with: its first transaction brings the coins of its native address along. */
function spendable({ from, publicKey }: Transaction, state: StateReader): bigint {
  const wei = state.getBalance(from)
  if (state.getNativeAddress(from) !== undefined) return wei
  return wei + state.getWei(publicKeyToNative(publicKey))
}

/** Checks that it is this transaction's turn. @throws TxRefused */
export function validateTurn(tx: Transaction, state: StateReader): void {
  const nonce = state.getNonce(tx.from)
  if (tx.nonce > nonce) {
    throw new TxRefused({ code: 'NONCE_TOO_HIGH', address: tx.from, tx: tx.nonce, state: nonce })
  }
}
