import type { Address } from '../../primitives/address.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { type Hash, toQuantity } from '../../primitives/encoding/hex.ts'
import type { StateCache } from '../cache/stateCache.ts'
import {
  readAddress,
  readBytes,
  readHash,
  readObject,
  readQuantity,
  readWord,
  unlike,
} from '../remoteAnswers.ts'
import type { RemoteCall, RemoteRead } from '../remoteState.ts'
import type { BlockReader } from './blockReader.ts'

/** An account before a call, as prestateTracer reports it. */
interface Prestate {
  readonly address: Address
  readonly nonce: bigint
  readonly balance: bigint
  readonly code: Uint8Array
  readonly slots: readonly (readonly [slot: Hash, value: Uint8Array])[]
}

/**
 * Asks the node what a call reads, and returns what is still to be fetched.
 *
 * @param cache takes values that prestateTracer has; undefined where the node's tracer is not
 *   trusted, because it may show effects of native code
 * @throws RemoteError
 */
export async function prefetchReads(
  reader: BlockReader,
  call: RemoteCall,
  cache: StateCache | undefined,
): Promise<readonly RemoteRead[]> {
  if (!reader.node.facts.hasPrestateTracer) return accessListReads(reader, call)
  const options = [{ tracer: 'prestateTracer' }]
  const accounts = await reader.ask('debug_traceCall', [callJson(call)], readPrestate, options)
  if (cache === undefined) return accounts.flatMap(readsOf)
  // The tracer undoes what the call itself does to these, each client in its own way.
  const changed = [call.from, call.to, coinbaseOf(reader)]
  for (const { address, nonce, balance, code, slots } of accounts) {
    for (const [slot, value] of slots) cache.putStorage(address, slot, value)
    if (!changed.includes(address)) cache.putAccount(address, nonce, balance, code)
  }
  return accounts
    .filter(({ address }) => changed.includes(address))
    .map(({ address }) => ({ kind: 'account', address }))
}

async function accessListReads(
  reader: BlockReader,
  call: RemoteCall,
): Promise<readonly RemoteRead[]> {
  return reader.ask('eth_createAccessList', [callJson(call)], (answer) => {
    const { accessList } = readObject(answer)
    if (!Array.isArray(accessList)) throw unlike('an access list', accessList)
    return accessList.flatMap((entry: unknown): RemoteRead[] => {
      const { address: who, storageKeys } = readObject(entry)
      const address = readAddress(who)
      if (!Array.isArray(storageKeys)) throw unlike('storage keys', storageKeys)
      const slots = storageKeys.map((key: unknown) => readHash(key))
      return [
        { kind: 'account', address },
        ...slots.map((slot) => ({ kind: 'storage', address, slot }) as const),
      ]
    })
  })
}

function readPrestate(answer: unknown): readonly Prestate[] {
  return Object.entries(readObject(answer)).map(([who, entry]) => {
    const { nonce = 0, balance = '0x0', code, storage } = readObject(entry)
    if (typeof nonce !== 'number' && typeof nonce !== 'string') throw unlike('a nonce', nonce)
    return {
      address: readAddress(who),
      nonce: BigInt(nonce),
      balance: readQuantity(balance),
      code: code === undefined || code === null ? EMPTY_BYTES : readBytes(code),
      slots: Object.entries(readObject(storage ?? {})).map(
        ([slot, value]) => [readHash(slot), readWord(value)] as const,
      ),
    }
  })
}

function readsOf({ address, slots }: Prestate): RemoteRead[] {
  return [
    { kind: 'account', address },
    ...slots.map(([slot]) => ({ kind: 'storage', address, slot }) as const),
  ]
}

function coinbaseOf({ block }: BlockReader): Address | undefined {
  const { miner } = block.json
  return typeof miner === 'string' ? readAddress(miner) : undefined
}

function callJson({ from, to, data, value, gas }: RemoteCall) {
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(data !== undefined && { data }),
    ...(value !== undefined && { value: toQuantity(value) }),
    ...(gas !== undefined && { gas: toQuantity(gas) }),
  }
}
