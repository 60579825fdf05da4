import { DomainError } from '../../primitives/domainError.ts'
import { RpcError } from './rpcError.ts'
import { simulationCodes } from './simulationRefusals.ts'
import { wireError } from './wire.ts'

const codes: ReadonlyMap<string, number> = new Map(Object.entries(simulationCodes))

/** What `eth_simulateV1` answers with: the refusal in the words that it has everywhere, with the code that it has there. */
export function simulationError(thrown: unknown): unknown {
  if (!(thrown instanceof DomainError)) return thrown
  const known = wireError(thrown.refusal)
  const code = codes.get(thrown.code)
  return known === undefined || code === undefined
    ? thrown
    : new RpcError(code, known.message, known.data)
}
