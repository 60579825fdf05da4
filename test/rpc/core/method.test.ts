import { expect, test } from 'vitest'
import { address, quantity, text } from '../../../src/rpc/codec/scalar.ts'
import { type ChangingContext, method, optional, param } from '../../../src/rpc/core/method.ts'

const context = {} as ChangingContext

test('parameter types derive from the parameters, the return type from the result', async () => {
  const sum = method({
    summary: 'Sum.',
    params: [param('a', quantity), param('b', quantity, '0x1'), optional('note', text)],
    result: quantity,
    run: (_, a, b, note) => a + b + BigInt(note?.length ?? 0),
  })
  expect(await sum.call(context, ['0x2'])).toBe('0x3')
  expect(await sum.call(context, ['0x2', null, 'abc'])).toBe('0x6')
  expect(await sum.call(context, ['0x2', '0x2', null, null])).toBe('0x4')

  const definition = {
    summary: '',
    params: [param('who', address)],
    result: quantity,
  } as const
  // @ts-expect-error a string is no quantity
  method({ ...definition, run: () => 'text' })
  // @ts-expect-error nor is the promise of one
  method({ ...definition, run: async () => 'text' })
  // @ts-expect-error an address is no bigint
  method({ ...definition, run: (_, who: bigint) => who })
  // @ts-expect-error there is one parameter
  method({ ...definition, run: (_, _who, _more: bigint) => 0n })
})

test.each([
  [{ a: 1 }, 'non-array args'],
  [[], 'missing value for required argument 0'],
  [[null], 'missing value for required argument 0'],
  [undefined, 'missing value for required argument 0'],
  [['0x1', '0x1'], 'too many arguments, want at most 1'],
  [['0xzz'], 'invalid argument 0: invalid hex string'],
])('rejects %j: %s', async (params, message) => {
  const same = method({
    summary: 'Same.',
    params: [param('a', quantity)],
    result: quantity,
    run: (_, a) => a,
  })
  await expect(async () => same.call(context, params)).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining(message),
  })
})
