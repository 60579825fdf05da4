import type { CallRequest } from '../../../evm/transaction/callRequest.ts'
import type { Address } from '../../../primitives/address.ts'
import { bigIntToBytes, equalBytes } from '../../../primitives/encoding/bytes.ts'
import { hexToBytes } from '../../../primitives/encoding/hex.ts'
import type { Context } from '../../core/method.ts'

/** A storage slot of an account. */
export interface SlotPlace {
  readonly address: Address
  /** 32 bytes. */
  readonly slot: Uint8Array
}

/**
 * Finds the storage slot that determines the result of a call on the newest state: one that the
 * call reads and whose value it returns, checked with two values. Undefined if no such slot exists.
 *
 * @throws TxError
 */
export async function findReadSlot(
  { state, simulate }: Pick<Context, 'state' | 'simulate'>,
  request: CallRequest,
  word: bigint,
): Promise<SlotPlace | undefined> {
  const view = await state.viewAt({ tag: 'latest' })
  const { accessList } = await simulate.createAccessList(view, request)
  // The second value rules out a slot that already has the wanted value by chance.
  const words = [word, word ^ 1n].map((each) => bigIntToBytes(each, 32))
  for (const { address, storageKeys } of accessList) {
    for (const slot of storageKeys.map(hexToBytes)) {
      if (await decides({ address, slot })) return { address, slot }
    }
  }
  return undefined

  async function decides({ address, slot }: SlotPlace): Promise<boolean> {
    for (const each of words) {
      const slots = new Map([[address, { stateDiff: [[slot, each]] as const }]])
      const outcome = await simulate.call(view, request, { state: slots })
      if (outcome.kind !== 'success' || !equalBytes(outcome.output, each)) return false
    }
    return true
  }
}
