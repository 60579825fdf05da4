import { afterEach, describe, expect, test } from 'vitest'
import { createNode, type NodeOptions, type RockpoolNode } from '../../../src/index.ts'
import { readAllowlist } from '../../../src/node/options/legacyNames.ts'
import { silentLogger } from '../../../src/primitives/logger.ts'
import { createDispatcher } from '../../../src/rpc/core/dispatch.ts'
import { LegacyGate } from '../../../src/rpc/core/legacyGate.ts'
import { streamingMethod } from '../../../src/rpc/core/method.ts'
import { methods, registerMethods } from '../../../src/rpc/core/registry.ts'
import { JsonStream } from '../../../src/rpc/stream/jsonStream.ts'
import { executorOption } from '../../support/executor.ts'
import { createExampleChain } from '../../support/rpc/exampleChain.ts'
import { WebSocketClient } from '../../support/wire/webSocketClient.ts'

const EVM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** The native address of the same key, by the chain's own tools. */
const NATIVE = 'sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc'
const HEADER = 'native-legacy-rpc-deprecation'

const open: RockpoolNode[] = []
async function start(options: NodeOptions = {}): Promise<RockpoolNode> {
  const node = await createNode({ ...executorOption, ...options })
  open.push(node)
  return node
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((node) => node.close()))
})

async function post(node: RockpoolNode, body: unknown): Promise<Response> {
  const { url } = await node.listen()
  const headers = { 'content-type': 'application/json', origin: 'http://localhost:3000' }
  return fetch(url, { method: 'POST', body: JSON.stringify(body), headers })
}

const call = (method: string, ...params: readonly unknown[]) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params,
})
const allowed = call('native_getNativeAddress', EVM)
const gated = call('native_getEvmTx', `0x${'00'.repeat(32)}`)
const refusal = { code: -32601, data: 'legacy_native_deprecated' }

describe('a disabled method', () => {
  test('is rejected over HTTP, over WebSocket and in process', async () => {
    const node = await start()
    const { error } = (await (await post(node, gated)).json()) as { error: object }
    const { wsUrl } = await node.listen()
    const client = await WebSocketClient.connect(wsUrl)
    const thrown = await node.request(gated).catch((reason: unknown) => reason)
    const answer = await client.answerTo(client.send(gated.method, ...gated.params))
    client.ws.terminate()
    expect(error).toMatchObject(refusal)
    expect(answer.error).toEqual(error)
    expect(thrown).toMatchObject(error)
  })

  test('explains the list of enabled methods', async () => {
    const node = await start()
    const words = [
      /^native_getEvmTx is not enabled on this node/,
      /deprecated and scheduled for removal/,
      /enabled_legacy_native_apis under \[evm\] in app\.toml/,
      /--enabled-legacy-native-apis/,
    ]
    for (const message of words) {
      await expect(node.request({ method: 'native_GETEVMTX' })).rejects.toThrow(message)
    }
    await expect(node.request({ method: 'native_noSuch' })).rejects.toThrow(/^native_noSuch is not/)
    const long = `native_${'x'.repeat(100_000)}`
    const { message } = (await node.request({ method: long }).catch((e: unknown) => e)) as Error
    expect(message.length).toBeLessThan(1000)
  })

  test.each([
    ['native_getEvmTx', 'legacy_native_deprecated'],
    ['native2_anything', 'legacy_native_deprecated'],
    ['native2_getNativeAddress', 'legacy_native_deprecated'],
    ['native_constructor', 'legacy_native_deprecated'],
    // Its own case is wrong, so there is no such method, but the gate is open.
    ['native_getnativeaddress', undefined],
    ['NATIVE_getEvmTx', undefined],
    ['nativ_getEvmTx', undefined],
    ['native22_getEvmTx', undefined],
    ['native', undefined],
  ])('%s: data is %s', async (method, data) => {
    const node = await start()
    const thrown = await node.request({ method }).catch((reason: unknown) => reason)
    expect(thrown).toMatchObject({ code: -32601 })
    expect((thrown as { data?: unknown }).data).toBe(data)
  })

  test('gets no response as a notification', async () => {
    const node = await start()
    const { id: _, ...notification } = gated
    const response = await post(node, notification)
    expect([response.status, await response.text()]).toEqual([204, ''])
  })
})

describe('the list of enabled methods', () => {
  test('has three methods by default', async () => {
    const node = await start()
    expect(await node.request(allowed)).toBe(NATIVE)
    expect(await node.request(call('native_getEVMAddress', NATIVE))).toBe(EVM)
    // On the list, and so not refused by the gate, whether it is there or not.
    const thrown = await node.request({ method: 'native_getCosmosTx' }).catch((e: unknown) => e)
    expect((thrown as { data?: unknown }).data).toBeUndefined()
    await expect(
      node.request({ method: 'native_getTransactionCount', params: [EVM] }),
    ).rejects.toMatchObject(refusal)
  })

  test.each([
    [['native_getTransactionCount']],
    [[' native_gettransactioncount ', '']],
    ['native_getVMError, native_getTransactionCount'],
    ['all'],
    [['all']],
  ])('%j enables the named methods', async (enabledLegacyNativeApis) => {
    const node = await start({ enabledLegacyNativeApis })
    const request = { method: 'native_getTransactionCount', params: [EVM, 'latest'] }
    expect(await node.request(request)).toBe('0x0')
  })

  test('may be empty', async () => {
    const node = await start({ enabledLegacyNativeApis: [] })
    await expect(node.request(allowed)).rejects.toMatchObject(refusal)
  })

  test('warns about an unknown name at the start', async () => {
    const lines: string[] = []
    const logger = { ...silentLogger, error: (line: string) => void lines.push(line) }
    const names = ['native_getEVMAddres', 'sei_getSeiAddress', 'native_getEVMAddress']
    const node = await start({ enabledLegacyNativeApis: names, logger })
    expect(await node.request(call('native_getEVMAddress', NATIVE))).toBe(EVM)
    expect(lines).toEqual([
      'Warning: unknown legacy method on the allowlist: native_getEVMAddres',
      'Warning: unknown legacy method on the allowlist: sei_getSeiAddress',
    ])
  })

  test('determines rpc_discover', async () => {
    const listed = async (options: NodeOptions) => {
      const node = await start(options)
      const document = (await node.request({ method: 'rpc_discover' })) as {
        methods: readonly { name: string; deprecated?: boolean }[]
      }
      return document.methods.filter(({ deprecated }) => deprecated).map(({ name }) => name)
    }
    expect(await listed({ enabledLegacyNativeApis: ['native_getVMError'] })).toEqual([
      'native_getVMError',
    ])
    expect(await listed({ enabledLegacyNativeApis: [] })).toEqual([])
    expect(
      await listed({ legacyPrefix: 'sei', enabledLegacyNativeApis: ['sei_getSeiAddress'] }),
    ).toEqual(['sei_getSeiAddress'])
  })
})

describe('the deprecation header', () => {
  const notification = { jsonrpc: '2.0', method: allowed.method, params: [EVM] }
  const chainId = call('eth_chainId')

  test.each([
    ['a call', allowed],
    ['a call that failed', call('native_getNativeAddress', '0x12')],
    ['a name in the wrong case', call('native_GETNativeAddress')],
    ['a notification', notification],
    ['a batch with one', [chainId, gated, allowed]],
    ['a batch with a notification', [chainId, notification]],
  ])('is present with %s', async (_, body) => {
    const { headers } = await post(await start(), body)
    expect(headers.get(HEADER)).toMatch(/native_\*.*native2_\*.*deprecated.*scheduled for removal/)
    expect(headers.get('access-control-expose-headers')).toBe('Native-Legacy-RPC-Deprecation')
  })

  test.each([
    ['another call', chainId],
    ['a call that the gate refuses', gated],
    ['a batch without one', [chainId, gated]],
    ['what is no request', { ...allowed, jsonrpc: '1.0' }],
    ['an id that is none', { ...allowed, id: {} }],
    ['an empty batch', []],
    ['a batch that is too large', Array.from({ length: 1001 }, () => allowed)],
    ['null', null],
  ])('is absent with %s', async (_, body) => {
    const { headers } = await post(await start(), body)
    expect(headers.has(HEADER)).toBe(false)
  })

  test('is known before the first byte of a long response', async () => {
    const node = await createExampleChain()
    let isTold = false
    const long = registerMethods({
      native_getLogs: streamingMethod({
        summary: 'Writes after the notification.',
        params: [],
        result: { schema: {} },
        run: () => new JsonStream(async (sink) => sink.write(JSON.stringify(isTold))),
      }),
    })
    const { handle } = createDispatcher(node, long, { batchLimit: 2 })
    const onLegacyCall = () => {
      isTold = true
    }
    const body = '{"jsonrpc":"2.0","id":1,"method":"native_getLogs"}'
    const answer = '{"jsonrpc":"2.0","id":1,"result":true}'
    expect(await handle(body, { onLegacyCall })).toBe(answer)
    isTold = false
    expect(await handle(`[${body},${body}]`, { onLegacyCall })).toBe(`[${answer},${answer}]`)
    await node.close()
  })
})

describe('another prefix', () => {
  test('renames all methods, errors and headers', async () => {
    const node = await start({ legacyPrefix: 'sei' })
    const response = await post(node, [call('sei_getSeiAddress', EVM), call('sei_getEvmTx')])
    expect(response.headers.get('sei-legacy-rpc-deprecation')).toMatch(/sei_\*.*sei2_\*/)
    expect(response.headers.get(HEADER)).toBeNull()
    expect(await response.json()).toEqual([
      { jsonrpc: '2.0', id: 1, result: NATIVE },
      {
        jsonrpc: '2.0',
        id: 1,
        error: {
          code: -32601,
          message: expect.stringMatching(/^sei_getEvmTx .*add it to enabled_legacy_sei_apis under/),
          data: 'legacy_sei_deprecated',
        },
      },
    ])
    expect(await node.request(call('sei_getEVMAddress', NATIVE))).toBe(EVM)
    const thrown = await node.request(allowed).catch((reason: unknown) => reason)
    expect(thrown).toMatchObject({
      code: -32601,
      message: 'the method native_getNativeAddress does not exist/is not available',
    })
  })

  test.each(['', 'Sei', '2sei', 'sei_', 'a'.repeat(21), ...namespaces()])(
    'rejects %j',
    async (legacyPrefix) => {
      await expect(createNode({ legacyPrefix })).rejects.toMatchObject({
        code: 'BAD_OPTION',
        message: expect.stringMatching(/^invalid option: legacyPrefix: /),
      })
    },
  )
})

test('does not affect other methods', () => {
  const gate = new LegacyGate(readAllowlist('native', []).legacy)
  const others = [...methods.keys()].filter((name) => !/^native2?_/.test(name))
  expect([...gate.served(methods).keys()]).toEqual(others)
  expect(others.filter((name) => gate.check(name) !== undefined)).toEqual([])
})

/** What other methods are called by. */
function namespaces(): readonly string[] {
  const names = [...methods.keys()].map((name) => name.split(/[_.]/)[0] ?? name)
  return [...new Set([...names, 'evm', 'anvil', 'hardhat'])].filter(
    (name) => !name.startsWith('native'),
  )
}
