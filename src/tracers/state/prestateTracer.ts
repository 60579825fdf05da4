import type { FrameEnd, FrameObserver, FrameStart } from '../../evm/run/observer.ts'
import { isDelegation, recoverAuthority } from '../../evm/transaction/delegation.ts'
import { type Address, bytesToAddress, contractAddress } from '../../primitives/address.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { equalBytes } from '../../primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes, toQuantity } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import type { EarlierAccount } from '../../state/inspect/earlierAccounts.ts'
import type { StateReader } from '../../state/stateReader.ts'
import { writeJson } from '../jsonSink.ts'
import type { TraceBudget } from '../traceBudget.ts'
import type { Tracer, TraceStart } from '../tracer.ts'
import { badConfig, readSwitches } from '../tracerConfig.ts'

/** An account before the transaction. */
export interface PrestateAccount {
  readonly balance: bigint
  readonly nonce: bigint
  readonly code: Uint8Array
  /** Values by slot, both as hexadecimal text of 32 bytes; only accessed slots. */
  readonly storage: Map<string, string>
}

/** Approximate size of an account or a slot as text, without its code. */
const ACCOUNT_TEXT_BYTES = 200
const SLOT_TEXT_BYTES = 300
/** Text of an empty slot. */
export const ZERO_WORD = bytesToHex(new Uint8Array(32))

/** Collects the accounts and slots that a transaction accesses, with their values before it. */
export class Prestate implements FrameObserver {
  readonly accounts = new Map<Address, PrestateAccount>()
  readonly #state: StateReader
  readonly #budget: TraceBudget

  constructor({ state, budget, from, to, nonce, block, authorizationList }: TraceStart) {
    this.#state = state
    this.#budget = budget
    this.#look(from)
    this.#look(to ?? contractAddress(from, nonce))
    this.#look(block.coinbase)
    for (const authorization of authorizationList) {
      const authority = recoverAuthority(authorization)
      if (authority !== undefined) this.#look(authority.address)
    }
  }

  enter({ depth, to }: FrameStart): void {
    if (depth > 0) return
    const code = this.#state.getCode(to)
    if (isDelegation(code)) this.#look(bytesToAddress(code.subarray(3)))
  }

  exit(_end: FrameEnd): void {}

  log(): void {}

  access(address: Address, slot?: Uint8Array): void {
    const { storage } = this.#look(address)
    if (slot !== undefined)
      this.#keepSlot(storage, slot, () => this.#state.getStorage(address, slot))
  }

  changed({ address, slots, balance, nonce, code }: EarlierAccount): void {
    const account = this.accounts.get(address) ?? this.#keep(address, { balance, nonce, code })
    for (const [slot, word] of slots) this.#keepSlot(account.storage, slot, () => word)
  }

  /** Every change of an account follows an access, except those reported to {@link changed}. */
  #look(address: Address): PrestateAccount {
    const known = this.accounts.get(address)
    if (known !== undefined) return known
    const state = this.#state
    const code = state.getCode(address)
    const [balance, nonce] = [state.getBalance(address), state.getNonce(address)]
    return this.#keep(address, { balance, nonce, code })
  }

  #keep(address: Address, fields: Omit<PrestateAccount, 'storage'>): PrestateAccount {
    this.#budget.take(fields.code.length * 2 + ACCOUNT_TEXT_BYTES)
    const account = { ...fields, storage: new Map<string, string>() }
    this.accounts.set(address, account)
    return account
  }

  #keepSlot(storage: Map<string, string>, slot: Uint8Array, read: () => Uint8Array): void {
    const key = bytesToHex(slot)
    if (storage.has(key)) return
    this.#budget.take(SLOT_TEXT_BYTES)
    storage.set(key, bytesToHex(read()))
  }
}

interface Settings {
  readonly disableCode: boolean
  readonly disableStorage: boolean
}

/**
 * Accessed accounts before the transaction: `{address: {balance, nonce, code, codeHash, storage}}`,
 * without those that did not exist unless `includeEmpty` is set. With `diffMode` `{pre, post}`:
 * changes before and after; deleted accounts are only in `pre` (geth,
 * eth/tracers/native/prestate.go).
 */
export const prestateTracer: Tracer = {
  summary:
    'State of the accessed accounts and slots before the transaction. Settings: diffMode, disableCode, disableStorage, includeEmpty.',
  start(start, config) {
    const { diffMode, includeEmpty, ...settings } = readSwitches(
      'prestateTracer',
      config,
      ...(['diffMode', 'disableCode', 'disableStorage', 'includeEmpty'] as const),
    )
    if (diffMode && includeEmpty) {
      throw badConfig('prestateTracer', 'cannot use diffMode with includeEmpty')
    }
    const prestate = new Prestate(start)
    let answer: Json = {}
    return {
      observer: { frames: prestate },
      finish() {
        answer = diffMode
          ? difference(prestate, start.state, settings)
          : allBefore(prestate, settings, includeEmpty)
      },
      write: (sink) => writeJson(sink, answer),
    }
  },
}

function allBefore({ accounts }: Prestate, settings: Settings, includeEmpty: boolean): Json {
  const all: Record<string, Json> = {}
  for (const [address, account] of accounts) {
    if (isEmpty(account) && !includeEmpty) continue
    all[address] = viewOf(account, account.storage, settings)
  }
  return all
}

function difference({ accounts }: Prestate, state: StateReader, settings: Settings): Json {
  const pre: Record<string, Json> = {}
  const post: Record<string, Json> = {}
  for (const [address, before] of accounts) {
    if (!isEmpty(before) && !existsAfter(state, address, before)) {
      pre[address] = viewOf(before, before.storage, settings)
      continue
    }
    const { fields, slots } = changesOf(address, before, state, settings)
    if (fields === undefined) continue
    post[address] = fields
    if (!isEmpty(before)) pre[address] = viewOf(before, slots, settings)
  }
  return { pre, post }
}

/**
 * Returns the changed fields after the transaction (undefined without changes), and the slots
 * before. Cleared slots are only in the latter.
 */
function changesOf(
  address: Address,
  before: PrestateAccount,
  state: StateReader,
  { disableCode, disableStorage }: Settings,
) {
  const fields: Record<string, Json> = {}
  const slots = new Map<string, string>()
  const after: Record<string, string> = {}
  const balance = state.getBalance(address)
  const nonce = state.getNonce(address)
  const code = state.getCode(address)
  if (balance !== before.balance) fields.balance = toQuantity(balance)
  if (nonce !== before.nonce) fields.nonce = Number(nonce)
  const isOtherCode = !equalBytes(code, before.code)
  // Removed code shows only in the nonce, as in geth.
  if (isOtherCode && code.length > 0) Object.assign(fields, codeView(code, disableCode))
  for (const [slot, word] of disableStorage ? [] : before.storage) {
    const now = bytesToHex(state.getStorage(address, hexToBytes(slot)))
    if (now === word) continue
    if (word !== ZERO_WORD) slots.set(slot, word)
    if (now !== ZERO_WORD) after[slot] = now
  }
  if (Object.keys(after).length > 0) fields.storage = after
  const isSame = Object.keys(fields).length === 0 && slots.size === 0 && !isOtherCode
  return { fields: isSame ? undefined : fields, slots }
}

function viewOf(
  { balance, nonce, code }: PrestateAccount,
  storage: ReadonlyMap<string, string>,
  { disableCode, disableStorage }: Settings,
): Json {
  return {
    balance: toQuantity(balance),
    ...(nonce !== 0n && { nonce: Number(nonce) }),
    ...(code.length > 0 && codeView(code, disableCode)),
    ...(!disableStorage && storage.size > 0 && { storage: Object.fromEntries(storage) }),
  }
}

function codeView(code: Uint8Array, disableCode: boolean): Record<string, Json> {
  const codeHash = bytesToHex(keccak256(code))
  return disableCode ? { codeHash } : { code: bytesToHex(code), codeHash }
}

/** Whether the account did not exist (EIP-161). */
export function isEmpty({ balance, nonce, code }: PrestateAccount): boolean {
  return balance === 0n && nonce === 0n && code.length === 0
}

/** Whether the account exists. Storage suffices: that of a custom precompile has nothing else. */
export function existsAfter(
  state: StateReader,
  address: Address,
  { storage }: PrestateAccount,
): boolean {
  return (
    state.getNonce(address) !== 0n ||
    state.getBalance(address) !== 0n ||
    state.getCodeHash(address) !== undefined ||
    [...storage.keys()].some(
      (slot) => bytesToHex(state.getStorage(address, hexToBytes(slot))) !== ZERO_WORD,
    )
  )
}
