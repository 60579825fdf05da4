import type { BlockRef } from '../../../chain/block/blockRef.ts'
import type { Address } from '../../../primitives/address.ts'
import { keccak256 } from '../../../primitives/crypto/keccak.ts'
import { bytesToHash } from '../../../primitives/encoding/hex.ts'
import { storageRoot } from '../../../state/inspect/storageRoot.ts'
import type { StateReader } from '../../../state/stateReader.ts'
import { blockRef } from '../../codec/blockRef.ts'
import { record } from '../../codec/compound.ts'
import { address, bytes, hash, quantity, uint64, word } from '../../codec/scalar.ts'
import { storageKey } from '../../codec/storageKey.ts'
import { storageRequests, storageWords } from '../../codec/storageRequests.ts'
import { type Context, method, param } from '../../core/method.ts'
import { pendingNonce } from '../pendingNonce.ts'

const accountInfo = record({ nonce: uint64, balance: quantity, code: bytes }, { title: 'account' })

const trieAccount = record(
  { nonce: uint64, balance: quantity, storageRoot: hash, codeHash: hash },
  { title: 'account of a state trie' },
)

const EMPTY_CODE_HASH = bytesToHash(keccak256(new Uint8Array(0)))

export const eth_getBalance = method({
  summary: 'Returns the balance of an account, in wei.',
  params: [param('address', address), param('block', blockRef, 'latest')],
  result: quantity,
  async run({ state }, who, block) {
    return readAt(state, block, (reader) => reader.getBalance(who))
  },
})

export const eth_getCode = method({
  summary:
    'Returns the code of an account. The code of an account delegated by EIP-7702 is `0xef0100` and an address.',
  params: [param('address', address), param('block', blockRef, 'latest')],
  result: bytes,
  async run({ state }, who, block) {
    return readAt(state, block, (reader) => reader.getCode(who))
  },
})

export const eth_getAccountInfo = method({
  summary: 'Returns the nonce, balance in wei and code of an account.',
  params: [param('address', address), param('block', blockRef, 'latest')],
  result: accountInfo,
  async run({ state }, who, block) {
    return readAt(state, block, (reader) => ({
      nonce: reader.getNonce(who),
      balance: reader.getBalance(who),
      code: reader.getCode(who),
    }))
  },
})

export const eth_getAccount = method({
  summary:
    "Returns the nonce, balance in wei, code hash and Ethereum's storage root of an account. Hashes all its slots, on a fork those that the node has.",
  params: [param('address', address), param('block', blockRef, 'latest')],
  result: trieAccount,
  async run({ state }, who, block) {
    const view = await state.viewAt(block)
    return view.read(async (reader) => ({
      nonce: reader.getNonce(who),
      balance: reader.getBalance(who),
      storageRoot: await storageRoot(reader, who),
      codeHash: reader.getCodeHash(who) ?? EMPTY_CODE_HASH,
    }))
  },
})

export const eth_getStorageAt = method({
  summary: 'Returns a storage slot of a contract.',
  params: [
    param('address', address),
    param('slot', storageKey),
    param('block', blockRef, 'latest'),
  ],
  result: word,
  async run({ state }, who, slot, block) {
    return readAt(state, block, (reader) => reader.getStorage(who, slot))
  },
})

export const eth_getStorageValues = method({
  summary: 'Returns storage slots of several contracts, at most 1,024.',
  params: [param('requests', storageRequests), param('block', blockRef, 'latest')],
  result: storageWords,
  async run({ state }, requests, block) {
    return readAt(state, block, (reader) => {
      const found = new Map<Address, readonly Uint8Array[]>()
      for (const [who, slots] of requests) {
        found.set(
          who,
          slots.map((slot) => reader.getStorage(who, slot)),
        )
      }
      return found
    })
  },
})

export const eth_getTransactionCount = method({
  summary:
    'Returns the number of transactions sent from an account. `pending` includes executable pending ones.',
  params: [param('address', address), param('block', blockRef, 'latest')],
  result: quantity,
  async run({ state, pool }, who, block) {
    if ('tag' in block && block.tag === 'pending') return pendingNonce({ state, pool }, who)
    return readAt(state, block, (reader) => reader.getNonce(who))
  },
})

async function readAt<T>(
  state: Context['state'],
  block: BlockRef,
  read: (reader: StateReader) => T,
): Promise<T> {
  const view = await state.viewAt(block)
  return view.read(read)
}
