import type * as account from '../methods/native/account.ts'
import type * as address from '../methods/native/address.ts'
import type * as block from '../methods/native/block.ts'
import type * as blockWithTransfers from '../methods/native/blockWithTransfers.ts'
import type * as cosmosTransaction from '../methods/native/cosmosTransaction.ts'
import type * as filter from '../methods/native/filter.ts'
import type * as logs from '../methods/native/logs.ts'
import type * as trace from '../methods/native/trace.ts'
import type * as transaction from '../methods/native/transaction.ts'
import { debugExamples } from './debug.ts'
import { ethExamples } from './eth.ts'
import type { ExamplesOf } from './example.ts'
import { exampleValues } from './exampleValues.ts'

const {
  accountOfAlice,
  alice,
  associationOfAlice,
  cosmosTransfer,
  nativeAlice,
  nativeBroadcast,
  rawNative,
  transfer,
} = exampleValues

/** Examples of legacy methods; an alias has that of its target. */
export const nativeExamples = {
  native_getNativeAddress: { params: [alice], result: nativeAlice },
  native_getEVMAddress: {
    params: [nativeAlice],
    result: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  },
  native_getTransactionCount: ethExamples.eth_getTransactionCount,
  native_getTransactionErrorByHash: ethExamples.eth_getTransactionErrorByHash,
  native_getVMError: ethExamples.eth_getVMError,
  native_getTransactionByHash: ethExamples.eth_getTransactionByHash,
  native_getTransactionByBlockNumberAndIndex: ethExamples.eth_getTransactionByBlockNumberAndIndex,
  native_getTransactionByBlockHashAndIndex: ethExamples.eth_getTransactionByBlockHashAndIndex,
  native_getTransactionReceipt: ethExamples.eth_getTransactionReceipt,
  native_getBlockByNumber: ethExamples.eth_getBlockByNumber,
  native_getBlockByHash: ethExamples.eth_getBlockByHash,
  native_getBlockReceipts: ethExamples.eth_getBlockReceipts,
  native_getBlockTransactionCountByNumber: ethExamples.eth_getBlockTransactionCountByNumber,
  native_getBlockTransactionCountByHash: ethExamples.eth_getBlockTransactionCountByHash,
  native_getBlockByNumberExcludeTraceFail: ethExamples.eth_getBlockByNumber,
  native_getBlockByHashExcludeTraceFail: ethExamples.eth_getBlockByHash,
  native_getLogs: ethExamples.eth_getLogs,
  native_newFilter: ethExamples.eth_newFilter,
  native_newBlockFilter: ethExamples.eth_newBlockFilter,
  native_getFilterChanges: ethExamples.eth_getFilterChanges,
  native_getFilterLogs: ethExamples.eth_getFilterLogs,
  native_uninstallFilter: ethExamples.eth_uninstallFilter,
  native_traceBlockByNumberExcludeTraceFail: debugExamples.debug_traceBlockByNumber,
  native_traceBlockByHashExcludeTraceFail: debugExamples.debug_traceBlockByHash,
  native_getTransactionReceiptExcludeTraceFail: ethExamples.eth_getTransactionReceipt,
  native2_getBlockByNumber: ethExamples.eth_getBlockByNumber,
  native2_getBlockByHash: ethExamples.eth_getBlockByHash,
  native2_getBlockReceipts: ethExamples.eth_getBlockReceipts,
  native2_getBlockTransactionCountByNumber: ethExamples.eth_getBlockTransactionCountByNumber,
  native2_getBlockTransactionCountByHash: ethExamples.eth_getBlockTransactionCountByHash,
  native2_getBlockByNumberExcludeTraceFail: ethExamples.eth_getBlockByNumber,
  native2_getBlockByHashExcludeTraceFail: ethExamples.eth_getBlockByHash,
  native_associate: {
    params: [associationOfAlice],
    error: { code: -32000, message: 'account already has association set: invalid request' },
  },
  native_broadcastTx: { params: [rawNative], result: nativeBroadcast },
  native_getCosmosTx: { params: [transfer.hash], result: cosmosTransfer },
  native_getEvmTx: {
    params: [cosmosTransfer.tx_response.txhash],
    result: transfer.hash,
  },
  native_getAccount: { params: [nativeAlice], result: accountOfAlice },
} satisfies ExamplesOf<
  typeof address &
    typeof transaction &
    typeof block &
    typeof logs &
    typeof filter &
    typeof trace &
    typeof blockWithTransfers &
    typeof cosmosTransaction &
    typeof account
>
