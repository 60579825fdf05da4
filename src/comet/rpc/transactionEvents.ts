import type { NativeResult } from '../../native/gateway/gatewayJson.ts'
import { type CometTransaction, cometHash } from '../block/cometTransactions.ts'
import type { EventAttributes } from './eventQuery.ts'
import { hex } from './views.ts'

/** Attributes that queries find a transaction by. */
export function transactionAttributes(
  transaction: CometTransaction,
  { events, height }: NativeResult,
): EventAttributes {
  const found = new Map<string, string[]>([
    ['tm.event', ['Tx']],
    ['tx.hash', [hex(cometHash(transaction))]],
    ['tx.height', [String(height)]],
  ])
  for (const { type, attributes } of events) {
    for (const { key, value } of attributes) {
      const name = `${type}.${key}`
      const values = found.get(name)
      if (values === undefined) found.set(name, [value])
      else values.push(value)
    }
  }
  return found
}

/** Attributes that queries find an event of a block by. */
export function blockAttributes(event: string, height: bigint): EventAttributes {
  return new Map([
    ['tm.event', [event]],
    ['block.height', [String(height)]],
  ])
}
