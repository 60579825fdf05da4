import type { Address } from '../../primitives/address.ts'
import { bytesToHex, hexToBytes, toQuantity } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import type { StateReader } from '../../state/stateReader.ts'
import {
  existsAfter,
  isEmpty,
  type Prestate,
  type PrestateAccount,
  ZERO_WORD,
} from './prestateTracer.ts'

/** The fields of an account and the relevant slots, as text. */
interface AccountText {
  readonly balance: string
  readonly nonce: string
  readonly code: string
  readonly storage: ReadonlyMap<string, string>
}

/**
 * Changes of a transaction in Parity's form: `{address: {balance, nonce, code, storage: {slot:
 * …}}}`, each value `"="` (unchanged), `{"+": now}` (new account), `{"-": before}` (deleted) or
 * `{"*": {from, to}}`. Unchanged accounts and slots are omitted (OpenEthereum,
 * `trace_replayTransaction`).
 *
 * @param after the state at the end of the transaction, including fees
 */
export function stateDiff({ accounts }: Prestate, after: StateReader): Json {
  const diffs: Record<string, Json> = {}
  for (const [address, before] of accounts) {
    const wasThere = !isEmpty(before) || [...before.storage.values()].some(isSet)
    const isStill = existsAfter(after, address, before)
    if (!wasThere && !isStill) continue
    const now = isStill ? textAfter(after, address, before) : undefined
    const diff = accountDiff(wasThere ? textBefore(before) : undefined, now)
    if (diff !== undefined) diffs[address] = diff
  }
  return diffs
}

function isSet(word: string): boolean {
  return word !== ZERO_WORD
}

/** Changes of an account; undefined if it did not change. At least one state has it. */
function accountDiff(before: AccountText | undefined, now: AccountText | undefined) {
  if (before === undefined) return now && appearance('+', now)
  if (now === undefined) return appearance('-', before)
  const storage: Record<string, Json> = {}
  for (const [slot, to] of now.storage) {
    const from = before.storage.get(slot) ?? ZERO_WORD
    if (from !== to) storage[slot] = { '*': { from, to } }
  }
  const [balance, nonce, code] = (['balance', 'nonce', 'code'] as const).map((field) =>
    before[field] === now[field] ? '=' : { '*': { from: before[field], to: now[field] } },
  ) as [Json, Json, Json]
  const isSame = [balance, nonce, code].every((field) => field === '=')
  if (isSame && Object.keys(storage).length === 0) return undefined
  return { balance, nonce, code, storage }
}

/** A new (`+`) or deleted (`-`) account. */
function appearance(sign: '+' | '-', account: AccountText): Json {
  const { balance, nonce, code, storage } = account
  const full = [...storage].filter(([, word]) => isSet(word))
  return {
    balance: { [sign]: balance },
    nonce: { [sign]: nonce },
    code: { [sign]: code },
    storage: Object.fromEntries(full.map(([slot, word]) => [slot, { [sign]: word }])),
  }
}

function textBefore({ balance, nonce, code, storage }: PrestateAccount): AccountText {
  return {
    balance: toQuantity(balance),
    nonce: toQuantity(nonce),
    code: bytesToHex(code),
    storage,
  }
}

function textAfter(state: StateReader, address: Address, before: PrestateAccount): AccountText {
  const storage = new Map<string, string>()
  for (const slot of before.storage.keys()) {
    storage.set(slot, bytesToHex(state.getStorage(address, hexToBytes(slot))))
  }
  return {
    balance: toQuantity(state.getBalance(address)),
    nonce: toQuantity(state.getNonce(address)),
    code: bytesToHex(state.getCode(address)),
    storage,
  }
}
