import { TxError } from '../../evm/errors.ts'
import type { BlockContext } from '../../evm/run/executor.ts'
import { associateSigner } from '../../evm/transaction/association.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
import { validateSender, validateStateless } from '../../evm/transaction/validateTransaction.ts'
import type { NativeTransaction } from '../../native/nativeTransaction.ts'
import { admitNativeTransaction } from '../../native/run/runNativeTransaction.ts'
import type { Address } from '../../primitives/address.ts'
import type { StateReader } from '../../state/stateReader.ts'
import type { WorldState } from '../../state/worldState.ts'
import { type AnyTransaction, isNative } from '../block/blockEntries.ts'
import { Pool } from '../pool/pool.ts'

/** Inputs of a check. */
export interface CheckParts {
  /** The state after the newest block; changed by the checks. */
  readonly state: WorldState
  /** Context of the next block. */
  readonly block: BlockContext
  readonly nativeChainId: string
  /** How many nonces of a sender may be missing before a transaction. */
  readonly mostMissing: bigint
}

/**
 * The state after the newest block and the transactions that were accepted since. Nothing is
 * executed: an EVM transaction pays the most that it may cost, a native one pays its fee.
 */
export class CheckState {
  readonly #parts: CheckParts
  /** Most that a sender's accepted transactions cost, by sender. */
  readonly #promised = new Map<Address, bigint>()
  /** First nonce that a sender's accepted transactions lack, by sender. */
  readonly #next = new Map<Address, bigint>()
  #pool = new Pool()

  constructor(parts: CheckParts) {
    this.#parts = parts
  }

  /** The accepted transactions. */
  get pool(): Pool {
    return this.#pool
  }

  /** The state after the accepted transactions have paid. */
  get state(): StateReader {
    return this.#parts.state
  }

  /**
   * Accepts a transaction.
   * @throws TxError, NativeTxError, ChainError; nothing is changed then
   */
  accept(transaction: AnyTransaction): void {
    if (isNative(transaction)) this.#acceptNative(transaction)
    else this.#accept(transaction)
  }

  /**
   * Checks a transaction without accepting it.
   * @throws errors of {@link accept}
   */
  probe(transaction: AnyTransaction): void {
    const { state } = this.#parts
    const { mark } = state
    const pool = this.#pool
    const sender = isNative(transaction) ? undefined : transaction.from
    const promised = sender && this.#promised.get(sender)
    const next = sender && this.#next.get(sender)
    try {
      this.accept(transaction)
    } finally {
      state.revertTo(mark)
      this.#pool = pool
      if (sender !== undefined) restore(this.#promised, sender, promised)
      if (sender !== undefined) restore(this.#next, sender, next)
    }
  }

  #accept(tx: Transaction): void {
    const { state, block, mostMissing } = this.#parts
    const { from, nonce } = tx
    validateStateless(tx, block)
    validateSender(tx, state)
    const next = this.#next.get(from) ?? state.getNonce(from)
    if (nonce > next + mostMissing) {
      throw new TxError({ code: 'NONCE_TOO_HIGH', address: from, tx: nonce, state: next })
    }
    const rival = this.#pool.at(from, nonce)
    const paid = this.#promised.get(from) ?? 0n
    const want = paid + costOf(tx) - (rival === undefined ? 0n : costOf(rival))
    const before = state.mark
    try {
      // The first transaction of a signer may spend what its native address has.
      if (tx.publicKey !== undefined) associateSigner(state, from, tx.publicKey)
      const have = state.getBalance(from) + paid
      if (have < want) throw new TxError({ code: 'INSUFFICIENT_FUNDS', address: from, have, want })
      this.#pool = this.#pool.add(tx)
      // A native transaction of the same account has only the rest.
      state.setBalance(from, have - want)
    } catch (error) {
      state.revertTo(before)
      throw error
    }
    this.#promised.set(from, want)
    let following = next
    while (this.#pool.at(from, following) !== undefined) following++
    this.#next.set(from, following)
  }

  #acceptNative(tx: NativeTransaction): void {
    const { state, block, nativeChainId: chainId } = this.#parts
    admitNativeTransaction(state, { chainId, block }, tx)
    this.#pool = this.#pool.addNative(tx)
  }
}

function restore<K, V>(map: Map<K, V>, key: K, value: V | undefined): void {
  if (value === undefined) map.delete(key)
  else map.set(key, value)
}

function costOf({ gasLimit, maxFeePerGas, value }: Transaction): bigint {
  return gasLimit * maxFeePerGas + value
}
