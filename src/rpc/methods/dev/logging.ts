import { ChainError } from '../../../chain/errors.ts'
import { runTransaction } from '../../../evm/run/runTransaction.ts'
import { boolean, hash } from '../../codec/scalar.ts'
import { method, param } from '../../core/method.ts'
import { consoleLinesOf, consoleLinesView } from '../consoleLines.ts'

export const hardhat_setLoggingEnabled = method({
  summary: 'Turns the log of requests, blocks and console.log messages on or off.',
  params: [param('enabled', boolean)],
  result: boolean,
  aliases: ['anvil_setLoggingEnabled', 'ganache_setLoggingEnabled'],
  run({ logging }, enabled) {
    logging.enabled = enabled
    return true
  },
})

export const rockpool_getConsoleLogs = method({
  summary:
    'Runs a mined transaction again and returns its console.log messages, also if it failed.',
  params: [param('hash', hash)],
  result: consoleLinesView,
  async run({ transactions, state, simulate }, wanted) {
    const located = transactions.get(wanted)
    if (located === undefined) {
      throw new ChainError({ code: 'TRANSACTION_NOT_FOUND', hash: wanted })
    }
    const { block, index, transaction } = located
    const { outcome } = await simulate.explore(
      await state.viewBefore(block, index),
      async ({ executor, state, block: context }) =>
        runTransaction(executor, state, context, transaction),
    )
    return consoleLinesOf(outcome.console?.calls ?? [])
  },
})
