import type { Message, Outcome } from '../run/executor.ts'
import type { EngineAccounts } from './engineAccounts.ts'
import type { EngineHost } from './engineHost.ts'

/**
 * Adds to an outcome what the frames below the message were for, where somebody wants to know. The interpreter has noted it on the way,
 * at the cost of a bit a frame.
 */
export function withInternals(
  outcome: Outcome,
  { wantsInternals }: Message,
  accounts: EngineAccounts,
  { alive, created }: EngineHost,
): Outcome {
  const reached = wantsInternals === true ? accounts.reached.sort() : []
  if (reached.length === 0) return outcome
  const isKept = outcome.kind === 'success'
  const itself = isKept ? outcome.createdAddress : undefined
  const creations = reached.flatMap((address) => {
    const isCreation = isKept && address !== itself && alive.has(address)
    const creator = isCreation ? created.get(address) : undefined
    return creator === undefined ? [] : [{ address, creator }]
  })
  return { ...outcome, internals: { reached, creations } }
}
