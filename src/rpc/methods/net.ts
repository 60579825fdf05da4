import { boolean, quantity, text } from '../codec/scalar.ts'
import { method } from '../core/method.ts'

export const net_version = method({
  summary: 'Returns the network id as decimal text: the chain id, unless `--network-id` is given.',
  params: [],
  result: text,
  aliases: ['eth_networkId'],
  run: ({ chainId, networkId }) => (networkId ?? chainId).toString(),
})

export const net_listening = method({
  summary: 'Returns true: the node listens.',
  params: [],
  result: boolean,
  run: () => true,
})

export const net_peerCount = method({
  summary: 'Returns zero: the node has no peers.',
  params: [],
  result: quantity,
  run: () => 0n,
})
