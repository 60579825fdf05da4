import { listOf } from '../../codec/codec.ts'
import { address, boolean, quantity } from '../../codec/scalar.ts'
import { method } from '../../core/method.ts'
import { forkConfigsView } from '../../views/forkConfig.ts'

export const eth_chainId = method({
  summary: 'Returns the chain id for signatures (EIP-155).',
  params: [],
  result: quantity,
  run: ({ chainId }) => chainId,
})

export const eth_config = method({
  summary: 'Returns the rules of the current, the next and the last scheduled fork (EIP-7910).',
  params: [],
  result: forkConfigsView,
  run({ chainId, forks, names, seiVersion: version, blocks }) {
    const seiVersion = names.hasAssociations === false ? undefined : version
    return { chainId, forks, seiVersion, genesis: blocks.genesis, latest: blocks.latest.header }
  },
})

export const eth_blockNumber = method({
  summary: 'Returns the number of the latest block.',
  params: [],
  result: quantity,
  run: ({ blocks }) => BigInt(blocks.latest.number),
})

export const eth_coinbase = method({
  summary:
    'Returns the coinbase of the next block, which receives the fees: the fee collector by default.',
  params: [],
  result: address,
  run: ({ mining }) => mining.config.coinbase,
})

export const eth_accounts = method({
  summary:
    'Returns the addresses that the node can sign for: development accounts and impersonated ones.',
  params: [],
  result: listOf(address),
  aliases: ['eth_requestAccounts'],
  run({ wallet, impersonations }) {
    const others = impersonations.accounts.filter((address) => !wallet.has(address))
    return [...wallet.addresses, ...others]
  },
})

export const eth_syncing = method({
  summary: 'Returns false: the node never syncs.',
  params: [],
  result: boolean,
  run: () => false,
})

export const eth_hashrate = method({
  summary: 'Returns zero: the chain has no proof of work.',
  params: [],
  result: quantity,
  run: () => 0n,
})
