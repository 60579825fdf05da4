import type { AnyTransaction } from '../../chain/block/blockEntries.ts'
import type { ChainCore, ConsensusLink } from '../../chain/chainCore.ts'
import type { CheckState } from '../../chain/consensus/checkState.ts'
import type { ConsensusDriver } from '../../chain/consensus/consensusDriver.ts'
import {
  isReadable,
  type ReadTransaction,
  TransactionReader,
  TX_RAW_TAG,
} from '../../chain/consensus/transactionReader.ts'
import { ChainError } from '../../chain/errors.ts'
import type { NativeTransactionMaker } from '../../chain/mining/transactionSubmitter.ts'
import type { Pool } from '../../chain/pool/pool.ts'
import { createWriteQueue } from '../../chain/writeQueue.ts'
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

/** The two forms of an EVM transaction; native ones have the Cosmos form. */
type Form = 'raw' | 'cosmos'

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
  /** Forms of the accepted transactions. */
  #forms = new Map<Hash, Form>()
  /** Runs those submissions one by one whose nonces depend on the ones before. */
  readonly #queue = createWriteQueue()
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
   * Answers CheckTx: accepts a transaction, also again, but only in the form of the first time.
   * @throws TxError, NativeTxError, ChainError
   */
  check(raw: Uint8Array): AnyTransaction {
    const transaction = readable(this.reader.read(raw))
    const { hash } = transaction
    const form = formOf(raw)
    const known = this.#forms.get(hash)
    if (known === undefined) this.#current.accept(transaction)
    else if (known !== form) throw new ChainError({ code: 'ALREADY_KNOWN', hash })
    this.#forms.set(hash, form)
    this.#asked.add(hash)
    return transaction
  }

  /** Starts over after a block. */
  follow(): void {
    const { pool } = this.#current
    const asked = this.#asked
    const forms = this.#forms
    this.#asked = new Set()
    this.#forms = new Map()
    this.#check = undefined
    if (pool.isEmpty) return
    const { history } = this.#core
    for (const transaction of [...pool.natives, ...pool.transactions]) {
      const { hash } = transaction
      const form = forms.get(hash)
      if (form === undefined || !asked.has(hash)) continue
      if (history.nativeTransaction(hash) !== undefined) continue
      try {
        this.#current.accept(transaction)
        this.#forms.set(hash, form)
      } catch (error) {
        // CometBFT learns it when it asks again.
        if (!(error instanceof DomainError)) throw error
      }
    }
  }

  async submit(given: Transaction | (() => Transaction)): Promise<Hash> {
    if (typeof given !== 'function') return this.#submit(given)
    return this.#queue.run(() => this.#submit(given()))
  }

  async submitNative(
    given: NativeTransaction | NativeTransactionMaker,
  ): Promise<NativeTransaction> {
    if (typeof given !== 'function') return this.#submitNative(given)
    return this.#queue.run(() => this.#submitNative(given(this.#current.state)))
  }

  async #submit(transaction: Transaction): Promise<Hash> {
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

  async #submitNative(transaction: NativeTransaction): Promise<NativeTransaction> {
    this.#current.probe(transaction)
    await this.#broadcaster.broadcast(transaction.raw, transaction.hash)
    return transaction
  }

  /** The state of the checks, created when it is needed. */
  get #current(): CheckState {
    this.#check ??= this.#driver.createCheck(MOST_MISSING)
    return this.#check
  }
}

function formOf(raw: Uint8Array): Form {
  return raw[0] === TX_RAW_TAG ? 'cosmos' : 'raw'
}

function readable(read: ReadTransaction): AnyTransaction {
  if (isReadable(read)) return read
  throw read
}
