import type { PrecompileContext, PrecompilePlugin } from './evm/precompiles/precompilePlugin.ts'
import type { SubscriptionMessage } from './messageEvents.ts'
import type { NativeEvent } from './native/nativeEvent.ts'
import { assembleNode } from './node/assembleNode.ts'
import { ConfigRefused } from './node/errors.ts'
import { readSettings } from './node/home.ts'
import type {
  NativeAccountInfo,
  NativeAssociate,
  NativeClient,
  NativeCoin,
  NativeOutcome,
  NativeSend,
  NativeSendOptions,
  NativeSendRequest,
} from './node/nativeClient.ts'
import { packageVersion } from './node/packageFiles.ts'
import { type Logger, silentLogger } from './primitives/logger.ts'
import type { RockpoolNode } from './provider.ts'
import { createRockpoolNode, inWords } from './rockpoolNode.ts'
import { createDispatcher } from './rpc/dispatch.ts'
import { methods } from './rpc/registry.ts'
import { type ProofClaim, type ProvenSlot, verifyProof } from './rpc/verifyProof.ts'
import { ProofRefused } from './store/proofRefused.ts'

/** Options of a node, named as on the command line but in camel case; all have the same defaults. */
export interface NodeOptions {
  /** Directory whose `config/app.toml` has options, which those here win over, and whose `config/genesis.json`, where it has one, is the genesis. */
  readonly home?: string
  /** A genesis, or the path of a file with one. */
  readonly genesis?: string | Readonly<Record<string, unknown>>
  /** Number of development accounts. */
  readonly accounts?: number
  /** Coins of each development account. */
  readonly balance?: number | string
  readonly mnemonic?: string
  readonly derivationPath?: string
  readonly chainId?: number | bigint
  readonly gasLimit?: number | bigint
  readonly hardfork?: string
  /** Time of block 0 in seconds since 1970. */
  readonly timestamp?: number | bigint
  /** Wei. */
  readonly blockBaseFeePerGas?: number | bigint
  readonly fixedBaseFee?: boolean
  /** Seconds from block to block, such as 0.4, of what waits; default: a block for each transaction. See docs/mining.md. */
  readonly blockTime?: number
  /** With `blockTime`: a block for each transaction as well. */
  readonly mixedMining?: boolean
  /** A block only when asked for, as by `evm_mine`. */
  readonly noMining?: boolean
  /** What comes first in a block: what pays more (`fees`, the default), or what came first. */
  readonly order?: 'fees' | 'fifo'
  /** Seconds from each block's time to the next one's, whatever the clock says. */
  readonly blockTimestampInterval?: number
  /** Let several blocks have the same time. */
  readonly allowEqualTimestamps?: boolean
  /** Take `eth_sendTransaction` of any sender, without its key; default: only of impersonated ones. */
  readonly autoImpersonate?: boolean
  /** Directory to keep the chain in, which goes on from what is there; default: in memory. */
  readonly db?: string
  /** Flush every block to the disk. */
  readonly dbSync?: boolean
  /** Newest blocks whose state is kept; default: all. */
  readonly keep?: number
  readonly callGasCap?: number | bigint
  /** Longest that `eth_call` and its relatives may take, in seconds. */
  readonly callTimeout?: number
  /** Most logs in one answer where `fromBlock` or `toBlock` is left out. */
  readonly maxLogs?: number
  /** Most blocks of one query for logs where both are given. */
  readonly maxLogBlocks?: number
  /** Most filters at a time. */
  readonly maxFilters?: number
  /** Time after which a filter that nobody polls is gone, in seconds. */
  readonly filterTimeout?: number
  /** Deprecated methods that are served: names, or `all`; default: the first three of docs/legacy.md. */
  readonly enabledLegacyNativeApis?: readonly string[] | string
  /** What stands for `native` in the names of those methods; default: `native`. */
  readonly legacyPrefix?: string
  readonly clientVersion?: string
  /** Run all code on @ethereumjs/evm, the reference, instead of the engine: slow. */
  readonly reference?: boolean
  /** Most requests in one batch. */
  readonly batchLimit?: number
  /** Largest request body of {@link RockpoolNode.listen}, in bytes. */
  readonly requestSizeLimit?: number
  readonly allowOrigin?: string | false
  /** Precompiled contracts of your own, beside those of the chain: see docs/precompiles.md. */
  readonly precompiles?: readonly PrecompilePlugin[]
  /** Where bugs and dropped transactions are reported; by default nowhere. */
  readonly logger?: Logger
}

/** Starts a node in this process. @throws an Error whose `code` says why: BAD_GENESIS, BAD_OPTION, BAD_APP_TOML, GENESIS_MISMATCH, DATABASE_LOCKED, … */
export async function createNode(options: NodeOptions = {}): Promise<RockpoolNode> {
  try {
    return await startNode(options)
  } catch (error) {
    throw inWords(error)
  }
}

async function startNode(options: NodeOptions): Promise<RockpoolNode> {
  const { genesis, logger = silentLogger, precompiles, ...rest } = options
  requireNone(rest, ['host', 'port', 'wsPort', 'silent'])
  const file = typeof genesis === 'string' ? genesis : undefined
  const hasGenesis = typeof genesis === 'object'
  const config = readSettings(file === undefined ? rest : { ...rest, genesis: file }, hasGenesis)
  const version = packageVersion()
  const { node } = await assembleNode(
    config,
    { version, logger, ...(precompiles !== undefined && { precompiles }) },
    hasGenesis ? genesis : undefined,
  )
  const dispatcher = createDispatcher(node, methods, config)
  return createRockpoolNode(node, { dispatcher, config, logger })
}

/** @throws ConfigRefused where an option is given that only the command has */
function requireNone(options: object, names: readonly string[]): void {
  const option = names.find((name) => Object.hasOwn(options, name))
  if (option === undefined) return
  const reason = 'is for the command: in process, call listen({ host, port })'
  throw new ConfigRefused({ code: 'BAD_OPTION', option, reason })
}

export type {
  Logger,
  NativeAccountInfo,
  NativeAssociate,
  NativeClient,
  NativeCoin,
  NativeEvent,
  NativeOutcome,
  NativeSend,
  NativeSendOptions,
  NativeSendRequest,
  PrecompileContext,
  PrecompilePlugin,
  ProofClaim,
  ProvenSlot,
  RockpoolNode,
  SubscriptionMessage,
}
export { ProofRefused, verifyProof }
