import type { NativeEntry, Receipt, SealedBlock } from '../../chain/block/block.ts'
import { ChainError } from '../../chain/errors.ts'
import type { HistoryChange } from '../../chain/history/historyChange.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
import { cosmosHashText } from '../../native/nativeTransaction.ts'
import type { Node } from '../../node/node.ts'
import type { Address } from '../../primitives/address.ts'
import type { ConsoleMessage } from '../../primitives/logger.ts'
import type { RequestLog } from '../../rpc/core/dispatch.ts'
import { revertReason } from '../../rpc/errors/revertReason.ts'
import type { RpcError } from '../../rpc/errors/rpcError.ts'
import type { Named, NodeEvent, TracedCall } from './nodeEvent.ts'
import { onOneLine, printableJson } from './printable.ts'
import { traceCall, traceTransaction } from './traces.ts'

/** Blocks with more transactions are logged after the answer to the request that mined them. */
const MOST_AT_ONCE = 16
/** Maximum number of queued traces: each executes a transaction again. */
const MOST_WAITING = 1000

/**
 * Converts activity of a node, its branches and its server to log events while logging is enabled.
 *
 * @param hasTraces whether calls of transactions and of `eth_call` are logged
 */
export class ActivityLog implements RequestLog {
  readonly #tell: (happening: NodeEvent) => void
  readonly #hasTraces: boolean
  #node: Node | undefined
  #tracing: Promise<void> = Promise.resolve()
  #waiting = 0
  /** What is logged later, in order. */
  #later: (() => void)[] = []

  /** @param hasTraces whether it tells the calls of transactions and of `eth_call` */
  constructor(tell: (happening: NodeEvent) => void, hasTraces: boolean) {
    this.#tell = (happening) => {
      if (this.#node?.logging.enabled === false) return
      if (this.#later.length === 0) tell(happening)
      else this.#later.push(() => tell(happening))
    }
    this.#hasTraces = hasTraces
  }

  /** Follows a node or a branch. */
  attach(node: Node): void {
    this.#node ??= node
    node.chain.watch({
      takesRanges: true,
      onBlocks: (change) => this.#blocks(node, change),
      onTransaction: ({ hash, from }) => {
        // In auto mode its block follows immediately.
        if (node.chain.mining.config.automine) return
        this.#tell({ event: 'waiting', hash, from: this.#named(from) })
      },
    })
    if (!this.#hasTraces) return
    node.logging.onCall = (call) => this.#trace({}, () => traceCall(call))
  }

  /** For amounts in the log. */
  get denomination(): string | undefined {
    const names = this.#node?.chain.names
    return names?.hasAssociations === false ? undefined : (names?.denomination ?? '')
  }

  labelOf(address: Address): string | undefined {
    return this.#node?.labels.of(address)
  }

  began(method: string): void {
    this.#tell({ event: 'request', method: nameOf(method) })
  }

  failed(method: string, { code, message }: RpcError): void {
    this.#tell({ event: 'failure', method: nameOf(method), code, message: onOneLine(message) })
  }

  console({ address, ...said }: ConsoleMessage): void {
    this.#tell({ event: 'console.log', ...said, address: this.#named(address) })
  }

  info(message: string): void {
    this.#tell({ event: 'info', message })
  }

  #blocks(node: Node, { removed, added }: HistoryChange): void {
    if (removed.length > 0) {
      const { latest } = node.chain.blocks
      this.#tell({ event: 'move', number: latest.number, hash: latest.hash })
      return
    }
    for (const block of added) {
      if (block.transactions.length <= MOST_AT_ONCE) this.#block(node, block)
      else if (node.logging.enabled) this.#defer(() => this.#block(node, block))
    }
  }

  /** Runs after the current request, before later events. */
  #defer(run: () => void): void {
    if (this.#later.length === 0) setImmediate(() => this.#runLater())
    this.#later.push(run)
  }

  #runLater(): void {
    const runs = this.#later
    this.#later = []
    for (const run of runs) run()
  }

  #block(node: Node, block: SealedBlock): void {
    const { number, range, hash, header, transactions, receipts, native } = block
    for (const [i, transaction] of transactions.entries()) {
      const receipt = receipts[i]
      if (receipt !== undefined) this.#transaction(transaction, receipt)
      const { hash: transactionHash } = transaction
      if (this.#hasTraces) this.#trace({ transactionHash }, () => traceTransaction(node, block, i))
    }
    for (const entry of native) this.#native(entry)
    const count = transactions.length + native.length
    const { timestamp } = header
    const first = range?.first
    this.#tell({ event: 'block', first, number, hash, timestamp, transactions: count })
  }

  #transaction({ hash, from, to, value }: Transaction, receipt: Receipt): void {
    const { gasUsed, contractAddress } = receipt
    const error = failureOf(receipt)
    this.#tell({
      event: 'transaction',
      hash,
      from: this.#named(from),
      value,
      gasUsed,
      to: to && this.#named(to),
      created: contractAddress && this.#named(contractAddress),
      error,
    })
  }

  #native({ transaction, receipt }: NativeEntry): void {
    const { sender, gasUsed, code, log } = receipt
    this.#tell({
      event: 'nativeTransaction',
      hash: cosmosHashText(transaction.hash),
      sender: this.#named(sender),
      messages: transaction.messages.map(({ kind }) => kind),
      gasUsed,
      ...(code !== 0 && { error: onOneLine(log) }),
    })
  }

  /** One after the other, in order of the requests. */
  #trace(
    of: Pick<Extract<NodeEvent, { event: 'trace' }>, 'transactionHash'>,
    make: () => Promise<TracedCall>,
  ): void {
    if (this.#node?.logging.enabled === false) return
    if (this.#waiting >= MOST_WAITING) {
      this.info(`no trace of ${of.transactionHash ?? 'eth_call'}: too many requested`)
      return
    }
    this.#waiting++
    this.#tracing = this.#tracing.then(async () => {
      try {
        this.#tell({ event: 'trace', ...of, trace: await make() })
      } catch (error) {
        const isEnd = error instanceof ChainError && error.code === 'CHAIN_CLOSED'
        if (!isEnd) this.info(`no trace of ${of.transactionHash ?? 'eth_call'}: ${String(error)}`)
      } finally {
        this.#waiting--
      }
    })
  }

  #named(address: Address): Named {
    const label = this.labelOf(address)
    return label === undefined ? { address } : { address, label }
  }
}

function failureOf({ error, revertData }: Receipt): string | undefined {
  const reason = revertData && revertReason(revertData)
  return reason === undefined ? error : onOneLine(`${error}: ${reason}`)
}

/** Method names come from clients, and messages may quote them. */
function nameOf(method: string): string {
  return /^[\w.]{1,80}$/.test(method) ? method : printableJson(JSON.stringify(method.slice(0, 80)))
}
