import type { StateManagerInterface } from '@ethereumjs/common'
import { OriginalStorageCache } from '@ethereumjs/statemanager'
import {
  Account,
  type Address as EvmAddress,
  KECCAK256_NULL,
  KECCAK256_RLP,
} from '@ethereumjs/util'
import type { Address } from '../primitives/address.ts'
import { padLeft, trimLeft } from '../primitives/encoding/bytes.ts'
import { hexToBytes } from '../primitives/encoding/hex.ts'
import type { WorldState } from './worldState.ts'

/**
 * Any root except that of the empty trie. CREATE only checks whether there is storage (EIP-7610).
 */
const SOME_STORAGE_ROOT = new Uint8Array(32).fill(1)

/**
 * Adapter from {@link WorldState} to the state interface of @ethereumjs/evm, which is asynchronous
 * although the state is synchronous. One adapter serves one EVM instance. Its state is replaced
 * between messages.
 */
export class EvmStateManager implements StateManagerInterface {
  /** The state of the running message. */
  state: WorldState
  /**
   * Values of slots at the start of the transaction, on which the gas of SSTORE depends (EIP-2200).
   */
  readonly originalStorageCache: OriginalStorageCache
  readonly #marks: number[] = []
  readonly #keepsEmptyAccounts: boolean

  /** @param keepsEmptyAccounts whether empty accounts exist (before EIP-161) */
  constructor(state: WorldState, keepsEmptyAccounts: boolean) {
    this.state = state
    this.#keepsEmptyAccounts = keepsEmptyAccounts
    this.originalStorageCache = new OriginalStorageCache((address, key) =>
      this.getStorage(address, key),
    )
  }

  async getAccount(address: EvmAddress): Promise<Account | undefined> {
    const id = address.toString() as Address
    // Under EIP-161, storage alone does not make an account. But no contract can be created there
    // (EIP-7610).
    if (!this.state.exists(id) && !this.state.hasStorage(id)) return undefined
    return new StateAccount(this.state, id)
  }

  async putAccount(address: EvmAddress, account?: Account): Promise<void> {
    const id = address.toString() as Address
    if (account === undefined) return this.state.deleteAccount(id)
    this.state.setNonce(id, account.nonce)
    this.state.setBalance(id, account.balance)
    if (this.#keepsEmptyAccounts) this.state.keepEmpty(id)
  }

  async deleteAccount(address: EvmAddress): Promise<void> {
    this.state.deleteAccount(address.toString() as Address)
  }

  async modifyAccountFields(
    address: EvmAddress,
    fields: Partial<Pick<Account, 'nonce' | 'balance'>>,
  ): Promise<void> {
    const id = address.toString() as Address
    if (fields.nonce !== undefined) this.state.setNonce(id, fields.nonce)
    if (fields.balance !== undefined) this.state.setBalance(id, fields.balance)
  }

  async putCode(address: EvmAddress, code: Uint8Array): Promise<void> {
    this.state.setCode(address.toString() as Address, code)
  }

  async getCode(address: EvmAddress): Promise<Uint8Array> {
    return this.state.getCode(address.toString() as Address)
  }

  async getCodeSize(address: EvmAddress): Promise<number> {
    return this.state.getCode(address.toString() as Address).length
  }

  async getStorage(address: EvmAddress, key: Uint8Array): Promise<Uint8Array> {
    return trimLeft(this.state.getStorage(address.toString() as Address, key))
  }

  async putStorage(address: EvmAddress, key: Uint8Array, value: Uint8Array): Promise<void> {
    // A copy, because the value may be a view of the EVM's memory.
    this.state.setStorage(address.toString() as Address, key, padLeft(value, 32).slice())
  }

  async clearStorage(address: EvmAddress): Promise<void> {
    this.state.clearStorage(address.toString() as Address)
  }

  async checkpoint(): Promise<void> {
    this.#marks.push(this.state.mark)
  }

  async commit(): Promise<void> {
    this.#marks.pop()
  }

  async revert(): Promise<void> {
    const mark = this.#marks.pop()
    if (mark === undefined) throw new Error('bug: revert without a checkpoint')
    this.state.revertTo(mark)
  }

  clearCaches(): void {
    this.originalStorageCache.clear()
  }

  async getStateRoot(): Promise<Uint8Array> {
    return unsupported('getStateRoot')
  }

  async setStateRoot(): Promise<void> {
    return unsupported('setStateRoot')
  }

  async hasStateRoot(): Promise<boolean> {
    return unsupported('hasStateRoot')
  }

  shallowCopy(): StateManagerInterface {
    return new EvmStateManager(this.state, this.#keepsEmptyAccounts)
  }
}

/** Throws: state roots belong to blocks, and no message needs one. */
function unsupported(method: string): never {
  throw new Error(`bug: ${method} called while a message runs`)
}

/** An account that computes its storage root on demand, because the EVM reads it only in CREATE. */
class StateAccount extends Account {
  readonly #state: WorldState
  readonly #id: Address

  constructor(state: WorldState, id: Address) {
    const codeHash = state.getCodeHash(id)
    super(
      state.getNonce(id),
      state.getBalance(id),
      KECCAK256_RLP,
      codeHash === undefined ? KECCAK256_NULL : hexToBytes(codeHash),
    )
    this.#state = state
    this.#id = id
  }

  override get storageRoot(): Uint8Array {
    return this.#state.hasStorage(this.#id) ? SOME_STORAGE_ROOT : KECCAK256_RLP
  }

  override set storageRoot(_root: Uint8Array) {
    // The base class assigns it in its constructor. The root is derived from the state alone.
  }
}
