import { devAccountOf } from '../../node/accounts/devAccounts.ts'
import type { Address } from '../../primitives/address.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { isPrivateKey } from '../../primitives/crypto/secp256k1.ts'
import { concatBytes, utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import type { Codec } from '../codec/codec.ts'
import { listOf } from '../codec/codec.ts'
import { address, boolean, bytes, hash, text, uint32 } from '../codec/scalar.ts'
import { type TransactionRequest, transactionRequest } from '../codec/transactionRequest.ts'
import {
  type Context,
  changingMethod,
  type Method,
  method,
  optional,
  param,
} from '../core/method.ts'
import { RpcError, rpcCode } from '../errors/rpcError.ts'
import { fillTransaction } from '../methods/fillTransaction.ts'
import { sendTransaction } from '../methods/sendTransaction.ts'
import { fixed } from './dialect.ts'

/** Seconds that an account stays unlocked. */
const UNLOCKED_FOR = 300n
const newPassphrase = param('passphrase', text)

/** Text; anything else is a passphrase that no account has, or the empty one. */
const anyText: Codec<string> = {
  ...text,
  decode: (json) => (json ? String(json) : ''),
}
const passphrase = param('passphrase', anyText, '')
const account = param('address', address)

/** Adds a locked account by its key. */
function importKey({ wallet }: Context, key: Uint8Array, secret: string) {
  const { evm } = devAccountOf(key)
  wallet.add(evm, secret, key)
  return evm
}

/** Keys follow from the accounts before, so that every run has the same. */
function nextKey({ wallet }: Context): Uint8Array {
  const known = wallet.addresses.map((each) => utf8ToBytes(each))
  return keccak256(concatBytes(utf8ToBytes('personal_newAccount'), ...known))
}

/** Ganache's refusal of a transaction without a sender. */
export function senderMissing(): RpcError {
  return new RpcError(rpcCode.parseError, 'from not found; is required')
}

function requireSender({ from }: TransactionRequest): Address {
  if (from === undefined) throw senderMissing()
  return from
}

const walletMethods: Readonly<Record<string, Method>> = {
  personal_listAccounts: method({
    summary: 'Returns the accounts of the wallet.',
    params: [],
    result: listOf(address),
    run: (context) => context.wallet.addresses,
  }),
  personal_newAccount: changingMethod({
    summary: 'Adds a locked account with a new key.',
    onNetworks: true,
    params: [newPassphrase],
    result: address,
    run: (context, secret) => importKey(context, nextKey(context), secret),
  }),
  personal_importRawKey: changingMethod({
    summary: 'Adds a locked account by its private key.',
    onNetworks: true,
    params: [param('rawKey', bytes), newPassphrase],
    result: address,
    run(context, key, secret) {
      if (!isPrivateKey(key))
        throw new RpcError(rpcCode.parseError, 'Expected 32 bytes of private key')
      return importKey(context, key, secret)
    },
  }),
  personal_lockAccount: changingMethod({
    summary: 'Locks an account.',
    onNetworks: true,
    params: [account],
    result: boolean,
    run: (context, who) => context.wallet.lock(who),
  }),
  personal_unlockAccount: changingMethod({
    summary: 'Unlocks an account for a time in seconds, or for good with 0.',
    onNetworks: true,
    params: [account, passphrase, optional('duration', uint32)],
    result: boolean,
    run(context, who, secret, seconds = UNLOCKED_FOR) {
      if (!context.wallet.has(who) && !context.wallet.addresses.includes(who)) {
        throw new RpcError(rpcCode.parseError, 'no key for given address or file')
      }
      context.wallet.unlock(who, secret, Number(seconds))
      return true
    },
  }),
  personal_sendTransaction: changingMethod({
    summary: 'Sends a transaction of an account that may be locked.',
    onNetworks: true,
    params: [param('transaction', transactionRequest), passphrase],
    result: hash,
    run(context, request, secret) {
      const wallet = context.wallet.unlocked(requireSender(request), secret)
      return sendTransaction({ ...context, wallet }, request)
    },
  }),
  personal_signTransaction: method({
    summary: 'Signs a transaction of an account that may be locked.',
    params: [param('transaction', transactionRequest), passphrase],
    result: bytes,
    async run(context, request, secret) {
      const from = requireSender(request)
      const opened = context.wallet.unlocked(from, secret)
      return opened.signTransaction(from, await fillTransaction(context, from, request)).raw
    },
  }),
  evm_addAccount: changingMethod({
    summary: 'Adds a locked account without its key; false if it is known.',
    onNetworks: true,
    params: [account, newPassphrase],
    result: boolean,
    run: (context, who, secret) => context.wallet.add(who, secret),
  }),
  evm_removeAccount: changingMethod({
    summary: 'Removes an account; false if it is unknown.',
    onNetworks: true,
    params: [account, passphrase],
    result: boolean,
    run: (context, who, secret) => context.wallet.remove(who, secret),
  }),
}

/** What a node without proof of work and without Swarm or Whisper answers. */
const FIXED: Readonly<Record<string, Json>> = {
  eth_getCompilers: [],
  eth_getWork: [],
  eth_submitWork: false,
  eth_submitHashrate: false,
  eth_protocolVersion: '0x3f',
  bzz_hive: [],
  bzz_info: [],
  db_putString: false,
  db_getString: '',
  db_putHex: false,
  db_getHex: '0x00',
  shh_version: '2',
  shh_newIdentity: '0x00',
  shh_newGroup: '0x00',
  shh_hasIdentity: false,
  shh_addToGroup: false,
  shh_newFilter: false,
  shh_uninstallFilter: false,
  shh_getFilterChanges: [],
  shh_getMessages: false,
  shh_post: false,
}

/** Methods that only Ganache has: accounts with passphrases, and those with a fixed answer. */
export const ganacheMethods: ReadonlyMap<string, Method> = new Map([
  ...Object.entries(walletMethods),
  ...Object.entries(FIXED).map(([name, value]) => [name, fixed(value)] as const),
])
