import { createHash } from 'node:crypto'
import { TxError } from '../../evm/errors.ts'
import { decodeTransaction } from '../../evm/transaction/decodeTransaction.ts'
import { decodeEvmEnvelope } from '../../native/codec/decodeEvmEnvelope.ts'
import { decodeNativeTransaction } from '../../native/codec/decodeNativeTransaction.ts'
import { NativeTxError } from '../../native/errors.ts'
import type { AnyTransaction } from '../block/blockEntries.ts'

/** A transaction of consensus, or the reason why its bytes are none. */
export type ReadTransaction = AnyTransaction | TxError | NativeTxError

/** Most transactions in memory: the mempool's default is half of it. */
const MAX_KNOWN = 10_000
/** Tag of the first field of a TxRaw; no EVM transaction starts with it. */
export const TX_RAW_TAG = 0x0a

/**
 * Decodes the transactions of consensus: EVM transactions, raw or in Cosmos form, and native ones.
 * Remembers the newest, because each comes about four times, and to recover its sender takes longer
 * than most of its executions.
 */
export class TransactionReader {
  readonly #chainId: bigint
  readonly #bech32Prefix: string
  readonly #known = new Map<string, ReadTransaction>()

  /** @param chainId EVM chain id */
  constructor(chainId: bigint, bech32Prefix: string) {
    this.#chainId = chainId
    this.#bech32Prefix = bech32Prefix
  }

  read(raw: Uint8Array): ReadTransaction {
    const key = createHash('sha256').update(raw).digest('base64')
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const read = this.#decode(raw)
    if (this.#known.size >= MAX_KNOWN) {
      const [oldest] = this.#known.keys()
      if (oldest !== undefined) this.#known.delete(oldest)
    }
    this.#known.set(key, read)
    return read
  }

  #decode(raw: Uint8Array): ReadTransaction {
    // The bytes are a part of a whole frame.
    const own = Uint8Array.from(raw)
    try {
      if (own[0] !== TX_RAW_TAG) return decodeTransaction(own, this.#chainId)
      return (
        decodeEvmEnvelope(own, this.#chainId) ?? decodeNativeTransaction(own, this.#bech32Prefix)
      )
    } catch (error) {
      if (error instanceof TxError || error instanceof NativeTxError) return error
      throw error
    }
  }
}

/** Whether bytes could be read. */
export function isReadable(read: ReadTransaction): read is AnyTransaction {
  return !(read instanceof Error)
}
