import { type Address, contractAddress, ZERO_ADDRESS } from '../../primitives/address.ts'
import { bytesToHash } from '../../primitives/encoding/hex.ts'
import type { CallRequest } from '../transaction/callRequest.ts'
import type { AccessList } from '../transaction/transaction.ts'
import type { AccessedState } from './executor.ts'
import { type ExecutionContext, type SimulatedCall, simulateWithAccess } from './simulate.ts'

/**
 * Maximum number of rounds. An access list changes the gas of a call and so its behavior; typical
 * contracts converge within a few rounds.
 */
const MAX_ROUNDS = 8

/**
 * Creates the access list of a call, and runs the call with it. The list contains the accounts and
 * slots that the call accesses, without the accounts that are warm by default.
 *
 * @throws TxError
 */
export async function createAccessList(
  context: ExecutionContext,
  request: CallRequest,
): Promise<{ readonly accessList: AccessList; readonly call: SimulatedCall }> {
  const from = request.from ?? ZERO_ADDRESS
  const target = request.to ?? contractAddress(from, request.nonce ?? context.state.getNonce(from))
  const warmAnyway = new Set<Address>([
    from,
    target,
    ...context.executor.precompiles(context.block.hardfork),
  ])
  let accessList: AccessList = request.accessList ?? []
  for (let round = 1; ; round++) {
    const { accessed, created, ...call } = await simulateWithAccess(context, {
      ...request,
      accessList,
    })
    // A contract that the call creates is warm from its creation. Listing it only adds gas.
    const found = toAccessList(accessed, new Set([...warmAnyway, ...created]))
    if (sameList(found, accessList) || round === MAX_ROUNDS) return { accessList, call }
    accessList = found
  }
}

function toAccessList(accessed: AccessedState, warmAnyway: ReadonlySet<Address>): AccessList {
  return [...accessed].flatMap(([address, slots]) =>
    slots.length === 0 && warmAnyway.has(address)
      ? []
      : [{ address, storageKeys: slots.map(bytesToHash) }],
  )
}

function sameList(a: AccessList, b: AccessList): boolean {
  const text = (list: AccessList): string =>
    list
      .map(({ address, storageKeys }) => `${address}:${[...storageKeys].sort().join()}`)
      .sort()
      .join(' ')
  return text(a) === text(b)
}
