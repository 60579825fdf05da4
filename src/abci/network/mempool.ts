import type { AnyTransaction } from '../../chain/block/blockEntries.ts'
import type { ChainCore, ConsensusLink } from '../../chain/chainCore.ts'
import type { CheckState } from '../../chain/consensus/checkState.ts'
import type { ConsensusDriver } from '../../chain/consensus/consensusDriver.ts'
import {
  isReadable,
  type ReadTransaction,
  TransactionReader,
} from '../../chain/consensus/transactionReader.ts'
import { ChainError } from '../../chain/errors.ts'
import type { Pool } from '../../chain/pool/pool.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
import { encodeEvmTransaction } from '../../native/codec/evmTransactionBytes.ts'
import type { NativeTransaction } from '../../native/nativeTransaction.ts'
import { DomainError } from '../../primitives/domainError.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import type { Broadcaster } from './broadcaster.ts'

/**
 * How many nonces of a sender may be missing before a transaction: over several nodes, a later one
 * may arrive first, and a node that refuses it never gets it again.
 */
const MOST_MISSING = 64n

/**
 * The mempool of CometBFT as this node knows it: the transactions that CheckTx accepted. After a
 * block they are checked again; those that CometBFT did not check meanwhile have left its mempool.
 */
export class Mempool implements ConsensusLink {
  readonly reader: TransactionReader
  readonly #driver: ConsensusDriver
  readonly #core: ChainCore
  readonly #broadcaster: Broadcaster
  /** Transactions that CheckTx asked for since the newest block. */
  #asked = new Set<Hash>()
  #check: CheckState | undefined

  constructor(core: ChainCore, driver: ConsensusDriver, broadcaster: Broadcaster) {
    const { chainId, native } = core.genesis
    this.reader = new TransactionReader(chainId, native.bech32Prefix)
    this.#core = core
    this.#driver = driver
    this.#broadcaster = broadcaster
  }

  get pool(): Pool {
    return this.#current.pool
  }

  /**
   * Answers CheckTx: accepts a transaction, also again.
   * @throws TxError, NativeTxError, ChainError
   */
  check(raw: Uint8Array): AnyTransaction {
    const transaction = readable(this.reader.read(raw))
    if (!this.#current.has(transaction.hash)) this.#current.accept(transaction)
    this.#asked.add(transaction.hash)
    return transaction
  }

  /** Starts over after a block. */
  follow(): void {
    const { pool } = this.#current
    const asked = this.#asked
    this.#asked = new Set()
    this.#check = undefined
    if (pool.isEmpty) return
    const { history } = this.#core
    for (const transaction of [...pool.natives, ...pool.transactions]) {
      const { hash } = transaction
      if (!asked.has(hash) || history.nativeTransaction(hash) !== undefined) continue
      try {
        this.#current.accept(transaction)
      } catch (error) {
        // CometBFT learns it when it asks again.
        if (!(error instanceof DomainError)) throw error
      }
    }
  }

  async submit(transaction: Transaction): Promise<Hash> {
    if (transaction.publicKey === undefined) throw new ChainError({ code: 'DECIDED_BY_CONSENSUS' })
    const { hash } = transaction
    if (this.pool.get(hash) !== undefined || this.#core.history.transaction(hash) !== undefined) {
      throw new ChainError({ code: 'ALREADY_KNOWN', hash })
    }
    // For the reason as Ethereum clients know it. CometBFT asks this node again.
    this.#current.probe(transaction)
    await this.#broadcaster.broadcast(encodeEvmTransaction(transaction), hash)
    return hash
  }

  async submitNative(transaction: NativeTransaction): Promise<void> {
    this.#current.probe(transaction)
    await this.#broadcaster.broadcast(transaction.raw, transaction.hash)
  }

  /** The state of the checks, created when it is needed. */
  get #current(): CheckState {
    this.#check ??= this.#driver.createCheck(MOST_MISSING)
    return this.#check
  }
}

function readable(read: ReadTransaction): AnyTransaction {
  if (isReadable(read)) return read
  throw read
}
