import * as debugDumpBlock from '../methods/debug/dumpBlock.ts'
import * as debugModifiedAccounts from '../methods/debug/modifiedAccounts.ts'
import * as debugRaw from '../methods/debug/raw.ts'
import * as debugStorageRange from '../methods/debug/storageRange.ts'
import * as debugTrace from '../methods/debug/trace.ts'
import * as devBranch from '../methods/dev/branch.ts'
import * as devDump from '../methods/dev/dump.ts'
import * as devIdentity from '../methods/dev/identity.ts'
import * as devImpersonation from '../methods/dev/impersonation.ts'
import * as devLabel from '../methods/dev/label.ts'
import * as devLogging from '../methods/dev/logging.ts'
import * as devMining from '../methods/dev/mining.ts'
import * as devPool from '../methods/dev/pool.ts'
import * as devReset from '../methods/dev/reset.ts'
import * as devSnapshot from '../methods/dev/snapshot.ts'
import * as devState from '../methods/dev/state.ts'
import * as devTime from '../methods/dev/time.ts'
import * as devToken from '../methods/dev/token.ts'
import * as echo from '../methods/echo.ts'
import * as erigon from '../methods/erigon.ts'
import * as ethBlock from '../methods/eth/block.ts'
import * as ethClient from '../methods/eth/client.ts'
import * as ethExecute from '../methods/eth/execute.ts'
import * as ethFeeMarket from '../methods/eth/feeMarket.ts'
import * as ethFilter from '../methods/eth/filter.ts'
import * as ethLogs from '../methods/eth/logs.ts'
import * as ethProof from '../methods/eth/proof.ts'
import * as ethSign from '../methods/eth/sign.ts'
import * as ethSimulate from '../methods/eth/simulate.ts'
import * as ethState from '../methods/eth/state.ts'
import * as ethSubmit from '../methods/eth/submit.ts'
import * as ethSubscription from '../methods/eth/subscription.ts'
import * as ethTransaction from '../methods/eth/transaction.ts'
import * as nativeAccount from '../methods/native/account.ts'
import * as nativeAddress from '../methods/native/address.ts'
import * as nativeBlock from '../methods/native/block.ts'
import * as nativeBlockWithTransfers from '../methods/native/blockWithTransfers.ts'
import * as nativeCosmosTransaction from '../methods/native/cosmosTransaction.ts'
import * as nativeFilter from '../methods/native/filter.ts'
import * as nativeLogs from '../methods/native/logs.ts'
import * as nativeTrace from '../methods/native/trace.ts'
import * as nativeTransaction from '../methods/native/transaction.ts'
import * as net from '../methods/net.ts'
import * as otsBlock from '../methods/ots/block.ts'
import * as otsSearch from '../methods/ots/search.ts'
import * as otsTrace from '../methods/ots/trace.ts'
import * as personal from '../methods/personal.ts'
import * as rpc from '../methods/rpc.ts'
import * as traceBlock from '../methods/trace/block.ts'
import * as traceCall from '../methods/trace/call.ts'
import * as traceFilter from '../methods/trace/filter.ts'
import * as traceTransaction from '../methods/trace/transaction.ts'
import * as txpool from '../methods/txpool.ts'
import * as web3 from '../methods/web3.ts'
import type { Method } from './method.ts'

type Topic = Readonly<Record<string, Method>>

/**
 * All methods by name and alias, by topic. Legacy methods are under `native`; the node decides
 * which ones are served and by which names.
 */
export const methods: ReadonlyMap<string, Method> = registerMethods(
  ethClient,
  ethBlock,
  ethTransaction,
  ethState,
  ethProof,
  ethExecute,
  ethSimulate,
  ethFeeMarket,
  ethLogs,
  ethFilter,
  ethSubmit,
  ethSign,
  ethSubscription,
  personal,
  debugTrace,
  debugRaw,
  debugStorageRange,
  debugModifiedAccounts,
  debugDumpBlock,
  traceTransaction,
  traceBlock,
  traceCall,
  traceFilter,
  erigon,
  otsBlock,
  otsTrace,
  otsSearch,
  devState,
  devToken,
  devDump,
  devImpersonation,
  devIdentity,
  devReset,
  devMining,
  devTime,
  txpool,
  devPool,
  devLogging,
  devLabel,
  net,
  web3,
  echo,
  rpc,
  devSnapshot,
  devBranch,
  nativeAddress,
  nativeTransaction,
  nativeBlock,
  nativeLogs,
  nativeFilter,
  nativeTrace,
  nativeBlockWithTransfers,
  nativeCosmosTransaction,
  nativeAccount,
)

/** A map, because a plain object would find `constructor`. */
export function registerMethods(...topics: readonly Topic[]): ReadonlyMap<string, Method> {
  const named = topics.flatMap(sortedEntries)
  return new Map(
    named.flatMap(([name, method]) =>
      [name, ...method.aliases].map((known) => [known, method] as const),
    ),
  )
}

/** Sorted by name, because bundlers order a module's exports differently. */
function sortedEntries(topic: Topic): readonly [string, Method][] {
  return Object.entries(topic).sort(([a], [b]) => (a < b ? -1 : 1))
}
