import { ChainError } from '../../chain/errors.ts'
import { TxError } from '../../evm/errors.ts'
import { type AbciCode, abciCode } from '../../native/abciCode.ts'
import { NativeTxError } from '../../native/errors.ts'
import { evmAbciCode } from '../../native/evmAbciCode.ts'
import { DomainError } from '../../primitives/domainError.ts'
import { toRpcError } from '../../rpc/errors/errorTable.ts'

/** A failure in an answer. */
export interface Refusal extends AbciCode {
  /** The reason. */
  readonly log: string
}

/** Codes of the Cosmos SDK for failures that are none of a transaction. */
const chainCodes: Readonly<Partial<Record<string, number>>> = {
  ALREADY_KNOWN: 19,
  POOL_FULL: 20,
  REPLACEMENT_UNDERPRICED: 13,
  BLOCK_PRUNED: 26,
  BLOCK_NOT_YET_AVAILABLE: 26,
}
const INVALID_REQUEST = 18

/** A transaction that does not fit into the gas of its block. */
export const OUT_OF_BLOCK_GAS: Refusal = {
  codespace: 'sdk',
  code: 11,
  log: 'no block gas left to run tx: out of gas',
}
/** A transaction whose nonce is too high in its block. */
export const NONCE_GAP: Refusal = { codespace: 'sdk', code: 32, log: 'nonce too high' }
/** A transaction that occurs twice in a block. */
export const REPEATED: Refusal = { codespace: 'sdk', code: 19, log: 'already in this block' }
/** A transaction that a bug stopped, as a panic of the SDK. */
export const PANIC: Refusal = { codespace: 'sdk', code: 111_222, log: 'internal error' }

/**
 * Returns the code, codespace and reason of an expected failure.
 * @throws any other error
 */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof DomainError)) throw error
  return { ...codeOf(error), log: toRpcError(error.details)?.message ?? error.message }
}

function codeOf(error: DomainError): AbciCode {
  if (error instanceof NativeTxError) return abciCode(error.details)
  if (error instanceof TxError) return evmAbciCode(error.details)
  const code = error instanceof ChainError ? chainCodes[error.code] : undefined
  return { codespace: 'sdk', code: code ?? INVALID_REQUEST }
}
