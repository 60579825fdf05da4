import type { Log } from '../../evm/run/log.ts'
import { evmAccountOf, nativeOfText } from '../../modules/evm/association.ts'
import { nativePointerOf } from '../../modules/evm/pointers.ts'
import type { Address } from '../../primitives/address.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { bigIntToBytes, utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import { bytesToHash, type Hash } from '../../primitives/encoding/hex.ts'
import { WEI_PER_UNIT } from '../../state/ledger/balanceOverflow.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { NativeTransfer } from '../nativeReceipt.ts'
import {
  type EvmSendMessage,
  type NativeTransaction,
  type SendMessage,
  withNested,
} from '../nativeTransaction.ts'
import { recipientOf } from './runMessage.ts'

/** ERC-20's event. */
const TRANSFER = bytesToHash(keccak256(utf8ToBytes('Transfer(address,address,uint256)')))

/**
 * Returns the EVM logs of a transaction's messages: a Transfer event of the pointer contract for
 * each denomination that has one, with the currently associated addresses.
 */
export function syntheticLogs(state: RowState, tx: NativeTransaction): readonly Log[] {
  return sendsOf(tx).flatMap((message) => {
    const { from, to } = endsOf(state, message)
    return message.coins.flatMap(({ denom, amount }) => {
      const pointer = nativePointerOf(state, denom)
      return pointer === undefined ? [] : [transferLog(pointer, from, to, amount)]
    })
  })
}

/** Maximum EVM word; larger amounts cannot be represented. */
const MAX_WORD = (1n << 256n) - 1n

/** Combines the transfers of a transaction's messages; undefined without transfers. */
export function transferOf(state: RowState, tx: NativeTransaction): NativeTransfer | undefined {
  const sends = sendsOf(tx)
  const [first] = sends
  if (first === undefined) return undefined
  const { denomination } = state.names
  const base = sends.flatMap(({ coins }) => coins.filter(({ denom }) => denom === denomination))
  const units = base.reduce((sum, { amount }) => sum + amount, 0n)
  const wei = units * WEI_PER_UNIT
  return { ...endsOf(state, first), value: wei < MAX_WORD ? wei : MAX_WORD }
}

function sendsOf({ messages }: NativeTransaction): readonly (SendMessage | EvmSendMessage)[] {
  return messages
    .flatMap(withNested)
    .flatMap((message) => (message.kind === 'send' || message.kind === 'evmSend' ? [message] : []))
}

function endsOf(
  state: RowState,
  message: SendMessage | EvmSendMessage,
): { readonly from: Address; readonly to: Address } {
  return {
    from: evmAccountOf(state, nativeOfText(state, message.from)),
    to: evmAccountOf(state, recipientOf(state, message)),
  }
}

function transferLog(pointer: Address, from: Address, to: Address, amount: bigint): Log {
  return {
    address: pointer,
    topics: [TRANSFER, topicOf(from), topicOf(to)],
    data: bigIntToBytes(amount, 32),
  }
}

function topicOf(address: Address): Hash {
  return bytesToHash(bigIntToBytes(BigInt(address), 32))
}
