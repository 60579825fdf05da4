import type { Codec } from './codec.ts'
import { index } from './scalar.ts'

/** {@link index}, for methods whose callers give JSON numbers. */
export const plainNumber: Codec<number> = {
  ...index,
  encode: (value) => value,
  schema: {
    title: 'number',
    anyOf: [{ title: 'number', type: 'integer', minimum: 0 }, index.schema],
  },
}
