import * as debugDumpBlock from './debug/dumpBlock.ts'
import * as debugModifiedAccounts from './debug/modifiedAccounts.ts'
import * as debugRaw from './debug/raw.ts'
import * as debugStateAccess from './debug/stateAccess.ts'
import * as debugStorageRange from './debug/storageRange.ts'
import * as debugTrace from './debug/trace.ts'
import * as devBranch from './dev/branch.ts'
import * as devDump from './dev/dump.ts'
import * as devIdentity from './dev/identity.ts'
import * as devImpersonation from './dev/impersonation.ts'
import * as devLabel from './dev/label.ts'
import * as devLogging from './dev/logging.ts'
import * as devMining from './dev/mining.ts'
import * as devNamedSnapshot from './dev/namedSnapshot.ts'
import * as devPool from './dev/pool.ts'
import * as devReset from './dev/reset.ts'
import * as devSnapshot from './dev/snapshot.ts'
import * as devState from './dev/state.ts'
import * as devTime from './dev/time.ts'
import * as devToken from './dev/token.ts'
import * as erigon from './erigon.ts'
import * as ethBlock from './eth/block.ts'
import * as ethClient from './eth/client.ts'
import * as ethExecute from './eth/execute.ts'
import * as ethFeeMarket from './eth/feeMarket.ts'
import * as ethFilter from './eth/filter.ts'
import * as ethLogs from './eth/logs.ts'
import * as ethProof from './eth/proof.ts'
import * as ethSign from './eth/sign.ts'
import * as ethSimulate from './eth/simulate.ts'
import * as ethState from './eth/state.ts'
import * as ethSubmit from './eth/submit.ts'
import * as ethSubscription from './eth/subscription.ts'
import * as ethTransaction from './eth/transaction.ts'
import type { Method } from './method.ts'
import * as nativeAccount from './native/account.ts'
import * as nativeAddress from './native/address.ts'
import * as nativeBlock from './native/block.ts'
import * as nativeBlockWithTransfers from './native/blockWithTransfers.ts'
import * as nativeCosmosTransaction from './native/cosmosTransaction.ts'
import * as nativeFilter from './native/filter.ts'
import * as nativeLogs from './native/logs.ts'
import * as nativeTrace from './native/trace.ts'
import * as nativeTransaction from './native/transaction.ts'
import * as net from './net.ts'
import * as otsBlock from './ots/block.ts'
import * as otsSearch from './ots/search.ts'
import * as otsTrace from './ots/trace.ts'
import * as personal from './personal.ts'
import * as rpc from './rpc.ts'
import * as traceBlock from './trace/block.ts'
import * as traceCall from './trace/call.ts'
import * as traceFilter from './trace/filter.ts'
import * as traceTransaction from './trace/transaction.ts'
import * as web3 from './web3.ts'

type Topic = Readonly<Record<string, Method>>

/**
 * Every method by its name on the wire and by its aliases, topic by topic. Legacy methods have their names under `native`; which of
 * them are served, and under which names, a node says.
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
  debugStateAccess,
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
  devPool,
  devLogging,
  devLabel,
  net,
  web3,
  rpc,
  devSnapshot,
  devNamedSnapshot,
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

/** A map, because with a plain object a request for the method `constructor` would find one. */
export function registerMethods(...topics: readonly Topic[]): ReadonlyMap<string, Method> {
  const named = topics.flatMap(sortedEntries)
  return new Map(
    named.flatMap(([name, method]) =>
      [name, ...method.aliases].map((known) => [known, method] as const),
    ),
  )
}

/** By name: bundlers do not agree on the order of a module's exports. */
function sortedEntries(topic: Topic): readonly [string, Method][] {
  return Object.entries(topic).sort(([a], [b]) => (a < b ? -1 : 1))
}
