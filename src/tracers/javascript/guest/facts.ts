/*
 * Runs inside the guest, and outside.
 */
import type { Wants } from './wants.ts'

/** What a session is told at its start. */
export interface SessionFacts {
  readonly wants: Wants
  /** Precompiled contracts: addresses in lower case. */
  readonly precompiles: readonly string[]
  /** Characters that a result may have. */
  readonly resultLimit: number
}

/** What `result` is told, as JSON: bytes are hexadecimal, amounts decimal. */
export interface EndFacts {
  readonly type: 'CALL' | 'CREATE'
  readonly from: string
  readonly to: string
  readonly input: string
  readonly gas: number
  readonly gasUsed: number
  readonly intrinsicGas: number
  readonly gasPrice: string
  readonly value: string
  readonly output: string
  readonly error?: string
  readonly block: number
  readonly coinbase: string
  readonly blockHash?: string
  readonly txIndex?: number
  readonly txHash?: string
}
