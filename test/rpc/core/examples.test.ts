import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Node } from '../../../src/node/node.ts'
import { createDispatcher } from '../../../src/rpc/core/dispatch.ts'
import { methods } from '../../../src/rpc/core/registry.ts'
import { examples } from '../../../src/rpc/examples/examples.ts'
import { createExampleChain } from '../../support/rpc/exampleChain.ts'
import { exampleOf } from '../../support/rpc/exampleOf.ts'

const ajv = new Ajv({ allErrors: true, strict: false })

/** Each example has a branch of it. */
let base: Node

beforeAll(async () => {
  base = await createExampleChain()
})
afterAll(() => base.close())

test('every method has an example, and vice versa', () => {
  const own = [...methods].filter(([name, { aliases }]) => !aliases.includes(name))
  expect(Object.keys(examples).sort()).toEqual(own.map(([name]) => name).sort())
})

describe.each([...methods])('%s', (name, method) => {
  const { params, result } = method
  const example = exampleOf(method)

  test('responds to its example as documented', async () => {
    const node = await base.branch()
    const { request } = createDispatcher(node, methods, { batchLimit: 1 })
    const answer = request({ method: name, params: example.params })
    if ('error' in example) await expect(answer).rejects.toMatchObject(example.error)
    else if (example.varies) expectToMatch(result.schema, await answer)
    else if (example.partial) expect(await answer).toMatchObject(example.result as object)
    else expect(await answer).toEqual(example.result)
    await node.close()
  })

  test('describes its example', () => {
    for (const [i, { codec, fallback }] of params.entries()) {
      const value = example.params[i]
      expect(value !== undefined || fallback !== undefined, `parameter ${i} is there`).toBe(true)
      if (value !== undefined) expectToMatch(codec.schema, value)
      if (fallback?.json !== undefined) expectToMatch(codec.schema, fallback.json)
    }
    if ('result' in example) expectToMatch(result.schema, example.result)
  })
})

function expectToMatch(schema: object, value: unknown): void {
  const matches = ajv.validate(schema, value)
  expect(matches, ajv.errorsText()).toBe(true)
}
