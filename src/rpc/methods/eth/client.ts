import { listOf } from '../../codec/codec.ts'
import { address, boolean, quantity } from '../../codec/scalar.ts'
import { method } from '../../core/method.ts'

export const eth_chainId = method({
  summary: 'Chain id that signatures must carry (EIP-155).',
  params: [],
  result: quantity,
  run: ({ chainId }) => chainId,
})

export const eth_blockNumber = method({
  summary: 'Number of the newest complete block.',
  params: [],
  result: quantity,
  run: ({ blocks }) => BigInt(blocks.latest.number),
})

export const eth_coinbase = method({
  summary:
    'Where the fees of the next block go, and what the COINBASE opcode gives there: the fee collector, unless somebody chose otherwise.',
  params: [],
  result: address,
  run: ({ mining }) => mining.config.coinbase,
})

export const eth_accounts = method({
  summary: 'Development accounts, whose keys the node holds, and those that are impersonated.',
  params: [],
  result: listOf(address),
  aliases: ['eth_requestAccounts'],
  run({ wallet, impersonations }) {
    const others = impersonations.accounts.filter((address) => !wallet.has(address))
    return [...wallet.addresses, ...others]
  },
})

export const eth_syncing = method({
  summary: 'Always false: the node makes its own blocks.',
  params: [],
  result: boolean,
  run: () => false,
})

export const eth_hashrate = method({
  summary: 'Always zero: nobody searches for hashes here.',
  params: [],
  result: quantity,
  run: () => 0n,
})
