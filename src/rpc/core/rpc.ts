import type { Json } from '../../primitives/encoding/json.ts'
import type { Encoder } from '../codec/codec.ts'
import { method } from './method.ts'
import { openRpcDocument } from './openRpc.ts'

const anyObject: Encoder<Readonly<Record<string, Json>>> = {
  encode: (value) => value,
  schema: { type: 'object' },
}

export const rpc_modules = method({
  summary: 'Namespaces that are served, each with its version.',
  params: [],
  result: anyObject,
  example: {
    params: [],
    result: {
      anvil: '1.0',
      debug: '1.0',
      erigon: '1.0',
      eth: '1.0',
      evm: '1.0',
      ganache: '1.0',
      hardhat: '1.0',
      miner: '1.0',
      native: '1.0',
      native2: '1.0',
      net: '1.0',
      ots: '1.0',
      personal: '1.0',
      rockpool: '1.0',
      rpc: '1.0',
      tenderly: '1.0',
      trace: '1.0',
      txpool: '1.0',
      web3: '1.0',
    },
  },
  run({ methods }) {
    const names = new Set([...methods.keys()].map((name) => name.split(/[_.]/)[0] ?? name))
    return Object.fromEntries([...names].sort().map((name) => [name, '1.0']))
  },
})

export const rpc_discover = method({
  summary: 'OpenRPC document of every method that is served.',
  params: [],
  result: anyObject,
  example: { params: [], result: { openrpc: '1.3.2' }, partial: true },
  aliases: ['rpc.discover'],
  run: ({ node, methods }) => openRpcDocument(methods, node.clientVersion, node.legacy.prefix),
})
