import { nullable } from '../../codec/codec.ts'
import {
  anyInterval,
  blockGasLimit,
  intervalInSeconds,
  mineOptions,
  numberOfSeconds,
} from '../../codec/mining.ts'
import { address, boolean, quantity, uint32, word } from '../../codec/scalar.ts'
import { changingMethod, type Method, method, optional, param } from '../../core/method.ts'

export const evm_mine = changingMethod({
  summary:
    'Makes blocks of what waits, empty ones where nothing does; `0x0`. A time that no block can have any more is raised to one that it can.',
  params: [optional('options', mineOptions)],
  result: quantity,
  async run({ mining }, options) {
    await mining.mine(options)
    return 0n
  },
})

export const hardhat_mine = changingMethod({
  summary:
    'Makes so many blocks of what waits, empty ones where nothing does, so many seconds apart.',
  params: [param('blocks', quantity, '0x1'), optional('interval', uint32)],
  result: boolean,
  aliases: ['anvil_mine', 'ganache_mine'],
  async run({ mining }, blocks, interval) {
    await mining.mine(interval === undefined ? { blocks } : { blocks, interval })
    return true
  },
})

export const evm_setAutomine = changingMethod({
  summary:
    'Whether each transaction is mined when it is accepted. What waits is mined when that begins, each transaction in a block of its own.',
  params: [param('automine', boolean)],
  result: boolean,
  aliases: ['anvil_setAutomine', 'hardhat_setAutomine', 'ganache_setAutomine'],
  async run({ mining }, automine) {
    await mining.configure({ automine })
    return true
  },
})

export const hardhat_getAutomine = method({
  summary: 'Whether each transaction is mined when it is accepted.',
  params: [],
  result: boolean,
  aliases: ['anvil_getAutomine', 'ganache_getAutomine', 'eth_mining'],
  run: ({ mining }) => mining.config.automine,
})

export const miner_start = switchedTo(true, 'Begins to mine each transaction when it is accepted.')

export const miner_stop = switchedTo(false, 'Lets transactions wait until blocks are asked for.')

export const evm_setIntervalMining = changingMethod({
  summary:
    'Makes a block of what waits every so often, be it nothing; whether transactions are mined when they are accepted stays as it is.',
  params: [param('interval', anyInterval)],
  result: boolean,
  aliases: ['hardhat_setIntervalMining', 'ganache_setIntervalMining'],
  async run({ mining }, intervalMs) {
    await mining.configure({ intervalMs })
    return true
  },
})

export const anvil_setIntervalMining = changingMethod({
  summary: 'Makes a block of what waits every so many seconds, be it nothing.',
  params: [param('interval', intervalInSeconds)],
  result: boolean,
  async run({ mining }, intervalMs) {
    await mining.configure({ intervalMs })
    return true
  },
})

export const anvil_getIntervalMining = method({
  summary: 'Seconds between the blocks that come at intervals; null where none do.',
  params: [],
  result: nullable({ ...intervalInSeconds, schema: numberOfSeconds.schema }),
  aliases: ['hardhat_getIntervalMining', 'ganache_getIntervalMining'],
  run: ({ mining }) => mining.config.intervalMs,
})

export const evm_setBlockGasLimit = changingMethod({
  summary: 'Gas limit of the blocks to come.',
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
  summary: 'Where the fees of the blocks to come go, and what COINBASE gives there.',
  params: [param('address', address)],
  result: boolean,
  aliases: ['anvil_setCoinbase', 'ganache_setCoinbase', 'miner_setEtherbase'],
  async run({ mining }, coinbase) {
    await mining.configure({ coinbase })
    return true
  },
})

export const hardhat_setMinGasPrice = changingMethod({
  summary: 'What the base fee never falls below, in wei.',
  params: [param('price', quantity)],
  result: boolean,
  aliases: ['anvil_setMinGasPrice', 'ganache_setMinGasPrice', 'miner_setGasPrice'],
  async run({ mining }, minBaseFee) {
    await mining.configure({ minBaseFee })
    return true
  },
})

export const hardhat_setNextBlockBaseFeePerGas = changingMethod({
  summary: 'Base fee of the next block, in wei; that of the one after it follows from it.',
  params: [param('baseFee', quantity)],
  result: boolean,
  aliases: ['anvil_setNextBlockBaseFeePerGas', 'ganache_setNextBlockBaseFeePerGas'],
  async run({ mining }, nextBaseFee) {
    await mining.configure({ nextBaseFee })
    return true
  },
})

export const hardhat_setPrevRandao = changingMethod({
  summary: 'What PREVRANDAO gives in the next block.',
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
    await mining.configure({ nextPrevRandao })
    return true
  },
})

/** Ganache's words for {@link evm_setAutomine}. */
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
