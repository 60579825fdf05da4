import type * as erigon from '../methods/erigon.ts'
import type * as block from '../methods/ots/block.ts'
import type * as search from '../methods/ots/search.ts'
import type * as trace from '../methods/ots/trace.ts'
import type { ExamplesOf } from './example.ts'
import { exampleValues } from './exampleValues.ts'
import { foundTransfer, transferDetails, transferPage } from './otterscanValues.ts'

const {
  alice,
  block1,
  bob,
  contract,
  creationHash,
  eventReceipt,
  eventTrace,
  revertData,
  revertedHash,
  transfer,
} = exampleValues

const {
  transactions: _hashes,
  uncles: _none,
  size: _bytes,
  withdrawals: _nothing,
  ...header
} = block1

/** Examples of `ots_*` and `erigon_*` methods. */
export const otsExamples = {
  erigon_getHeaderByNumber: { params: ['0x1'], result: header },
  ots_getApiLevel: { params: [], result: 8 },
  ots_hasCode: { params: [contract, 'latest'], result: true },
  ots_getBlockDetails: { params: ['0x1'], result: transferDetails },
  ots_getBlockDetailsByHash: { params: [block1.hash], result: transferDetails },
  ots_getBlockTransactions: { params: ['0x1', 0, 25], result: transferPage },
  ots_traceTransaction: {
    params: [eventReceipt.transactionHash],
    result: [
      {
        type: 'CALL',
        depth: 0,
        from: bob,
        to: contract,
        value: '0x0',
        input: '0x',
        output: eventTrace.result.output,
      },
    ],
  },
  ots_getInternalOperations: { params: [eventReceipt.transactionHash], result: [] },
  ots_getTransactionError: { params: [revertedHash], result: revertData },
  ots_searchTransactionsBefore: {
    params: [alice, 2, 25],
    result: { ...foundTransfer, firstPage: false, lastPage: true },
  },
  ots_searchTransactionsAfter: {
    params: [alice, 0, 1],
    result: { ...foundTransfer, firstPage: false, lastPage: true },
  },
  ots_getTransactionBySenderAndNonce: { params: [transfer.from, '0x0'], result: transfer.hash },
  ots_getContractCreator: { params: [contract], result: { hash: creationHash, creator: alice } },
} satisfies ExamplesOf<typeof erigon & typeof block & typeof trace & typeof search>
