import type * as dumpBlock from '../methods/debug/dumpBlock.ts'
import type * as modifiedAccounts from '../methods/debug/modifiedAccounts.ts'
import type * as raw from '../methods/debug/raw.ts'
import type * as storageRange from '../methods/debug/storageRange.ts'
import type * as stateAccess from '../methods/debug/trace.ts'
import type * as trace from '../methods/debug/trace.ts'
import type { ExamplesOf } from './example.ts'
import { exampleValues } from './exampleValues.ts'

const {
  alice,
  block1,
  bob,
  contract,
  dumpedBlock,
  eventReceipt,
  rawBlock,
  rawEventReceipt,
  rawHeader,
  rawTransfer,
  revertData,
  transfer,
} = exampleValues

const transferTrace = {
  from: alice,
  gas: '0x5208',
  gasUsed: '0x5208',
  to: bob,
  input: '0x',
  value: '0xde0b6b3a7640000',
  type: 'CALL',
} as const

/** Examples of `debug_*` methods. */
export const debugExamples = {
  debug_traceTransaction: {
    params: [
      eventReceipt.transactionHash,
      { tracer: 'callTracer', tracerConfig: { withLog: true } },
    ],
    result: {
      from: bob,
      gas: '0x30d40',
      gasUsed: eventReceipt.gasUsed,
      to: contract,
      input: '0x',
      output: '0x000000000000000000000000000000000000000000000000000000000000002a',
      logs: [
        {
          address: contract,
          topics: [`0x${'ab'.repeat(32)}`],
          data: '0x000000000000000000000000000000000000000000000000000000000000002a',
          position: '0x0',
          index: '0x0',
        },
      ],
      value: '0x0',
      type: 'CALL',
    },
  },
  debug_traceBlockByNumber: {
    params: ['0x1', { tracer: 'callTracer' }],
    result: [{ txHash: transfer.hash, result: transferTrace }],
  },
  debug_traceBlock: {
    params: [rawBlock, { tracer: 'callTracer' }],
    result: [{ txHash: transfer.hash, result: transferTrace }],
  },
  debug_traceBlockByHash: {
    params: [block1.hash, { tracer: 'callTracer' }],
    result: [{ txHash: transfer.hash, result: transferTrace }],
  },
  debug_traceCall: {
    params: [
      { from: alice, to: contract, data: '0x01', gas: '0x30d40' },
      'latest',
      { tracer: 'callTracer' },
    ],
    result: {
      from: alice,
      gas: '0x30d40',
      gasUsed: '0x526a',
      to: contract,
      input: '0x01',
      output: revertData,
      error: 'execution reverted',
      revertReason: 'no',
      value: '0x0',
      type: 'CALL',
    },
  },
  debug_getRawTransaction: { params: [transfer.hash], result: rawTransfer },
  debug_getBadBlocks: { params: [], result: [] },
  debug_getRawHeader: { params: ['0x1'], result: rawHeader },
  debug_getRawBlock: { params: ['0x1'], result: rawBlock },
  debug_getRawReceipts: { params: ['0x3'], result: [rawEventReceipt] },
  debug_storageRangeAt: {
    params: ['0x3', '0x1', contract, '0x00', '0xa'],
    result: exampleValues.storageRange,
  },
  debug_getModifiedAccountsByNumber: { params: ['0x1'], result: exampleValues.modifiedAccounts },
  debug_getModifiedAccountsByHash: {
    params: [block1.hash],
    result: exampleValues.modifiedAccounts,
  },
  debug_traceStateAccess: {
    params: [eventReceipt.transactionHash],
    result: exampleValues.stateAccess,
  },
  debug_dumpBlock: { params: ['0x1'], result: dumpedBlock, partial: true },
} satisfies ExamplesOf<
  typeof trace &
    typeof raw &
    typeof storageRange &
    typeof modifiedAccounts &
    typeof stateAccess &
    typeof dumpBlock
>
