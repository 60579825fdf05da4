import type { Common } from '@ethereumjs/common'
import type { Address } from '../../primitives/address.ts'
import { hexToBytes } from '../../primitives/encoding/hex.ts'
import { andThen, type MaybePromise } from '../../primitives/maybePromise.ts'
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
import type { AbortFlag, BlockContext, ExecutionResult, Executor, Message } from './executor.ts'
import type { Observer } from './observer.ts'

/** The result of a transaction. `gasUsed` is after refunds: the gas that the sender paid for. */
export interface TransactionResult {
  readonly outcome: ExecutionResult
  readonly gasUsed: bigint
  /** Wei per gas. */
  readonly effectiveGasPrice: bigint
}

/** Options of a run of a transaction. */
export interface RunOptions {
  /** Receives the events of the transaction's message. */
  readonly observer?: Observer
  /** Aborts the run with `ExecutionAborted`. The state is then unusable. */
  readonly signal?: AbortFlag | undefined
  /** Include `internalCalls` in the outcome. */
  readonly includeInternalCalls?: boolean
}

/**
 * Runs one transaction on a state: validates it, associates its signer, buys gas, executes,
 * refunds, and pays the fee to the block's coinbase. The association comes first, so that the
 * code sees the merged balance. A reverted or halted transaction is a regular result.
 *
 * @throws TxError if the transaction is invalid in this block; the state is then unchanged
 */
export function runTransaction(
  executor: Executor,
  state: WorldState,
  block: BlockContext,
  tx: Transaction,
  watch: RunOptions = {},
): MaybePromise<TransactionResult> {
  const { mark } = state
  try {
    const costs = validateStateless(tx, block)
    validateSender(tx, state)
    validateNonce(tx, state)
    const running = runValid(executor, state, block, { tx, costs }, watch)
    if (!(running instanceof Promise)) return running
    return running.catch((error) => discard(state, mark, error))
  } catch (error) {
    return discard(state, mark, error)
  }
}

/** Rejects. Coins that overflow a balance must not be lost, so the transaction is undone. */
function discard(state: WorldState, mark: number, error: unknown): Promise<never> {
  if (!(error instanceof BalanceOverflowError)) return Promise.reject(error)
  state.revertTo(mark)
  return Promise.reject(new TxError(error.details, { cause: error }))
}

/** @throws BalanceOverflowError if a payment outside the code's own calls overflows a balance */
function runValid(
  executor: Executor,
  state: WorldState,
  block: BlockContext,
  { tx, costs }: { readonly tx: Transaction; readonly costs: IntrinsicGas },
  { observer, signal, includeInternalCalls = false }: RunOptions,
): MaybePromise<TransactionResult> {
  if (tx.publicKey !== undefined) associateSigner(state, tx.from, tx.publicKey)

  const rules = forkRules(tx.chainId, block.hardfork)
  const price = effectiveGasPrice(tx, block.baseFeePerGas)
  state.setBalance(tx.from, state.getBalance(tx.from) - tx.gasLimit * price)
  state.setNonce(tx.from, tx.nonce + 1n)
  const { authorities, refund } = applyAuthorizations(state, tx.chainId, tx.authorizationList)

  const message: Message = {
    caller: tx.from,
    to: tx.to,
    value: tx.value,
    data: tx.data,
    gasLimit: tx.gasLimit - costs.intrinsic,
    gasPrice: price,
    chainId: tx.chainId,
    warm: warmSet(tx.accessList, authorities),
    signal,
    includeInternalCalls,
  }
  return andThen(executor.execute(state, block, message, observer), (outcome) => {
    const { gasUsed } = settleGas(rules, costs, outcome, refund)
    settleState(state, block, outcome, { from: tx.from, gasLimit: tx.gasLimit, gasUsed, price })
    settleDrift(state, block)
    return { outcome, gasUsed, effectiveGasPrice: price }
  })
}

/** Pays the balances left by destroyed accounts to the coinbase, unless the chain burns them. */
export function settleDrift(state: WorldState, block: BlockContext): void {
  const drift = state.settle()
  if (drift === 0n || block.burnsFees === true) return
  state.addBalance(block.coinbase, -drift)
  state.settle()
}

/** Settles a message: refunds the remaining gas, pays the fees, deletes destroyed accounts. */
export function settleState(
  state: WorldState,
  block: BlockContext,
  outcome: ExecutionResult,
  bill: {
    readonly from: Address
    readonly gasLimit: bigint
    readonly gasUsed: bigint
    /** Wei per gas. */
    readonly price: bigint
  },
): void {
  const { from, gasLimit, gasUsed, price } = bill
  state.addBalance(from, (gasLimit - gasUsed) * price)
  state.addBalance(block.coinbase, gasUsed * shareOfCoinbase(price, block))
  if (outcome.kind === 'success') for (const gone of outcome.destroyed) state.deleteAccount(gone)
}

/** Returns the part of a gas price that the coinbase receives. */
function shareOfCoinbase(price: bigint, { burnsFees, baseFeePerGas }: BlockContext): bigint {
  if (burnsFees !== true) return price
  return price > baseFeePerGas ? price - baseFeePerGas : 0n
}

/** Returns the gas price in wei in a block with this base fee (EIP-1559). */
export function effectiveGasPrice(
  tx: Pick<Transaction, 'maxFeePerGas' | 'maxPriorityFeePerGas'>,
  baseFeePerGas: bigint,
): bigint {
  const withTip = baseFeePerGas + tx.maxPriorityFeePerGas
  return withTip < tx.maxFeePerGas ? withTip : tx.maxFeePerGas
}

/**
 * Returns the gas to pay for: the used gas minus the capped refund (EIP-3529), but at least the
 * floor (EIP-7623).
 *
 * @param refund refund of authorizations (EIP-7702), which a failing message keeps; the refund of a
 *   successful message is added
 */
export function settleGas(
  rules: Common,
  { intrinsic, floor }: IntrinsicGas,
  outcome: ExecutionResult,
  refund: bigint,
): { readonly gasUsed: bigint; readonly refunded: bigint } {
  const used = intrinsic + outcome.gasUsed
  const earned = refund + (outcome.kind === 'success' ? outcome.gasRefund : 0n)
  const cap = earned === 0n ? 0n : used / rules.param('maxRefundQuotient')
  const net = used - (earned < cap ? earned : cap)
  const gasUsed = net < floor ? floor : net
  return { gasUsed, refunded: used > gasUsed ? used - gasUsed : 0n }
}

/** Returns the addresses and slots that the access list and the authorizations make warm. */
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
