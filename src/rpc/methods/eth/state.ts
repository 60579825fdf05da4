import type { BlockRef } from '../../../chain/block/blockRef.ts'
import type { StateReader } from '../../../state/stateReader.ts'
import { blockRef } from '../../codec/blockRef.ts'
import { record } from '../../codec/compound.ts'
import { address, bytes, quantity, uint64, word } from '../../codec/scalar.ts'
import { storageKey } from '../../codec/storageKey.ts'
import { type Context, method, param } from '../../core/method.ts'

const accountInfo = record({ nonce: uint64, balance: quantity, code: bytes }, { title: 'account' })

export const eth_getBalance = method({
  summary: 'Balance of an account, in wei.',
  params: [param('address', address), param('block', blockRef, 'latest')],
  result: quantity,
  async run({ node }, who, block) {
    const state = await stateAt(node, block)
    return state.getBalance(who)
  },
})

export const eth_getCode = method({
  summary: 'Code of an account; an account delegated by EIP-7702 has `0xef0100` and an address.',
  params: [param('address', address), param('block', blockRef, 'latest')],
  result: bytes,
  async run({ node }, who, block) {
    const state = await stateAt(node, block)
    return state.getCode(who)
  },
})

export const eth_getAccountInfo = method({
  summary: 'Nonce, balance in wei and code of an account.',
  params: [param('address', address), param('block', blockRef, 'latest')],
  result: accountInfo,
  async run({ node }, who, block) {
    const state = await stateAt(node, block)
    return {
      nonce: state.getNonce(who),
      balance: state.getBalance(who),
      code: state.getCode(who),
    }
  },
})

export const eth_getStorageAt = method({
  summary: 'Word in a storage slot of a contract.',
  params: [
    param('address', address),
    param('slot', storageKey),
    param('block', blockRef, 'latest'),
  ],
  result: word,
  async run({ node }, who, slot, block) {
    const state = await stateAt(node, block)
    return state.getStorage(who, slot)
  },
})

export const eth_getTransactionCount = method({
  summary:
    'Number of transactions that an account has sent. `pending` counts those that wait without a gap.',
  params: [param('address', address), param('block', blockRef, 'latest')],
  result: quantity,
  async run({ node }, who, block) {
    if ('tag' in block && block.tag === 'pending') return node.chain.pool.pendingNonce(who)
    const state = await stateAt(node, block)
    return state.getNonce(who)
  },
})

async function stateAt({ chain }: Context['node'], block: BlockRef): Promise<StateReader> {
  const { state } = await chain.state.viewAt(block)
  return state
}
