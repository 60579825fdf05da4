import type { Codec } from './codec.ts'
import { text } from './scalar.ts'

/** What a filter is called. It means nothing to clients. */
export const filterId: Codec<string> = {
  ...text,
  schema: { type: 'string', title: 'filter id', pattern: '^0x(0|[1-9a-f][0-9a-f]*)$' },
}
