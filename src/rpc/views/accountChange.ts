import type { Json } from '../../primitives/encoding/json.ts'
import type { AccountChange, ValueChange } from '../../state/inspect/compareStates.ts'
import type { Encoder } from '../codec/codec.ts'
import { address, bytes, quantity, uint64, word } from '../codec/scalar.ts'

/** Differences of an account between two states. */
export const accountChangeView: Encoder<AccountChange> = {
  encode({ address: who, balance, nonce, code, storage }) {
    const slots = storage.map(({ slot, ...words }) => [word.encode(slot), both(word, words)])
    return {
      address: who,
      ...(balance && { balance: both(quantity, balance) }),
      ...(nonce && { nonce: both(uint64, nonce) }),
      ...(code && { code: both(bytes, code) }),
      ...(slots.length > 0 && { storage: Object.fromEntries(slots) }),
    }
  },
  schema: {
    type: 'object',
    title: 'account difference',
    description: 'Unchanged fields are omitted.',
    properties: {
      address: address.schema,
      balance: change('balance in two states', quantity),
      nonce: change('nonce in two states', uint64),
      code: change('code in two states', bytes),
      storage: {
        type: 'object',
        title: 'slots in two states',
        description: 'By slot; an empty slot is zero.',
        additionalProperties: change('word in two states', word),
      },
    },
    required: ['address'],
  },
}

function both<T>({ encode }: Encoder<T>, { before, after }: ValueChange<T>): Json {
  return { from: encode(before), to: encode(after) }
}

function change<T>(title: string, { schema }: Encoder<T>) {
  const properties = { from: schema, to: schema }
  return { type: 'object', title, properties, required: ['from', 'to'] } as const
}
