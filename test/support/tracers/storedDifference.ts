import type { Address } from '../../../src/primitives/address.ts'
import { keccak256 } from '../../../src/primitives/crypto/keccak.ts'
import { bytesToHex, hexToBytes, toQuantity } from '../../../src/primitives/encoding/hex.ts'
import { changedAccounts } from '../../../src/state/inspect/changedRows.ts'
import type { StateDatabase } from '../../../src/state/stateDatabase.ts'
import type { WorldState } from '../../../src/state/worldState.ts'

interface Fields {
  readonly balance?: string
  readonly nonce?: number
  readonly code?: string
  readonly codeHash?: string
  readonly storage?: Readonly<Record<string, string>>
}
type Accounts = Readonly<Record<string, Fields>>

const ZERO = `0x${'00'.repeat(32)}`

/**
 * The changes of the EVM state between two consecutive versions, before and after, in
 * prestateTracer's format.
 */
export async function differenceOf(
  states: StateDatabase,
  version: number,
): Promise<{ pre: Accounts; post: Accounts }> {
  const [before, after] = [states.overlay(version), states.overlay(version + 1)]
  const pre: Record<string, Fields> = {}
  const post: Record<string, Fields> = {}
  for (const address of await changedAccounts(states, version, version + 1)) {
    const [was, is] = [viewOf(before, address), viewOf(after, address)]
    const slots = new Set([...Object.keys(was.storage), ...Object.keys(is.storage)])
    const changed = [...slots].filter((slot) => was.storage[slot] !== is.storage[slot])
    const isGone =
      is.balance === '0x0' && is.nonce === 0 && is.code === '0x' && isEmptyStorage(is.storage)
    const isNew = was.balance === '0x0' && was.nonce === 0 && was.code === '0x'
    const now = {
      ...(was.balance !== is.balance && { balance: is.balance }),
      ...(was.nonce !== is.nonce && { nonce: is.nonce }),
      ...(was.code !== is.code && { code: is.code, codeHash: hashOf(is.code) }),
      ...storageOf(is, changed),
    }
    if (Object.keys(now).length === 0 && changed.length === 0) continue
    if (!isGone) post[address] = now
    if (isNew) continue
    pre[address] = {
      balance: was.balance,
      ...(was.nonce !== 0 && { nonce: was.nonce }),
      ...(was.code !== '0x' && { code: was.code, codeHash: hashOf(was.code) }),
      ...storageOf(was, changed),
    }
  }
  return { pre, post }
}

function hashOf(code: string): string {
  return bytesToHex(keccak256(hexToBytes(code)))
}

function storageOf(
  { storage }: ReturnType<typeof viewOf>,
  slots: readonly string[],
): { readonly storage?: Readonly<Record<string, string>> } {
  const shown = slots.flatMap((slot) => {
    const word = storage[slot]
    return word === undefined || word === ZERO ? [] : [[slot, word] as const]
  })
  return shown.length === 0 ? {} : { storage: Object.fromEntries(shown) }
}

function viewOf(state: WorldState, address: Address) {
  const storage: Record<string, string> = {}
  for (const slot of state.storageSlots(address)) {
    storage[bytesToHex(slot)] = bytesToHex(state.getStorage(address, slot))
  }
  return {
    balance: toQuantity(state.getBalance(address)),
    nonce: Number(state.getNonce(address)),
    code: bytesToHex(state.getCode(address)),
    storage,
  }
}

function isEmptyStorage(storage: Readonly<Record<string, string>>): boolean {
  return Object.keys(storage).length === 0
}
