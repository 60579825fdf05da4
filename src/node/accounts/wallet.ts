import { ChainError } from '../../chain/errors.ts'
import { publicKeyToNative } from '../../evm/transaction/association.ts'
import { impersonate } from '../../evm/transaction/impersonation.ts'
import { signTransaction } from '../../evm/transaction/signTransaction.ts'
import type { Transaction, UnsignedTransaction } from '../../evm/transaction/transaction.ts'
import {
  signNativeTransaction,
  type UnsignedNativeTransaction,
} from '../../native/codec/signNativeTransaction.ts'
import type { Address } from '../../primitives/address.ts'
import { privateToPublicKey, type Signature, sign } from '../../primitives/crypto/secp256k1.ts'
import { castAddress, type NativeAddress } from '../../state/rows/layout.ts'
import type { DevAccount } from './devAccounts.ts'

/** An account of the wallet. */
interface Entry {
  /** 32 bytes. Undefined if transactions have a substitute signature. */
  readonly key: Uint8Array | undefined
  readonly passphrase: string
  /** Milliseconds of the wallet's clock from which the account is locked. */
  lockedFrom: number
}

/** Accounts that the node signs for: development accounts, and those that clients add. */
export interface Wallet {
  /** In order of derivation, then of addition. */
  readonly addresses: readonly Address[]
  /** Whether the account is known, locked or not. */
  has(address: Address): boolean
  /** @throws ChainError UNKNOWN_ACCOUNT, ACCOUNT_LOCKED */
  requireUnlocked(address: Address): void
  /**
   * Signs a 32-byte hash.
   * @throws ChainError UNKNOWN_ACCOUNT, ACCOUNT_LOCKED
   */
  signHash(address: Address, hash: Uint8Array): Signature
  /** @throws ChainError UNKNOWN_ACCOUNT, ACCOUNT_LOCKED */
  signTransaction(address: Address, transaction: UnsignedTransaction): Transaction
  /**
   * Signs a native transaction and returns its bytes.
   * @throws ChainError UNKNOWN_ACCOUNT, ACCOUNT_LOCKED
   */
  signNativeTransaction(
    address: Address,
    transaction: Omit<UnsignedNativeTransaction, 'privateKey'>,
  ): Uint8Array
  /**
   * Returns the native address of an account's key, associated or not; without a key the cast one.
   *
   * @throws ChainError UNKNOWN_ACCOUNT
   */
  nativeAddressOf(address: Address): NativeAddress
  /** For the banner only: the private key, 32 bytes. */
  privateKeyOf(address: Address): Uint8Array
  /**
   * Adds a locked account. Returns false if it is known.
   *
   * @param key 32 bytes. Undefined if transactions have a substitute signature.
   */
  add(address: Address, passphrase: string, key?: Uint8Array): boolean
  /**
   * Removes an account. Returns false if it is unknown.
   * @throws ChainError WRONG_PASSPHRASE
   */
  remove(address: Address, passphrase: string): boolean
  /** Locks an account. Returns false if it is not unlocked. */
  lock(address: Address): boolean
  /**
   * Unlocks an account.
   *
   * @param seconds until it is locked again; 0 or less: never
   * @throws ChainError WRONG_PASSPHRASE, UNKNOWN_ACCOUNT
   */
  unlock(address: Address, passphrase: string, seconds: number): void
  /**
   * Returns the same wallet with this account unlocked.
   * @throws ChainError WRONG_PASSPHRASE, UNKNOWN_ACCOUNT
   */
  unlocked(address: Address, passphrase: string): Wallet
}

/**
 * Creates a wallet of unlocked accounts with empty passphrases, without duplicates.
 *
 * @param now milliseconds of a clock that only locks accounts
 */
export function createWallet(
  accounts: readonly Pick<DevAccount, 'evm' | 'privateKey'>[],
  now: () => number = () => performance.now(),
): Wallet {
  const entries = new Map<Address, Entry>()
  for (const { evm, privateKey } of accounts) {
    entries.set(evm, { key: privateKey, passphrase: '', lockedFrom: Number.POSITIVE_INFINITY })
  }

  function requireEntry(address: Address): Entry {
    const entry = entries.get(address)
    if (entry === undefined) throw new ChainError({ code: 'UNKNOWN_ACCOUNT', address })
    return entry
  }

  function requireKey(address: Address, { key } = requireEntry(address)): Uint8Array {
    if (key === undefined) throw new ChainError({ code: 'UNKNOWN_ACCOUNT', address })
    return key
  }

  function open(address: Address, passphrase: string): Entry {
    const entry = requireEntry(address)
    if (entry.passphrase !== passphrase) throw new ChainError({ code: 'WRONG_PASSPHRASE', address })
    return entry
  }

  const isLocked = ({ lockedFrom }: Entry) => now() >= lockedFrom

  /** @param opened unlocked for this wallet only */
  function walletWith(opened: Address | undefined): Wallet {
    function unlockedEntry(address: Address): Entry {
      const entry = requireEntry(address)
      if (address !== opened && isLocked(entry)) {
        throw new ChainError({ code: 'ACCOUNT_LOCKED', address })
      }
      return entry
    }
    const signingKey = (address: Address) => requireKey(address, unlockedEntry(address))

    return {
      get addresses() {
        return [...entries.keys()]
      },
      has: (address) => entries.has(address),
      requireUnlocked(address) {
        unlockedEntry(address)
      },
      signHash: (address, hash) => sign(hash, signingKey(address)),
      signTransaction(address, transaction) {
        const { key } = unlockedEntry(address)
        return key === undefined
          ? impersonate(transaction, address)
          : signTransaction(transaction, key)
      },
      signNativeTransaction: (address, transaction) =>
        signNativeTransaction({ ...transaction, privateKey: signingKey(address) }),
      nativeAddressOf(address) {
        const { key } = requireEntry(address)
        return key === undefined ? castAddress(address) : publicKeyToNative(privateToPublicKey(key))
      },
      privateKeyOf: (address) => requireKey(address),
      add(address, passphrase, key) {
        if (entries.has(address)) return false
        entries.set(address, { key, passphrase, lockedFrom: Number.NEGATIVE_INFINITY })
        return true
      },
      remove(address, passphrase) {
        if (!entries.has(address)) return false
        open(address, passphrase)
        return entries.delete(address)
      },
      lock(address) {
        const entry = entries.get(address)
        if (entry === undefined || isLocked(entry)) return false
        entry.lockedFrom = Number.NEGATIVE_INFINITY
        return true
      },
      unlock(address, passphrase, seconds) {
        open(address, passphrase).lockedFrom =
          seconds > 0 ? now() + seconds * 1000 : Number.POSITIVE_INFINITY
      },
      unlocked(address, passphrase) {
        open(address, passphrase)
        return walletWith(address)
      },
    }
  }

  return walletWith(undefined)
}
