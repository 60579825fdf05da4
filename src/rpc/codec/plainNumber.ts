import type { Codec } from './codec.ts'
import { index } from './scalar.ts'

/** A JSON number that counts something. */
export const countSchema = { title: 'number', type: 'integer', minimum: 0 } as const

/** {@link index}, for methods whose callers give JSON numbers. */
export const plainNumber: Codec<number> = {
  ...index,
  encode: (value) => value,
  schema: {
    anyOf: [countSchema, index.schema],
  },
}
