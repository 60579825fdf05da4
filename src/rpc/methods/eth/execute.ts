import type { ExecutionResult } from '../../../evm/run/executor.ts'
import type { AccessList } from '../../../evm/transaction/transaction.ts'
import { toQuantity } from '../../../primitives/encoding/hex.ts'
import { andThen } from '../../../primitives/maybePromise.ts'
import { blockRef } from '../../codec/blockRef.ts'
import type { Encoder } from '../../codec/codec.ts'
import { array } from '../../codec/compound.ts'
import { bytes, quantity, text } from '../../codec/scalar.ts'
import { accessList, transactionRequest } from '../../codec/transactionRequest.ts'
import { method, param } from '../../core/method.ts'
import { createExecutionError } from '../../errors/revertReason.ts'
import { serverError } from '../../errors/rpcError.ts'
import { overrideParams, requireChainId, toOverrides, viewFor } from '../callView.ts'

/** Default for results about an existing block. */
const callParams = [
  param('transaction', transactionRequest),
  param('block', blockRef, 'latest'),
  ...overrideParams,
] as const

/**
 * Default for results about a future transaction, which runs with the next block's timestamp and
 * base fee.
 */
const prepareParams = [
  param('transaction', transactionRequest),
  param('block', blockRef, 'pending'),
  ...overrideParams,
] as const

export const eth_call = method({
  summary:
    'Executes a call without changing the state and returns its output. A revert is error 3 with the revert data.',
  params: callParams,
  result: bytes,
  run({ state, chainId, simulate, logging }, request, block, stateFields, blockFields) {
    const overrides = toOverrides(stateFields, blockFields)
    const output = (outcome: ExecutionResult): Uint8Array => {
      if (outcome.console !== undefined) logging.printConsole(outcome.console)
      if (outcome.kind !== 'success') throw createExecutionError(outcome)
      return outcome.output
    }
    return andThen(viewFor({ state, chainId }, request, block), (view) => {
      logging.onCall?.({ simulate, view, request, overrides })
      return andThen(simulate.call(view, request, overrides), output)
    })
  },
})

export const eth_estimateGas = method({
  summary: 'Returns the least gas limit with which a transaction succeeds.',
  params: prepareParams,
  result: quantity,
  async run({ state, chainId, simulate, logging }, request, block, stateFields, blockFields) {
    const view = await viewFor({ state, chainId }, request, block)
    const estimate = await simulate.estimateGas(
      view,
      request,
      toOverrides(stateFields, blockFields),
    )
    const said = estimate.kind === 'failure' ? estimate.outcome.console : estimate.console
    if (said !== undefined) logging.printConsole(said)
    if (estimate.kind === 'failure') throw createExecutionError(estimate.outcome)
    return estimate.gas
  },
})

/** Number of calls before an estimate, as on the real chain. */
const MAX_CALLS_BEFORE = 100

export const eth_estimateGasAfterCalls = method({
  summary: `Returns the least gas limit with which a transaction succeeds after calls, at most ${MAX_CALLS_BEFORE}, whose failures do not matter.`,
  params: [
    param('transaction', transactionRequest),
    param('calls', array(transactionRequest)),
    param('block', blockRef, 'pending'),
    ...overrideParams,
  ],
  result: quantity,
  async run({ state, chainId, simulate }, request, calls, block, stateFields, blockFields) {
    if (calls.length > MAX_CALLS_BEFORE) {
      throw serverError(
        `eth_estimateGasAfterCalls: too many calls (${calls.length} > ${MAX_CALLS_BEFORE})`,
      )
    }
    for (const call of calls) requireChainId(chainId, call)
    const view = await viewFor({ state, chainId }, request, block)
    const overrides = toOverrides(stateFields, blockFields)
    const estimate = await simulate.estimateGas(view, request, overrides, calls)
    if (estimate.kind === 'failure') throw createExecutionError(estimate.outcome)
    return estimate.gas
  },
})

interface AccessListAnswer {
  readonly accessList: AccessList
  readonly gasUsed: bigint
  /** Reason why the call fails with any gas limit. */
  readonly error?: string
}

const accessListAnswer: Encoder<AccessListAnswer> = {
  encode: ({ accessList: list, gasUsed, error }) => ({
    accessList: accessList.encode(list),
    gasUsed: toQuantity(gasUsed),
    ...(error !== undefined && { error }),
  }),
  schema: {
    type: 'object',
    title: 'access list and the gas used with it',
    properties: { accessList: accessList.schema, gasUsed: quantity.schema, error: text.schema },
    required: ['accessList', 'gasUsed'],
  },
}

export const eth_createAccessList = method({
  summary:
    'Returns the addresses and slots that a transaction touches (EIP-2930) and its gas with that list.',
  params: prepareParams,
  result: accessListAnswer,
  async run({ state, chainId, simulate }, request, block, stateFields, blockFields) {
    const view = await viewFor({ state, chainId }, request, block)
    const overrides = toOverrides(stateFields, blockFields)
    const found = await simulate.createAccessList(view, request, overrides)
    if (found.outcome.kind === 'success') return found
    return { ...found, error: createExecutionError(found.outcome).message }
  },
})
