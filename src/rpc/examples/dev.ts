import type * as branch from '../methods/dev/branch.ts'
import type * as dump from '../methods/dev/dump.ts'
import type * as identity from '../methods/dev/identity.ts'
import type * as impersonation from '../methods/dev/impersonation.ts'
import type * as label from '../methods/dev/label.ts'
import type * as logging from '../methods/dev/logging.ts'
import type * as mining from '../methods/dev/mining.ts'
import type * as pool from '../methods/dev/pool.ts'
import type * as reset from '../methods/dev/reset.ts'
import type * as snapshot from '../methods/dev/snapshot.ts'
import type * as state from '../methods/dev/state.ts'
import type * as time from '../methods/dev/time.ts'
import type * as token from '../methods/dev/token.ts'
import type { ExamplesOf } from './example.ts'
import { exampleValues } from './exampleValues.ts'

const { alice, block1, block4Place, bob, clientVersion, contract, transfer } = exampleValues

/** An account without code, so not a token. */
const NO_TOKEN = '0x00000000000000000000000000000000000000aa'

const deployed = {
  ...{ id: '0x1', name: 'deployed' },
  ...block4Place,
  timestamp: '0x67748584',
}

/** Examples of development methods. */
export const devExamples = {
  hardhat_setBalance: { params: [bob, '0xde0b6b3a7640000'], result: true },
  hardhat_addBalance: { params: [bob, '0xde0b6b3a7640000'], result: true },
  hardhat_setCode: { params: [contract, '0x602a60005260206000f3'], result: true },
  hardhat_setNonce: { params: [alice, '0x64'], result: true },
  hardhat_setStorageAt: {
    params: [contract, '0x0', '0x0000000000000000000000000000000000000000000000000000000000000007'],
    result: true,
  },
  anvil_dealERC20: {
    params: [bob, NO_TOKEN, '0x64'],
    error: { code: -32000, message: `no storage slot of ${NO_TOKEN} determines the result 0x64` },
  },
  anvil_setERC20Allowance: {
    params: [alice, bob, NO_TOKEN, '0x64'],
    error: { code: -32000, message: `no storage slot of ${NO_TOKEN} determines the result 0x64` },
  },
  hardhat_dumpState: {
    params: [],
    result: '0x1f8b0800000000000003ab564a4c4e4ece2fcd2b29b652a8aead05009a6d46f810000000',
    varies: true,
  },
  hardhat_loadState: { params: ['0x7b226163636f756e7473223a7b7d7d'], result: true },
  hardhat_impersonateAccount: { params: [contract], result: true },
  hardhat_stopImpersonatingAccount: { params: [contract], result: false },
  hardhat_autoImpersonateAccount: { params: [true], result: true },
  hardhat_metadata: {
    params: [],
    varies: true,
    result: {
      clientVersion: clientVersion,
      chainId: 713714,
      instanceId: `0x${'5d'.repeat(32)}`,
      latestBlockNumber: 4,
      latestBlockHash: block4Place.blockHash,
      snapshots: {},
    },
  },
  anvil_nodeInfo: {
    params: [],
    result: {
      currentBlockNumber: '0x4',
      currentBlockTimestamp: 1735689604,
      currentBlockHash: block4Place.blockHash,
      hardFork: 'prague',
      transactionOrder: 'fees',
      environment: {
        baseFee: '0x3b9aca00',
        chainId: 713714,
        gasLimit: '0x5f5e100',
        gasPrice: '0x4190ab00',
      },
      forkConfig: { forkUrl: null, forkBlockNumber: null, forkRetryBackoff: null },
      network: null,
    },
  },
  hardhat_reset: { params: [], result: true },
  anvil_rollback: { params: ['0x2'], result: null },
  anvil_reorg: { params: ['0x2', [[{ from: alice, to: bob, value: '0x1' }, '0x0']]], result: null },
  anvil_setRpcUrl: { params: ['http://127.0.0.1:8545'], result: null },
  evm_mine: { params: [{ blocks: '0x2' }], result: '0x0' },
  evm_mine_detailed: { params: [], result: [{ ...block1, transactions: [] }], varies: true },
  hardhat_mine: { params: ['0xa', '0x3c'], result: true },
  evm_setAutomine: { params: [false], result: true },
  hardhat_getAutomine: { params: [], result: true },
  evm_setIntervalMining: { params: [0], result: true },
  anvil_setIntervalMining: { params: [0], result: true },
  anvil_getIntervalMining: { params: [], result: null },
  evm_setBlockGasLimit: { params: ['0x1c9c380'], result: true },
  hardhat_setCoinbase: { params: [bob], result: true },
  anvil_setChainId: { params: ['0x539'], result: true },
  hardhat_setMinGasPrice: { params: ['0x77359400'], result: true },
  hardhat_setNextBlockBaseFeePerGas: { params: ['0x77359400'], result: true },
  hardhat_setPrevRandao: { params: [`0x${'07'.repeat(32)}`], result: true },
  miner_start: { params: [], result: true },
  miner_stop: { params: [], result: true },
  evm_increaseTime: { params: ['0xe10'], result: 3604 },
  evm_setNextBlockTimestamp: { params: ['0x67748600'], result: null },
  evm_setTime: { params: ['0x67748600'], result: 128 },
  anvil_setBlockTimestampInterval: { params: ['0xc'], result: true },
  hardhat_setBlockTimestampInterval: { params: ['0x2ee0'], result: true },
  anvil_removeBlockTimestampInterval: { params: [], result: false },
  hardhat_dropTransaction: { params: [transfer.hash], result: false },
  anvil_dropAllTransactions: { params: [], result: true },
  anvil_removePoolTransactions: { params: [alice], result: true },
  hardhat_setLoggingEnabled: { params: [true], result: true },
  rockpool_getConsoleLogs: { params: [transfer.hash], result: [] },
  rockpool_setLabel: { params: [contract, 'counter'], result: true },
  rockpool_getLabels: {
    params: [],
    result: { '0x0000000000000000000000000000000000001001': 'bank' },
    partial: true,
  },
  evm_snapshot: { params: [], result: '0x1' },
  evm_revert: { params: ['0x1'], result: false },
  rockpool_snapshot: { params: ['deployed'], result: deployed },
  rockpool_checkout: {
    params: ['deployed'],
    error: { code: -32000, message: 'no snapshot "deployed"' },
  },
  rockpool_release: { params: ['deployed'], result: false },
  rockpool_snapshots: { params: [], result: [] },
  rockpool_diff: {
    params: ['deployed'],
    error: { code: -32000, message: 'no snapshot "deployed"' },
  },
  rockpool_branch: {
    params: ['worker-1'],
    result: { name: 'worker-1', path: '/branch/worker-1', ...block4Place },
  },
  rockpool_deleteBranch: { params: ['worker-1'], result: false },
  rockpool_forkStats: { params: [], result: null },
  rockpool_branches: { params: [], result: [] },
} satisfies ExamplesOf<
  typeof state &
    typeof token &
    typeof dump &
    typeof impersonation &
    typeof identity &
    typeof reset &
    typeof mining &
    typeof time &
    typeof pool &
    typeof logging &
    typeof label &
    typeof snapshot &
    typeof branch
>
