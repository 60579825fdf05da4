import type { FrameEnd, FrameObserver, FrameStart } from '../../evm/run/observer.ts'
import { isDelegation, recoverAuthority } from '../../evm/transaction/delegation.ts'
import { type Address, bytesToAddress, contractAddress } from '../../primitives/address.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { equalBytes } from '../../primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes, toQuantity } from '../../primitives/encoding/hex.ts'
import type { EarlierAccount } from '../../state/inspect/earlierAccounts.ts'
import type { StateReader } from '../../state/stateReader.ts'
import { type JsonSink, ObjectWriter } from '../jsonSink.ts'
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
    const { code } = this.#look(to ?? contractAddress(from, nonce))
    this.#look(block.coinbase)
    // As in geth: the delegate of before the transaction, not the one of its authorizations.
    if (isDelegation(code)) this.#look(bytesToAddress(code.subarray(3)))
    for (const authorization of authorizationList) {
      const authority = recoverAuthority(authorization)
      if (authority !== undefined) this.#look(authority.address)
    }
  }

  enter(_start: FrameStart): void {}

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
  readonly includeEmpty: boolean
}

/** Shown fields of an account. */
interface AccountView {
  readonly balance?: bigint
  readonly nonce?: bigint
  readonly code?: Uint8Array
  readonly codeHash?: Uint8Array
  readonly storage?: ReadonlyMap<string, string>
}

type AccountViews = Map<Address, AccountView>

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
    const { diffMode, ...settings } = readSwitches(
      'prestateTracer',
      config,
      ...(['diffMode', 'disableCode', 'disableStorage', 'includeEmpty'] as const),
    )
    if (diffMode && settings.includeEmpty) {
      throw badConfig('prestateTracer', 'cannot use diffMode with includeEmpty')
    }
    const prestate = new Prestate(start)
    let pre: AccountViews = new Map()
    let post: AccountViews | undefined
    return {
      observer: { frames: prestate },
      finish() {
        if (diffMode) ({ pre, post } = difference(prestate, start.state, settings))
        else pre = allBefore(prestate, settings)
      },
      write(sink) {
        if (post === undefined) return writeAccounts(sink, pre)
        const object = new ObjectWriter(sink)
        object.begin('pre')
        writeAccounts(sink, pre)
        object.begin('post')
        writeAccounts(sink, post)
        object.end()
      },
    }
  },
}

/** Writes accounts by address. */
export function writeAccounts(sink: JsonSink, accounts: AccountViews): void {
  const object = new ObjectWriter(sink)
  for (const [address, view] of accounts) {
    object.begin(address)
    writeAccount(sink, view)
  }
  object.end()
}

function writeAccount(sink: JsonSink, { balance, nonce, code, codeHash, storage }: AccountView) {
  const object = new ObjectWriter(sink)
  if (balance !== undefined) object.add({ balance: toQuantity(balance) })
  if (nonce !== undefined) {
    object.begin('nonce')
    // A number of up to 64 bits, of which a JavaScript number would lose digits.
    sink.write(nonce.toString())
  }
  if (code !== undefined) object.add({ code: bytesToHex(code) })
  if (codeHash !== undefined) object.add({ codeHash: bytesToHex(codeHash) })
  if (storage !== undefined) object.add({ storage: Object.fromEntries(storage) })
  object.end()
}

function allBefore({ accounts }: Prestate, settings: Settings): AccountViews {
  const all: AccountViews = new Map()
  for (const [address, account] of accounts) {
    if (isEmpty(account) && !settings.includeEmpty) continue
    all.set(address, viewOf(account, account.storage, settings))
  }
  return all
}

function difference({ accounts }: Prestate, state: StateReader, settings: Settings) {
  const pre: AccountViews = new Map()
  const post: AccountViews = new Map()
  for (const [address, before] of accounts) {
    if (!isEmpty(before) && !existsAfter(state, address, before)) {
      pre.set(address, viewOf(before, before.storage, settings))
      continue
    }
    const { fields, slots } = changesOf(address, before, state, settings)
    if (fields === undefined) continue
    post.set(address, fields)
    if (!isEmpty(before)) pre.set(address, viewOf(before, slots, settings))
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
): { readonly fields: AccountView | undefined; readonly slots: ReadonlyMap<string, string> } {
  const slots = new Map<string, string>()
  const storage = new Map<string, string>()
  const balance = state.getBalance(address)
  const nonce = state.getNonce(address)
  const code = state.getCode(address)
  const isOtherCode = !equalBytes(code, before.code)
  for (const [slot, word] of disableStorage ? [] : before.storage) {
    const now = bytesToHex(state.getStorage(address, hexToBytes(slot)))
    if (now === word) continue
    if (word !== ZERO_WORD) slots.set(slot, word)
    if (now !== ZERO_WORD) storage.set(slot, now)
  }
  const fields: AccountView = {
    ...(balance !== before.balance && { balance }),
    ...(nonce !== before.nonce && { nonce }),
    // Code that was removed is shown as `0x`, as in geth's golden eip7702_deauth.
    ...(isOtherCode && !disableCode && { code }),
    ...(isOtherCode && { codeHash: keccak256(code) }),
    ...(storage.size > 0 && { storage }),
  }
  const isSame = Object.keys(fields).length === 0 && slots.size === 0
  return { fields: isSame ? undefined : fields, slots }
}

function viewOf(
  { balance, nonce, code }: PrestateAccount,
  storage: ReadonlyMap<string, string>,
  { disableCode, disableStorage }: Settings,
): AccountView {
  return {
    balance,
    ...(nonce !== 0n && { nonce }),
    ...(!disableCode && code.length > 0 && { code }),
    ...(code.length > 0 && { codeHash: keccak256(code) }),
    ...(!disableStorage && storage.size > 0 && { storage }),
  }
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
