import { listOf } from '../../codec/codec.ts'
import { address, boolean, quantity } from '../../codec/scalar.ts'
import { exampleValues } from '../../core/exampleValues.ts'
import { method } from '../../core/method.ts'

export const eth_chainId = method({
  summary: 'Chain id that signatures must carry (EIP-155).',
  params: [],
  result: quantity,
  example: { params: [], result: '0xae3f2' },
  run: ({ node }) => node.chain.chainId,
})

export const eth_blockNumber = method({
  summary: 'Number of the newest complete block.',
  params: [],
  result: quantity,
  example: { params: [], result: '0x4' },
  run: ({ node }) => BigInt(node.chain.blocks.latest.number),
})

export const eth_coinbase = method({
  summary:
    'Where the fees of the next block go, and what the COINBASE opcode gives there: the fee collector, unless somebody chose otherwise.',
  params: [],
  result: address,
  example: { params: [], result: '0x27f7b8b8b5a4e71e8e9aa671f4e4031e3773303f' },
  run: ({ node }) => node.chain.mining.config.coinbase,
})

export const eth_accounts = method({
  summary: 'Development accounts, whose keys the node holds, and those that are impersonated.',
  params: [],
  result: listOf(address),
  example: { params: [], result: [exampleValues.alice, exampleValues.bob] },
  aliases: ['eth_requestAccounts'],
  run({ node: { wallet, impersonations } }) {
    const others = impersonations.accounts.filter((address) => !wallet.has(address))
    return [...wallet.addresses, ...others]
  },
})

export const eth_syncing = method({
  summary: 'Always false: the node makes its own blocks.',
  params: [],
  result: boolean,
  example: { params: [], result: false },
  run: () => false,
})

export const eth_hashrate = method({
  summary: 'Always zero: nobody searches for hashes here.',
  params: [],
  result: quantity,
  example: { params: [], result: '0x0' },
  run: () => 0n,
})
