import { listOf, nullable } from '../../codec/codec.ts'
import {
  anyInterval,
  blockGasLimit,
  chainIdentifier,
  intervalInSeconds,
  mineOptions,
  numberOfSeconds,
} from '../../codec/mining.ts'
import { address, boolean, quantity, uint32, word } from '../../codec/scalar.ts'
import { changingMethod, type Method, method, optional, param } from '../../core/method.ts'
import { invalidParams } from '../../errors/rpcError.ts'
import { detailedBlock, withOutputs } from '../../views/detailedBlock.ts'

export const evm_mine = changingMethod({
  summary:
    'Mines one block or more from the pool and returns `0x0`. Raises a time that is too early for the next block.',
  params: [optional('options', mineOptions)],
  result: quantity,
  async run({ mining }, options) {
    await mining.mine(options)
    return 0n
  },
})

/** Maximum number of blocks of `evm_mine_detailed`, which returns all of them. */
const MOST_DETAILED = 10_000n

export const evm_mine_detailed = changingMethod({
  summary:
    'Mines like `evm_mine` and returns the new blocks with full transactions, each with its `output` and, if it failed, its `revertReason`.',
  params: [optional('options', mineOptions)],
  result: listOf(detailedBlock),
  async run({ mining, blocks, state, simulate }, options) {
    const { blocks: count = 1n } = options ?? {}
    if (count > MOST_DETAILED) {
      throw invalidParams(`invalid argument 0: blocks: want at most ${MOST_DETAILED} blocks`)
    }
    const before = blocks.latest.number
    await mining.mine(options)
    const detailed = []
    for await (const block of blocks.range({ first: before + 1, last: blocks.latest.number })) {
      detailed.push(await withOutputs({ state, simulate }, block))
    }
    return detailed
  },
})

export const hardhat_mine = changingMethod({
  summary:
    'Mines blocks from the pool with a fixed time between them. Blocks are empty if the pool is.',
  params: [param('blocks', quantity, '0x1'), optional('interval', uint32)],
  result: boolean,
  aliases: ['anvil_mine', 'ganache_mine'],
  async run({ mining }, blocks, interval) {
    await mining.mine(interval === undefined ? { blocks } : { blocks, interval })
    return true
  },
})

export const evm_setAutomine = changingMethod({
  summary: 'Turns automine on or off. Turning it on mines the pending transactions in one block.',
  params: [param('automine', boolean)],
  result: boolean,
  aliases: ['anvil_setAutomine', 'hardhat_setAutomine', 'ganache_setAutomine'],
  async run({ mining }, automine) {
    await mining.configure({ automine })
    return true
  },
})

export const hardhat_getAutomine = method({
  summary: 'Returns whether automine is on.',
  params: [],
  result: boolean,
  aliases: ['anvil_getAutomine', 'ganache_getAutomine', 'eth_mining'],
  run: ({ mining }) => mining.config.automine,
})

export const miner_start = switchedTo(
  true,
  'Enables automine: each transaction is mined when it is accepted.',
)

export const miner_stop = switchedTo(
  false,
  'Disables automine: transactions wait for the next block.',
)

export const evm_setIntervalMining = changingMethod({
  summary: 'Sets the interval for mining blocks, also empty ones. Automine keeps its setting.',
  params: [param('interval', anyInterval)],
  result: boolean,
  aliases: ['hardhat_setIntervalMining', 'ganache_setIntervalMining'],
  async run({ mining }, intervalMs) {
    await mining.configure({ intervalMs })
    return true
  },
})

export const anvil_setIntervalMining = changingMethod({
  summary: 'Sets the interval for mining blocks, also empty ones, in seconds.',
  params: [param('interval', intervalInSeconds)],
  result: boolean,
  async run({ mining }, intervalMs) {
    await mining.configure({ intervalMs })
    return true
  },
})

export const anvil_getIntervalMining = method({
  summary: 'Returns the mining interval in seconds, or null if interval mining is off.',
  params: [],
  result: nullable({ ...intervalInSeconds, schema: numberOfSeconds.schema }),
  aliases: ['hardhat_getIntervalMining', 'ganache_getIntervalMining'],
  run: ({ mining }) => mining.config.intervalMs,
})

export const evm_setBlockGasLimit = changingMethod({
  summary: 'Sets the gas limit of future blocks.',
  params: [param('gasLimit', blockGasLimit)],
  result: boolean,
  aliases: [
    'anvil_setBlockGasLimit',
    'hardhat_setBlockGasLimit',
    'ganache_setBlockGasLimit',
    'miner_setGasLimit',
  ],
  async run({ mining }, gasLimit) {
    await mining.configure({ gasLimit })
    return true
  },
})

export const hardhat_setCoinbase = changingMethod({
  summary: 'Sets the coinbase of future blocks, which receives the fees.',
  params: [param('address', address)],
  result: boolean,
  aliases: ['anvil_setCoinbase', 'ganache_setCoinbase', 'miner_setEtherbase'],
  async run({ mining }, coinbase) {
    await mining.configure({ coinbase })
    return true
  },
})

export const hardhat_setMinGasPrice = changingMethod({
  summary: 'Sets the minimum base fee, in wei.',
  params: [param('price', quantity)],
  result: boolean,
  aliases: ['anvil_setMinGasPrice', 'ganache_setMinGasPrice', 'miner_setGasPrice'],
  async run({ mining }, minBaseFee) {
    await mining.configure({ minBaseFee })
    return true
  },
})

export const anvil_setChainId = changingMethod({
  summary: 'Sets the chain id of new transactions. Mined ones, and blocks, stay as they are.',
  params: [param('chainId', chainIdentifier)],
  result: boolean,
  aliases: ['hardhat_setChainId', 'ganache_setChainId'],
  async run({ mining }, chainId) {
    await mining.configure({ chainId })
    return true
  },
})

export const hardhat_setNextBlockBaseFeePerGas = changingMethod({
  summary: 'Sets the base fee of the next block, in wei. Later base fees follow from it.',
  params: [param('baseFee', quantity)],
  result: boolean,
  aliases: ['anvil_setNextBlockBaseFeePerGas', 'ganache_setNextBlockBaseFeePerGas'],
  async run({ mining }, nextBaseFee) {
    await mining.configure({ nextBaseFee })
    return true
  },
})

export const hardhat_setPrevRandao = changingMethod({
  summary: 'Sets PREVRANDAO of the next block.',
  params: [param('prevRandao', word)],
  result: boolean,
  aliases: [
    'anvil_setPrevRandao',
    'ganache_setPrevRandao',
    'anvil_setNextBlockPrevRandao',
    'hardhat_setNextBlockPrevRandao',
    'ganache_setNextBlockPrevRandao',
  ],
  async run({ mining }, nextPrevRandao) {
    await mining.configure({ nextPrevRandao, chainsPrevRandao: false })
    return true
  },
})

/** Ganache's name of {@link evm_setAutomine}. */
function switchedTo(automine: boolean, summary: string): Method {
  return changingMethod({
    summary,
    params: [optional('threads', quantity)],
    result: boolean,
    async run({ mining }) {
      await mining.configure({ automine })
      return true
    },
  })
}
