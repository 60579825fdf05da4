import type { Common } from '@ethereumjs/common'
import type { Address } from '../../primitives/address.ts'
import { hexToBytes } from '../../primitives/encoding/hex.ts'
import { BalanceOverflowError } from '../../state/ledger/balanceOverflow.ts'
import type { WorldState } from '../../state/worldState.ts'
import { TxError } from '../errors.ts'
import { forkRules } from '../rules/forkRules.ts'
import { associateSigner } from '../transaction/association.ts'
import { applyAuthorizations } from '../transaction/delegation.ts'
import type { IntrinsicGas } from '../transaction/intrinsicGas.ts'
import type { AccessList, Transaction } from '../transaction/transaction.ts'
import {
  validateNonce,
  validateSender,
  validateStateless,
} from '../transaction/validateTransaction.ts'
import type { BlockContext, ExecutionResult, Executor } from './executor.ts'
import type { Observer } from './observer.ts'

/** What a transaction did. Gas is after refunds: what the sender paid for. */
export interface TransactionResult {
  readonly outcome: ExecutionResult
  readonly gasUsed: bigint
  /** Wei for a unit of gas. */
  readonly effectiveGasPrice: bigint
}

/** Who looks on while a transaction runs. */
export interface RunOptions {
  /** Is told of the transaction's message, from its first opcode on. */
  readonly observer?: Observer
  /** Ends it early, with `ExecutionAborted`; the state is of no use then. */
  readonly signal?: AbortSignal | undefined
  /** Whether the outcome is to have its internalCalls. */
  readonly includeInternalCalls?: boolean
}

/**
 * Runs one transaction on a state: checks it, associates its signer if it has one (so that the code sees the merged
 * balance), buys gas, executes, refunds, pays the whole fee to the block's coinbase. A transaction that reverts or runs out of gas is a result like any other.
 *
 * @throws TxError where the transaction may not be in this block; the state is as before then
 */
export async function runTransaction(
  executor: Executor,
  state: WorldState,
  block: BlockContext,
  tx: Transaction,
  watch: RunOptions = {},
): Promise<TransactionResult> {
  const costs = validateStateless(tx, block)
  validateSender(tx, state)
  validateNonce(tx, state)
  const { mark } = state
  try {
    return await runValid(executor, state, block, { tx, costs }, watch)
  } catch (error) {
    if (!(error instanceof BalanceOverflowError)) throw error
    // As if it had not been: coins for which there is no room must not be lost.
    state.revertTo(mark)
    throw new TxError(error.details, { cause: error })
  }
}

/** @throws BalanceOverflow where a payment that is none of the code's calls has no room */
async function runValid(
  executor: Executor,
  state: WorldState,
  block: BlockContext,
  { tx, costs }: { readonly tx: Transaction; readonly costs: IntrinsicGas },
  { observer, signal, includeInternalCalls = false }: RunOptions,
): Promise<TransactionResult> {
  if (tx.publicKey !== undefined) associateSigner(state, tx.from, tx.publicKey)

  const rules = forkRules(tx.chainId, block.hardfork)
  const price = effectiveGasPrice(tx, block.baseFeePerGas)
  state.setBalance(tx.from, state.getBalance(tx.from) - tx.gasLimit * price)
  state.setNonce(tx.from, tx.nonce + 1n)
  const { authorities, refund } = applyAuthorizations(state, tx.chainId, tx.authorizationList)

  const outcome = await executor.execute(
    state,
    block,
    {
      caller: tx.from,
      ...(tx.to === undefined ? {} : { to: tx.to }),
      value: tx.value,
      data: tx.data,
      gasLimit: tx.gasLimit - costs.intrinsic,
      gasPrice: price,
      warm: warmSet(tx.accessList, authorities),
      ...(signal === undefined ? {} : { signal }),
      includeInternalCalls,
    },
    observer,
  )

  const { gasUsed } = settleGas(rules, costs, outcome, refund)
  settleState(state, block, outcome, { from: tx.from, gasLimit: tx.gasLimit, gasUsed, price })
  settleDrift(state, block)
  return { outcome, gasUsed, effectiveGasPrice: price }
}

/** Nothing is burned here: what a destroyed account left behind goes where the fees go. */
export function settleDrift(state: WorldState, block: BlockContext): void {
  const drift = state.settle()
  if (drift === 0n) return
  state.addBalance(block.coinbase, -drift)
  state.settle()
}

/** After a message: gives back what was paid for gas that is left, pays the fees, removes what was destroyed. */
export function settleState(
  state: WorldState,
  block: BlockContext,
  outcome: ExecutionResult,
  bill: {
    readonly from: Address
    readonly gasLimit: bigint
    readonly gasUsed: bigint
    /** Wei for a unit of gas. */
    readonly price: bigint
  },
): void {
  const { from, gasLimit, gasUsed, price } = bill
  state.addBalance(from, (gasLimit - gasUsed) * price)
  state.addBalance(block.coinbase, gasUsed * price)
  if (outcome.kind === 'success') for (const gone of outcome.destroyed) state.deleteAccount(gone)
}

/** Wei that a unit of gas costs in a block with this base fee (EIP-1559). */
export function effectiveGasPrice(
  tx: Pick<Transaction, 'maxFeePerGas' | 'maxPriorityFeePerGas'>,
  baseFeePerGas: bigint,
): bigint {
  const withTip = baseFeePerGas + tx.maxPriorityFeePerGas
  return withTip < tx.maxFeePerGas ? withTip : tx.maxFeePerGas
}

/**
 * Gas to pay for: what was used less the refund (capped, EIP-3529), but never less than the floor (EIP-7623).
 *
 * @param refund for authorizations (EIP-7702), which a failing message keeps; the message's own comes on top.
 */
export function settleGas(
  rules: Common,
  { intrinsic, floor }: IntrinsicGas,
  outcome: ExecutionResult,
  refund: bigint,
): { readonly gasUsed: bigint; readonly refunded: bigint } {
  const used = intrinsic + outcome.gasUsed
  const earned = refund + (outcome.kind === 'success' ? outcome.gasRefund : 0n)
  const cap = used / rules.param('maxRefundQuotient')
  const net = used - (earned < cap ? earned : cap)
  const gasUsed = net < floor ? floor : net
  return { gasUsed, refunded: used > gasUsed ? used - gasUsed : 0n }
}

/** Addresses and slots that are warm because the transaction names them. */
export function warmSet(
  accessList: AccessList,
  authorities: readonly Address[] = [],
): ReadonlyMap<Address, readonly Uint8Array[]> {
  const warm = new Map<Address, Uint8Array[]>()
  for (const address of authorities) warm.set(address, [])
  for (const { address, storageKeys } of accessList) {
    const slots = warm.get(address) ?? []
    slots.push(...storageKeys.map(hexToBytes))
    warm.set(address, slots)
  }
  return warm
}
