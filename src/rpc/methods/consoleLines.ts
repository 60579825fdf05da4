import type { ConsoleCall } from '../../evm/precompiles/console/consoleRecorder.ts'
import { consoleLine } from '../../evm/precompiles/console/consoleText.ts'
import { type Encoder, listOf } from '../codec/codec.ts'
import { address, text } from '../codec/scalar.ts'

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

/** Messages of a transaction. */
export const consoleLinesView = listOf(consoleLineView)

/** Returns the calls that are messages. */
export function consoleLinesOf(calls: readonly ConsoleCall[]): readonly ConsoleCall[] {
  return calls.filter(({ input }) => consoleLine(input) !== undefined)
}
