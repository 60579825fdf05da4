import type { Json } from '../../primitives/encoding/json.ts'

/** A request and its answer on the example chain; a test runs it. */
export type Example = { readonly params: readonly Json[] } & (
  | {
      readonly result: Json
      /** The answer has more fields than shown. */
      readonly partial?: true
      /** The answer is another one every time, of the same form. */
      readonly varies?: true
    }
  | { readonly error: { readonly code: number; readonly message: string } }
)

/** One for each method of a topic: one that is missing, or too much, does not compile. */
export type ExamplesOf<Topic> = Readonly<Record<keyof Topic, Example>>
