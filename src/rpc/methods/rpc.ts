import type { Json } from '../../primitives/encoding/json.ts'
import type { Encoder } from '../codec/codec.ts'
import { method } from '../core/method.ts'
import { openRpcDocument } from '../core/openRpc.ts'

const anyObject: Encoder<Readonly<Record<string, Json>>> = {
  encode: (value) => value,
  schema: { type: 'object' },
}

export const rpc_modules = method({
  summary: 'Returns the served namespaces and their versions.',
  params: [],
  result: anyObject,
  run({ methods }) {
    const names = new Set([...methods.keys()].map((name) => name.split(/[_.]/)[0] ?? name))
    return Object.fromEntries([...names].sort().map((name) => [name, '1.0']))
  },
})

export const rpc_discover = method({
  summary: 'Returns the OpenRPC document of all served methods.',
  params: [],
  result: anyObject,
  aliases: ['rpc.discover'],
  async run({ clientVersion, legacy, methods }) {
    // Loaded on demand, because they are long.
    const { examples } = await import('../examples/examples.ts')
    return openRpcDocument(methods, clientVersion, legacy.prefix, examples)
  },
})
