import type { ExecutionResult, Message } from '../run/executor.ts'
import type { EngineAccounts } from './engineAccounts.ts'
import type { EngineHost } from './engineHost.ts'

/**
 * Adds the accounts of inner frames to a result, if requested. The interpreter records them with
 * one bit per frame.
 */
export function withInternalCalls(
  outcome: ExecutionResult,
  { includeInternalCalls }: Message,
  accounts: EngineAccounts,
  { alive, created }: EngineHost,
): ExecutionResult {
  const touched = includeInternalCalls === true ? accounts.reached.sort() : []
  if (touched.length === 0) return outcome
  const isKept = outcome.kind === 'success'
  const itself = isKept ? outcome.createdAddress : undefined
  const creations = touched.flatMap((address) => {
    const isCreation = isKept && address !== itself && alive.has(address)
    const creator = isCreation ? created.get(address) : undefined
    return creator === undefined ? [] : [{ address, creator }]
  })
  return { ...outcome, internalCalls: { touched, creations } }
}
