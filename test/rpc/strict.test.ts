import { Ajv } from 'ajv'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../../src/primitives/json.ts'
import { createDispatcher } from '../../src/rpc/core/dispatch.ts'
import { methods } from '../../src/rpc/core/registry.ts'
import { complaint } from '../../src/rpc/core/requireForm.ts'
import { createExampleChain } from '../support/rpc/exampleChain.ts'

const ajv = new Ajv({ strict: false })
const ADDRESS = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

/** A node's answer to a request, strict or not: the message of its error, or undefined. */
async function refusal(strict: boolean, method: string, ...params: readonly unknown[]) {
  const node = await createExampleChain()
  const { request } = createDispatcher(node, methods, { batchLimit: 1, strict })
  const answer = request({ method, params })
  const message = await answer.then(
    () => undefined,
    ({ code, message }) => `${code} ${message}`,
  )
  await node.close()
  return message
}

test.each([
  [
    'eth_getTransactionByBlockNumberAndIndex',
    ['latest', 5],
    'invalid argument 1: want quantity (64 bits), got number',
  ],
  [
    'eth_getTransactionByBlockNumberAndIndex',
    ['latest', '5'],
    'invalid argument 1: hex string without 0x prefix',
  ],
  [
    'eth_getBlockByNumber',
    ['0x00', false],
    'invalid argument 0: hex number with leading zero digits',
  ],
  [
    'eth_call',
    [{ to: ADDRESS, gas: '100000' }],
    'invalid argument 0: gas: hex string without 0x prefix',
  ],
])('%s %j', async (method, params, words) => {
  expect(await refusal(false, method, ...params)).toBeUndefined()
  expect(await refusal(true, method, ...params)).toBe(`-32602 ${words}`)
})

test('controls take what they always took', async () => {
  for (const amount of [5, '5', '0x05']) {
    expect(await refusal(true, 'hardhat_setBalance', ADDRESS, amount)).toBeUndefined()
  }
})

test('every example is in the form that is documented', () => {
  for (const [name, { params, example }] of methods) {
    for (const [i, given] of example.params.entries()) {
      const schema = params[i]?.codec.schema
      if (schema === undefined || given === null || 'error' in example) continue
      expect(complaint(schema, given, name), name).toBeUndefined()
    }
  }
})

const leaf = fc.oneof(
  fc.constantFrom<Json>(
    '',
    '0x',
    '0x0',
    '0x00',
    '0x1f',
    '0x1F',
    '1',
    'latest',
    'pending',
    ADDRESS,
    true,
    0,
    -1,
    1.5,
    7,
  ),
  fc.constantFrom<Json>(
    `0x${'ab'.repeat(32)}`,
    [],
    {},
    [ADDRESS],
    { to: ADDRESS },
    { blockNumber: '0x1' },
  ),
)

/** A value of an example with one of its parts, whichever, replaced. */
function changed(json: Json, part: Json, at: number): Json {
  if (Array.isArray(json) && json.length > 0) {
    const where = at % json.length
    return json.map((item, i) => (i === where ? changed(item, part, at >> 2) : item))
  }
  if (typeof json !== 'object' || json === null || at % 3 === 0) return part
  const names = Object.keys(json)
  const name = names[at % names.length] ?? 'to'
  return { ...json, [name]: changed((json as Record<string, Json>)[name] ?? null, part, at >> 2) }
}

const cases = [...methods].flatMap(([name, { params, example }]) =>
  params.flatMap(({ codec }, i) => {
    const given = example.params[i]
    return given === undefined || given === null ? [] : [{ name, schema: codec.schema, given }]
  }),
)

test('what is refused is what a validator of JSON Schema refuses', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...cases),
      leaf,
      fc.nat(1000),
      ({ name, schema, given }, part, at) => {
        const json = changed(given, part, at)
        const isRefused = complaint(schema, json, 'x') !== undefined
        expect(isRefused, `${name} ${JSON.stringify(json)}`).toBe(!ajv.validate(schema, json))
      },
    ),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 1000) },
  )
})
