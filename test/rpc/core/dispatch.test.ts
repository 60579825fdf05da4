import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Node } from '../../../src/node/node.ts'
import type { Logger } from '../../../src/primitives/logger.ts'
import { quantity, text } from '../../../src/rpc/codec/scalar.ts'
import { createDispatcher } from '../../../src/rpc/core/dispatch.ts'
import { method, optional, param } from '../../../src/rpc/core/method.ts'
import { registerMethods } from '../../../src/rpc/core/registry.ts'
import { createExampleChain } from '../../support/rpc/exampleChain.ts'

const logged: unknown[] = []
const logger: Logger = {
  info() {},
  error: (_message, error) => void logged.push(error),
}

const order: string[] = []
const test_echo = method({
  summary: 'Its parameter.',
  params: [param('text', text, '')],
  result: text,
  aliases: ['test_alias'],
  async run(_, given) {
    order.push(`start ${given}`)
    await new Promise((resolve) => setTimeout(resolve, 1))
    order.push(`end ${given}`)
    return given
  },
})
const test_bug = method({
  summary: 'Fails.',
  params: [optional('ignored', quantity)],
  result: quantity,
  run() {
    throw new Error('secret')
  },
})
const methods = registerMethods({ test_echo, test_bug })

let node: Node
beforeAll(async () => {
  node = await createExampleChain(logger)
})
afterAll(() => node.close())

async function handle(body: unknown): Promise<unknown> {
  const { handle } = createDispatcher(node, methods, { batchLimit: 3 })
  const answer = await handle(typeof body === 'string' ? body : JSON.stringify(body))
  return answer === undefined ? undefined : JSON.parse(String(answer))
}

const call = (id: unknown, name = 'test_echo', params: unknown = ['hi']) => {
  return { jsonrpc: '2.0', id, method: name, params }
}
const failure = (id: unknown, code: number) => {
  return { jsonrpc: '2.0', id, error: { code, message: expect.any(String) } }
}

describe('one request', () => {
  test.each([['text'], [''], ['ü"\\'], [7], [0], [-1], [1.5], [null]])(
    'echoes id %j',
    async (id) => {
      expect(await handle(call(id))).toEqual({ jsonrpc: '2.0', id, result: 'hi' })
    },
  )

  test.each(['12345678901234567890', '-12345678901234567890', '1.50000000000000000001', '1e400'])(
    'echoes id %s digit for digit',
    async (id) => {
      const { handle } = createDispatcher(node, methods, { batchLimit: 3 })
      const nested = `{"params":["\\"id\\": 1111111111111111111, }"], "id" : ${id} ,"method":"test_echo"}`
      expect(await handle(nested)).toContain(`"id":${id},`)
      expect(await handle(`[3,[{"id":5}],${nested}]`)).toContain(`"id":${id},`)
    },
  )

  test('accepts UTF-8 bytes, an alias, no params and no version', async () => {
    const { handle } = createDispatcher(node, methods, { batchLimit: 3 })
    const body = new TextEncoder().encode('{"id":1,"method":"test_alias"}')
    expect(await handle(body)).toBe('{"jsonrpc":"2.0","id":1,"result":""}')
  })

  test.each([
    ['', -32700],
    ['{', -32700],
    ['{"id":1}}', -32700],
    ['\u0000', -32700],
    ['null', -32600],
    ['7', -32600],
    ['"eth_chainId"', -32600],
    ['{}', -32600],
    ['[]', -32600],
    ['{"jsonrpc":"1.0","method":"test_echo"}', -32600],
    ['{"method":7}', -32600],
    ['{"id":{},"method":"test_echo"}', -32600],
    ['{"id":[1],"method":"test_echo"}', -32600],
    ['{"id":true,"method":"test_echo"}', -32600],
  ])('rejects %j with %i and id null', async (body, code) => {
    expect(await handle(body)).toEqual(failure(null, code))
  })

  test.each([
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'test_',
    'x'.repeat(100_000),
  ])('rejects the unknown method %s', async (name) => {
    expect(await handle(call(1, name))).toEqual(failure(1, -32601))
  })

  test('rejects named parameters', async () => {
    expect(await handle(call(1, 'test_echo', { text: 'hi' }))).toEqual(failure(1, -32602))
  })

  test('responds to a bug with a fixed message and logs it', async () => {
    const answer = await handle(call(1, 'test_bug', []))
    expect(answer).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32603, message: 'internal error' },
    })
    expect(logged).toEqual([new Error('secret')])
  })

  test('does not respond to a notification', async () => {
    expect(await handle({ jsonrpc: '2.0', method: 'test_echo' })).toBeUndefined()
    expect(await handle({ jsonrpc: '2.0', method: 'test_unknown' })).toBeUndefined()
  })

  test('survives deep nesting and large requests', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    expect(await handle(`{"id":1,"method":"test_echo","params":${deep}}`)).toEqual(
      failure(1, -32602),
    )
    expect(await handle(`{"id":${deep},"method":"test_echo"}`)).toEqual(failure(null, -32600))
    const long = 'x'.repeat(3_000_000)
    expect(await handle(call(1, 'test_echo', [long]))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: long,
    })
  })
})

describe('a batch', () => {
  test('is processed in order', async () => {
    order.length = 0
    const body = [call('a', 'test_echo', ['1']), call('b', 'nope'), call(3, 'test_echo', ['2'])]
    expect(await handle(body)).toEqual([
      { jsonrpc: '2.0', id: 'a', result: '1' },
      failure('b', -32601),
      { jsonrpc: '2.0', id: 3, result: '2' },
    ])
    expect(order).toEqual(['start 1', 'end 1', 'start 2', 'end 2'])
  })

  test('omits notifications', async () => {
    const note = { jsonrpc: '2.0', method: 'test_echo' }
    expect(await handle([note, call(1)])).toEqual([{ jsonrpc: '2.0', id: 1, result: 'hi' }])
    expect(await handle([note, note])).toBeUndefined()
  })

  test('responds to invalid requests', async () => {
    expect(await handle([1, call(2), null])).toEqual([
      failure(null, -32600),
      { jsonrpc: '2.0', id: 2, result: 'hi' },
      failure(null, -32600),
    ])
  })

  test('has a limit', async () => {
    expect(await handle([1, 2, 3, 4].map((id) => call(id)))).toEqual(failure(null, -32600))
  })
})

test('request() behaves the same without the envelope', async () => {
  const { request } = createDispatcher(node, methods, { batchLimit: 3 })
  expect(await request({ method: 'test_echo', params: ['hi'] })).toBe('hi')
  await expect(request({ method: 'nope' })).rejects.toMatchObject({ code: -32601 })
})
