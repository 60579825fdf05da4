import { ChainError } from '../../../chain/errors.ts'
import type { ConsoleCall } from '../../../evm/precompiles/console/consoleRecorder.ts'
import { consoleLine } from '../../../evm/precompiles/console/consoleText.ts'
import { runTransaction } from '../../../evm/run/runTransaction.ts'
import { type Encoder, listOf } from '../../codec/codec.ts'
import { address, boolean, hash, text } from '../../codec/scalar.ts'
import { method, param } from '../../core/method.ts'

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

const texts = listOf(text)

const consoleLineView: Encoder<ConsoleCall> = {
  encode({ caller, input }) {
    const { message, args, types } = consoleLine(input) ?? { message: '', args: [], types: [] }
    return { address: caller, message, args: texts.encode(args), types: texts.encode(types) }
  },
  schema: {
    type: 'object',
    title: 'console.log messages',
    description: 'Sender, the message as text, and the arguments with their Solidity types.',
    properties: {
      address: address.schema,
      message: text.schema,
      args: texts.schema,
      types: texts.schema,
    },
    required: ['address', 'message', 'args', 'types'],
  },
}

export const rockpool_getConsoleLogs = method({
  summary:
    'Runs a mined transaction again and returns its console.log messages, also if it failed.',
  params: [param('hash', hash)],
  result: listOf(consoleLineView),
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
    const said = outcome.console?.calls ?? []
    return said.filter(({ input }) => consoleLine(input) !== undefined)
  },
})
