import type * as block from '../methods/trace/block.ts'
import type * as call from '../methods/trace/call.ts'
import type * as filter from '../methods/trace/filter.ts'
import type * as transaction from '../methods/trace/transaction.ts'
import type { ExamplesOf } from './example.ts'
import { exampleValues } from './exampleValues.ts'

const {
  alice,
  bob,
  eventReceipt,
  eventTrace,
  nextReplay,
  payReplay,
  rawNext,
  transfer,
  transferReplay,
} = exampleValues

const pay = { from: alice, to: bob, value: '0x1', gas: '0x5208' }

/** Examples of `trace_*` methods. */
export const traceExamples = {
  trace_transaction: {
    params: [eventReceipt.transactionHash],
    result: [eventTrace],
  },
  trace_get: {
    params: [eventReceipt.transactionHash, []],
    result: eventTrace,
  },
  trace_replayTransaction: {
    params: [transfer.hash, ['trace', 'stateDiff']],
    result: transferReplay,
  },
  trace_block: { params: ['0x3'], result: [eventTrace] },
  trace_replayBlockTransactions: {
    params: ['0x1', ['trace', 'stateDiff']],
    result: [{ ...transferReplay, transactionHash: transfer.hash }],
  },
  trace_call: { params: [pay, ['trace'], 'latest'], result: payReplay },
  trace_callMany: {
    params: [
      [
        [pay, ['trace']],
        [pay, ['trace']],
      ],
      'latest',
    ],
    result: [payReplay, payReplay],
  },
  trace_rawTransaction: {
    params: [rawNext, ['trace']],
    result: nextReplay,
  },
  trace_filter: {
    params: [{ fromBlock: '0x1', toBlock: '0x4', fromAddress: [bob] }],
    result: [eventTrace],
  },
} satisfies ExamplesOf<typeof transaction & typeof block & typeof call & typeof filter>
