import type { Method } from '../../../src/rpc/core/method.ts'
import { methods } from '../../../src/rpc/core/registry.ts'
import type { Example } from '../../../src/rpc/examples/example.ts'
import { examples } from '../../../src/rpc/examples/examples.ts'

const byMethod = new Map(
  Object.entries(examples).map(([name, example]) => [methods.get(name), example]),
)

/** The example of a method, under whichever of its names it was found. */
export function exampleOf(method: Method): Example {
  const example = byMethod.get(method)
  if (example === undefined) throw new Error(`no example: ${method.summary}`)
  return example
}
