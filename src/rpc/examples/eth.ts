import type * as block from '../methods/eth/block.ts'
import type * as client from '../methods/eth/client.ts'
import type * as execute from '../methods/eth/execute.ts'
import type * as feeMarket from '../methods/eth/feeMarket.ts'
import type * as filter from '../methods/eth/filter.ts'
import type * as logs from '../methods/eth/logs.ts'
import type * as proof from '../methods/eth/proof.ts'
import type * as sign from '../methods/eth/sign.ts'
import type * as simulate from '../methods/eth/simulate.ts'
import type * as state from '../methods/eth/state.ts'
import type * as submit from '../methods/eth/submit.ts'
import type * as subscription from '../methods/eth/subscription.ts'
import type * as transaction from '../methods/eth/transaction.ts'
import type { ExamplesOf } from './example.ts'
import { exampleValues } from './exampleValues.ts'

const {
  alice,
  block1,
  block1Header,
  bob,
  contract,
  contractCode,
  eventReceipt,
  filled,
  helloSignature,
  nextReceipt,
  rawNext,
  rawTransfer,
  revertedHash,
  slotProof,
  transfer,
  typedSignature,
} = exampleValues

const FILTER_ID = '0x6f1c2a90b7d84e5fa3c10d92e85b7c46'

/** Alice pays Bob one wei after block 1. */
const paymentHash = '0xc3450b91312bc167cd0caa8916f68877caeda0d88f214e33d32318a89ea2d669'

const paidHash = '0x9a8066d6240808676869df8ea5bb9d8248ecf7b4a3c4bfabbb8191ea69665e14'

/** The block with only that payment. */
const simulated = {
  ...block1,
  number: '0x2',
  parentHash: block1.hash,
  stateRoot: `0x${'0'.repeat(64)}`,
  transactionsRoot: '0xb158217ca276ea839b674846806b450c39742f124830078413f7f39e62297dde',
  receiptsRoot: '0xf78dfb743fbd92ade140711c8bbc542b5e307f0ab7984eff35d751969fe57efa',
  timestamp: '0x6774858d',
  mixHash: '0x798ed9508f11a004199f6acdaf586bbd888cbc2b0f19fd90be6c5edc03680b80',
  baseFeePerGas: '0x0',
  hash: paidHash,
  size: '0x290',
  transactions: [paymentHash],
  calls: [
    {
      returnData: '0x',
      logs: [
        {
          address: `0x${'e'.repeat(40)}`,
          topics: [
            '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
            `0x${alice.slice(2).padStart(64, '0')}`,
            `0x${bob.slice(2).padStart(64, '0')}`,
          ],
          data: `0x${'1'.padStart(64, '0')}`,
          blockNumber: '0x2',
          transactionHash: paymentHash,
          transactionIndex: '0x0',
          blockHash: paidHash,
          blockTimestamp: '0x6774858d',
          logIndex: '0x0',
          removed: false,
        },
      ],
      gasUsed: '0x5208',
      maxUsedGas: '0x5208',
      status: '0x1',
    },
  ],
} as const

/** Examples of `eth_*` methods. */
export const ethExamples = {
  eth_getBlockByNumber: { params: ['0x1', false], result: block1 },
  eth_getBlockByHash: {
    params: [block1.hash, true],
    result: { ...block1, transactions: [transfer] },
  },
  eth_getHeaderByNumber: { params: ['0x1'], result: block1Header },
  eth_getHeaderByHash: { params: [block1.hash], result: block1Header },
  eth_getBlockTransactionCountByNumber: { params: ['latest'], result: '0x1' },
  eth_getBlockTransactionCountByHash: { params: [block1.hash], result: '0x1' },
  eth_getBlockReceipts: { params: ['0x3'], result: [eventReceipt] },
  eth_getUncleCountByBlockNumber: { params: ['latest'], result: '0x0' },
  eth_getUncleCountByBlockHash: { params: [block1.hash], result: '0x0' },
  eth_getUncleByBlockNumberAndIndex: { params: ['latest', '0x0'], result: null },
  eth_getUncleByBlockHashAndIndex: { params: [block1.hash, '0x0'], result: null },
  eth_getTransactionByHash: { params: [transfer.hash], result: transfer },
  eth_getTransactionBySenderAndNonce: { params: [alice, '0x0'], result: transfer },
  eth_getTransactionByBlockNumberAndIndex: { params: ['0x1', '0x0'], result: transfer },
  eth_getTransactionByBlockHashAndIndex: { params: [block1.hash, '0x0'], result: transfer },
  eth_getTransactionReceipt: {
    params: [eventReceipt.transactionHash],
    result: eventReceipt,
  },
  eth_getTransactionErrorByHash: { params: [revertedHash], result: 'execution reverted' },
  eth_getVMError: { params: [revertedHash], result: 'execution reverted' },
  eth_getRawTransactionByHash: { params: [transfer.hash], result: rawTransfer },
  eth_getRawTransactionByBlockNumberAndIndex: { params: ['0x1', '0x0'], result: rawTransfer },
  eth_getRawTransactionByBlockHashAndIndex: { params: [block1.hash, '0x0'], result: rawTransfer },
  eth_pendingTransactions: { params: [], result: [] },
  eth_getLogs: {
    params: [{ fromBlock: '0x1', toBlock: '0x4', address: contract }],
    result: eventReceipt.logs,
  },
  eth_newFilter: { params: [{ address: contract }], result: FILTER_ID, varies: true },
  eth_newBlockFilter: { params: [], result: FILTER_ID, varies: true },
  eth_newPendingTransactionFilter: { params: [], result: FILTER_ID, varies: true },
  eth_getFilterChanges: {
    params: [FILTER_ID],
    error: { code: -32000, message: 'filter not found' },
  },
  eth_getFilterLogs: { params: [FILTER_ID], error: { code: -32000, message: 'filter not found' } },
  eth_uninstallFilter: { params: [FILTER_ID], result: false },
  eth_subscribe: {
    params: ['newHeads'],
    error: {
      code: -32601,
      message: 'notifications not supported: connect by WebSocket to the same address',
    },
  },
  eth_unsubscribe: {
    params: ['0x9cef478923ff08bf67fde6c64013158d'],
    error: {
      code: -32601,
      message: 'notifications not supported: connect by WebSocket to the same address',
    },
  },
  eth_chainId: { params: [], result: '0xae3f2' },
  eth_blockNumber: { params: [], result: '0x4' },
  eth_config: {
    params: [],
    result: {
      current: {
        activationTime: 0,
        blobSchedule: { target: 0, max: 0, baseFeeUpdateFraction: 5007716 },
        chainId: '0xae3f2',
        forkId: '0x66402759',
        precompiles: {
          BANK: '0x0000000000000000000000000000000000001001',
          ECREC: '0x0000000000000000000000000000000000000001',
        },
        systemContracts: {},
      },
      next: null,
      last: null,
    },
    varies: true,
  },
  eth_coinbase: { params: [], result: '0x27f7b8b8b5a4e71e8e9aa671f4e4031e3773303f' },
  eth_accounts: { params: [], result: [alice, bob] },
  eth_syncing: { params: [], result: false },
  eth_hashrate: { params: [], result: '0x0' },
  eth_getBalance: { params: [bob, 'earliest'], result: '0x21e19e0c9bab2400000' },
  eth_getCode: {
    params: [contract, 'latest'],
    result: contractCode,
  },
  eth_getAccountInfo: {
    params: [contract, 'latest'],
    result: { nonce: '0x1', balance: '0x0', code: contractCode },
  },
  eth_getAccount: {
    params: [contract, 'latest'],
    result: {
      nonce: '0x1',
      balance: '0x0',
      storageRoot: '0x81d1fa699f807735499cf6f7df860797cf66f6a66b565cfcda3fae3521eb6861',
      codeHash: '0xd61c06da2b354e13ea232abf23ddb3b3a1059fde90ce1165bb62336042a38b0e',
    },
  },
  eth_getStorageAt: {
    params: [contract, '0x0', 'latest'],
    result: '0x000000000000000000000000000000000000000000000000000000000000002a',
  },
  eth_getStorageValues: {
    params: [{ [contract]: ['0x0', '0x1'] }, 'latest'],
    result: {
      [contract]: [
        '0x000000000000000000000000000000000000000000000000000000000000002a',
        '0x0000000000000000000000000000000000000000000000000000000000000000',
      ],
    },
  },
  eth_getTransactionCount: { params: [alice, 'latest'], result: '0x3' },
  eth_getProof: {
    params: [contract, ['0x0'], 'latest'],
    result: {
      address: contract,
      hexValues: ['000000000000000000000000000000000000000000000000000000000000002a'],
      storageProof: [slotProof],
    },
  },
  eth_gasPrice: { params: [], result: '0x4190ab00' },
  eth_baseFee: { params: [], result: '0x3b9aca00' },
  eth_maxPriorityFeePerGas: { params: [], result: '0x3b9aca00' },
  eth_blobBaseFee: {
    params: [],
    error: { code: -32000, message: 'blobs not supported on this chain' },
  },
  eth_feeHistory: {
    params: ['0x2', '0x2', [50]],
    result: {
      oldestBlock: '0x1',
      baseFeePerGas: ['0x3b9aca00', '0x3b9aca00', '0x3b9aca00'],
      gasUsedRatio: [0.00021, 0.00073212],
      reward: [['0x3b9aca00'], ['0x3b9aca00']],
    },
  },
  eth_call: {
    params: [{ from: alice, to: contract }, 'latest'],
    result: '0x000000000000000000000000000000000000000000000000000000000000002a',
  },
  eth_estimateGas: {
    params: [{ from: alice, to: bob, value: '0x1' }],
    result: '0x5208',
  },
  eth_createAccessList: {
    params: [{ from: alice, to: contract }, 'latest'],
    result: {
      accessList: [
        {
          address: contract,
          storageKeys: ['0x0000000000000000000000000000000000000000000000000000000000000000'],
        },
      ],
      gasUsed: '0x6756',
    },
  },
  eth_estimateGasAfterCalls: {
    params: [{ from: alice, to: bob, value: '0x1' }, [{ from: alice, to: contract }]],
    result: '0x5208',
  },
  eth_callMany: {
    params: [
      [
        {
          transactions: [
            { from: alice, to: contract },
            { from: alice, to: bob, value: '0x1' },
          ],
        },
      ],
      { blockNumber: 'latest' },
    ],
    result: [[{ value: `0x${'00'.repeat(31)}2a` }, { value: '0x' }]],
  },
  eth_simulateV1: {
    params: [
      {
        blockStateCalls: [{ calls: [{ from: alice, to: bob, value: '0x1' }] }],
        traceTransfers: true,
      },
      '0x1',
    ],
    result: [simulated],
  },
  eth_sendRawTransaction: { params: [rawNext], result: nextReceipt.transactionHash },
  eth_sendRawTransactionSync: { params: [rawNext], result: nextReceipt },
  eth_sendTransaction: {
    params: [{ from: bob, to: alice, value: '0x1' }],
    result: nextReceipt.transactionHash,
  },
  eth_sendTransactionSync: {
    params: [{ from: bob, to: alice, value: '0x1' }],
    result: nextReceipt,
  },
  eth_sendUnsignedTransaction: {
    params: [{ from: bob, to: alice, value: '0x1' }],
    result: nextReceipt.transactionHash,
  },
  eth_signTransaction: {
    params: [{ from: bob, to: alice, value: '0x1' }],
    result: rawNext,
  },
  eth_fillTransaction: {
    params: [{ from: bob, to: alice, value: '0x1' }],
    result: filled,
  },
  eth_sign: {
    params: [alice, '0x68656c6c6f'],
    result: helloSignature,
  },
  eth_signTypedData_v4: {
    params: [
      alice,
      {
        types: { Greeting: [{ name: 'text', type: 'string' }] },
        primaryType: 'Greeting',
        domain: {},
        message: { text: 'hello' },
      },
    ],
    result: typedSignature,
  },
} satisfies ExamplesOf<
  typeof block &
    typeof transaction &
    typeof logs &
    typeof filter &
    typeof subscription &
    typeof client &
    typeof state &
    typeof proof &
    typeof feeMarket &
    typeof execute &
    typeof simulate &
    typeof submit &
    typeof sign
>
