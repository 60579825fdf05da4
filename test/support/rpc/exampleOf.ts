import type { Method } from '../../../src/rpc/core/method.ts'
import { methods } from '../../../src/rpc/core/registry.ts'
import type { Example } from '../../../src/rpc/examples/example.ts'
import { examples } from '../../../src/rpc/examples/examples.ts'

const byMethod = new Map(
  Object.entries(examples).map(([name, example]) => [methods.get(name), example]),
)

/** Returns the example of a method by any of its names. */
export function exampleOf(method: Method): Example {
  const example = byMethod.get(method)
  if (example === undefined) throw new Error(`no example: ${method.summary}`)
  return example
}
