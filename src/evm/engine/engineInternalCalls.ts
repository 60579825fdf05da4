import type { ExecutionResult, Message } from '../run/executor.ts'
import type { EngineAccounts } from './engineAccounts.ts'
import type { EngineHost } from './engineHost.ts'

/**
 * Adds to an outcome what the frames below the message were for, where somebody wants to know. The
 * interpreter has noted it on the way, at the cost of a bit a frame.
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
