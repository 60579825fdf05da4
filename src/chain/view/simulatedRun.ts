import { setImmediate } from 'node:timers/promises'
import { TxError } from '../../evm/errors.ts'
import { effectiveGasPrice } from '../../evm/run/runTransaction.ts'
import {
  type ExecutionContext,
  feesOf,
  type SimulatedCall,
  simulateTransaction,
} from '../../evm/run/simulate.ts'
import { ExecutionAborted } from '../../evm/run/yielder.ts'
import {
  MAX_NONCE,
  type Transaction,
  type TransactionType,
  type UnsignedTransaction,
} from '../../evm/transaction/transaction.ts'
import { encodeUnsigned } from '../../evm/transaction/transactionCodec.ts'
import {
  requireFees,
  requireNonceLeft,
  requireSetCodeFields,
  validateNonce,
} from '../../evm/transaction/validateTransaction.ts'
import { ZERO_ADDRESS } from '../../primitives/address.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { bytesToHash } from '../../primitives/encoding/hex.ts'
import type { Receipt } from '../block/block.ts'
import { TransferLogs } from '../block/transferLogs.ts'
import { toReceipt } from '../build/applyBlock.ts'
import type { CallInBlock, CallToSimulate, Simulation } from './simulation.ts'

/** Gas of all calls of a simulation. */
export interface GasBudget {
  readonly cap: bigint
  left: bigint
}

/** A simulated block while its calls run. */
export class SimulatedRun {
  readonly transactions: Transaction[] = []
  readonly receipts: Receipt[] = []
  readonly calls: CallInBlock[] = []
  gasUsed = 0n
  readonly #context: ExecutionContext
  readonly #simulation: Simulation
  readonly #gas: GasBudget

  /** @param gas decreases by the gas of the calls */
  constructor(context: ExecutionContext, simulation: Simulation, gas: GasBudget) {
    this.#context = context
    this.#simulation = simulation
    this.#gas = gas
  }

  /**
   * Executes a call as the block's next transaction.
   * @throws TxError; ExecutionAborted
   */
  async apply(call: CallToSimulate): Promise<void> {
    await this.#breathe()
    const unsigned = this.#toTransaction(call)
    this.#check(unsigned)
    const transfers = this.#simulation.tracesTransfers ? new TransferLogs() : undefined
    const { outcome, gasUsed, refunded } = await this.#run(call, unsigned.gasLimit, transfers)
    this.gasUsed += gasUsed
    this.#gas.left -= gasUsed
    const tx = withoutSignature(unsigned)
    const price = effectiveGasPrice(tx, this.#context.block.baseFeePerGas)
    const result = { outcome, gasUsed, effectiveGasPrice: price }
    this.transactions.push(tx)
    this.receipts.push(toReceipt(tx, result, this.gasUsed, logsUpTo(this.receipts.at(-1))))
    this.calls.push({
      outcome,
      gasUsed,
      maxGasUsed: gasUsed + refunded,
      logs: transfers?.logs ?? (outcome.kind === 'success' ? outcome.logs : []),
      firstLogIndex: logsUpTo(this.calls.at(-1)),
    })
  }

  get #gasLeft(): bigint {
    return this.#context.block.gasLimit - this.gasUsed
  }

  /** Short calls do not yield. */
  async #breathe(): Promise<void> {
    if (this.calls.length % 64 === 63) await setImmediate()
    if (this.#context.signal?.aborted) throw new ExecutionAborted('simulation aborted')
  }

  /**
   * The fields of the call, completed by defaults for the block.
   *
   * @throws TxError BLOCK_GAS_EXCEEDED
   */
  #toTransaction(call: CallToSimulate): SenderTransaction {
    const { from = ZERO_ADDRESS, to, gas = this.#gasLeft } = call
    const left = this.#gasLeft
    if (gas > left) throw new TxError({ code: 'BLOCK_GAS_EXCEEDED', gas, left })
    return {
      type: typeOf(call),
      chainId: this.#context.chainId,
      from,
      nonce: call.nonce ?? this.#context.state.getNonce(from),
      gasLimit: gas < this.#gas.left ? gas : this.#gas.left,
      ...(to !== undefined && { to }),
      value: call.value ?? 0n,
      data: call.data ?? EMPTY_BYTES,
      ...feesOf(call),
      accessList: call.accessList ?? [],
      authorizationList: call.authorizationList ?? [],
    }
  }

  /** @throws TxError */
  #check(tx: SenderTransaction): void {
    const { state, block } = this.#context
    const { from: address } = tx
    if (tx.type === 4) requireSetCodeFields(tx)
    if (!this.#simulation.isValidated) {
      const isLast = tx.to === undefined && state.getNonce(address) === MAX_NONCE
      if (isLast) throw new TxError({ code: 'NONCE_MAX', address })
      return
    }
    requireNonceLeft(tx, state)
    validateNonce(tx, state)
    requireFees(address, tx, block.baseFeePerGas)
  }

  /** @throws TxError; ExecutionAborted */
  async #run(
    call: CallToSimulate,
    gas: bigint,
    frames: TransferLogs | undefined,
  ): Promise<SimulatedCall> {
    // The account continues with its own nonce, whatever nonce the call has.
    const { nonce: _named, ...request } = call
    try {
      return await simulateTransaction(this.#context, { ...request, gas }, frames && { frames })
    } catch (error) {
      const isCut = gas < (call.gas ?? this.#gasLeft)
      if (isCut && error instanceof TxError && TOO_LITTLE.has(error.code)) {
        const { cap } = this.#gas
        throw new TxError({ code: 'SIMULATION_GAS_EXHAUSTED', cap }, { cause: error })
      }
      throw error
    }
  }
}

/** An unsigned transaction. */
type SenderTransaction = UnsignedTransaction & Pick<Transaction, 'from'>

function withoutSignature(tx: SenderTransaction): Transaction {
  const raw = encodeUnsigned(tx)
  const signature = { r: 0n, s: 0n, yParity: 0 } as const
  return { ...tx, hash: bytesToHash(keccak256(raw)), publicKey: EMPTY_BYTES, signature, v: 0n, raw }
}

const TOO_LITTLE: ReadonlySet<string> = new Set(['INTRINSIC_GAS_TOO_LOW', 'FLOOR_GAS_TOO_LOW'])

function typeOf({
  type,
  gasPrice,
  accessList,
  authorizationList,
}: CallToSimulate): TransactionType {
  if (type !== undefined) return type
  if (authorizationList !== undefined) return 4
  if (gasPrice === undefined) return 2
  return accessList === undefined ? 0 : 1
}

/** Number of logs in the block up to those of an entry. */
function logsUpTo(entry: Pick<CallInBlock, 'logs' | 'firstLogIndex'> | undefined): number {
  return entry === undefined ? 0 : entry.firstLogIndex + entry.logs.length
}
