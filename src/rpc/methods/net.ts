import { boolean, quantity, text } from '../codec/scalar.ts'
import { method } from '../core/method.ts'

export const net_version = method({
  summary: 'Chain id as decimal text.',
  params: [],
  result: text,
  example: { params: [], result: '713714' },
  aliases: ['eth_networkId'],
  run: ({ node }) => node.chain.chainId.toString(),
})

export const net_listening = method({
  summary: 'Always true.',
  params: [],
  result: boolean,
  example: { params: [], result: true },
  run: () => true,
})

export const net_peerCount = method({
  summary: 'Always zero: the node has no peers.',
  params: [],
  result: quantity,
  example: { params: [], result: '0x0' },
  run: () => 0n,
})
