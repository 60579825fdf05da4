import type { Json } from '../../primitives/encoding/json.ts'

/** A request and its response on the example chain, executed by a test. */
export type Example = { readonly params: readonly Json[] } & (
  | {
      readonly result: Json
      /** The response has more fields. */
      readonly partial?: true
      /** The response differs each time, but has the same form. */
      readonly varies?: true
    }
  | { readonly error: { readonly code: number; readonly message: string } }
)

/** One example per method of a topic; the compiler reports missing and excess ones. */
export type ExamplesOf<Topic> = Readonly<Record<keyof Topic, Example>>
