import { GenesisError } from './chain/errors.ts'
import type {
  PrecompileContext,
  PrecompilePlugin,
} from './evm/precompiles/plugin/precompilePlugin.ts'
import type { NativeEvent } from './native/nativeReceipt.ts'
import { assembleNode } from './node/assembleNode.ts'
import { ConfigError } from './node/errors.ts'
import type {
  NativeAccountInfo,
  NativeAssociate,
  NativeClient,
  NativeCoin,
  NativeEncoded,
  NativeMessageRequest,
  NativeOutcome,
  NativeSend,
  NativeSendOptions,
  NativeSendRequest,
} from './node/native/nativeClient.ts'
import { type OptionName, optionNames, options as optionTable } from './node/options/config.ts'
import { readHomeConfig } from './node/options/home.ts'
import type { Option } from './node/options/option.ts'
import { packageVersion } from './node/packageFiles.ts'
import type { CommandOptionValues, NodeOptionValues } from './optionValues.ts'
import { type ConsoleMessage, type Logger, silentLogger } from './primitives/logger.ts'
import type { RockpoolNode, SubscriptionMessage } from './provider.ts'
import { createRockpoolNode, withClientMessage } from './rockpoolNode.ts'
import { warnOfDenied } from './rpc/core/deniedMethods.ts'
import { nodeDispatcher } from './rpc/core/nodeDispatcher.ts'
import { type ProofClaim, type ProvenSlot, verifyProof } from './rpc/proof/verifyProof.ts'
import { ProofError } from './store/ics23/proofError.ts'

/** Options of a node: those of the command in camel case, with the same defaults. */
export interface NodeOptions extends NodeOptionValues {
  /** Custom precompiles: see docs/precompiles.md. */
  readonly precompiles?: readonly PrecompilePlugin[]
  /** Receives bugs, dropped transactions and `console.log` output; default: none. */
  readonly logger?: Logger
}

/** Contents of a config file of the command. */
export interface RockpoolConfig extends Omit<NodeOptions, 'logger'>, CommandOptionValues {}

/**
 * Types a config file: `export default defineConfig({ port: 8546 })`. Accepts a function or a
 * promise, too.
 */
export function defineConfig<
  T extends RockpoolConfig | (() => RockpoolConfig | Promise<RockpoolConfig>),
>(config: T): T {
  return config
}

/**
 * Starts a node in this process.
 *
 * @throws an Error with a `code`: BAD_GENESIS, BAD_OPTION, BAD_APP_TOML, GENESIS_MISMATCH,
 *   DATABASE_LOCKED, …
 */
export async function createNode(options: NodeOptions = {}): Promise<RockpoolNode> {
  try {
    return await startNode(options)
  } catch (error) {
    const words = withClientMessage(error)
    const { genesis } = options
    if (words instanceof GenesisError && typeof genesis === 'string') {
      words.message = `${genesis}: ${words.message}`
    }
    throw words
  }
}

async function startNode(options: NodeOptions): Promise<RockpoolNode> {
  const { genesis, logger = silentLogger, precompiles, ...rest } = options
  requireNone(
    rest,
    optionNames.filter((name) => isForCommand(name)),
  )
  const file = typeof genesis === 'string' ? genesis : undefined
  const hasGenesis = typeof genesis === 'object'
  const config = readHomeConfig(file === undefined ? rest : { ...rest, genesis: file }, hasGenesis)
  const version = packageVersion()
  const { node } = await assembleNode(
    config,
    { version, logger, ...(precompiles !== undefined && { precompiles }) },
    hasGenesis ? genesis : undefined,
  )
  warnOfDenied(config, logger)
  const dispatcher = nodeDispatcher(node, config)
  return createRockpoolNode(node, { dispatcher, config, logger })
}

function isForCommand(name: OptionName): boolean {
  const { isForCommand = false }: Option<unknown> = optionTable[name]
  return isForCommand
}

/** Alternatives in process for options of the command. */
const inProcess: Readonly<Partial<Record<OptionName, string>>> = {
  host: 'listen({ host, port })',
  port: 'listen({ host, port })',
  wsPort: 'listen({ host, port }), which serves WebSocket too',
  cometPort: 'listenComet({ host, port })',
  restPort: 'listenRest({ host, port })',
  state: 'the requests hardhat_loadState and hardhat_dumpState',
  loadState: 'the request hardhat_loadState',
  dumpState: 'the request hardhat_dumpState',
}

/** @throws ConfigError for an option that only the command has */
function requireNone(options: object, names: readonly OptionName[]): void {
  const option = names.find((name) => Object.hasOwn(options, name))
  if (option === undefined) return
  const other = inProcess[option]
  const advice = other === undefined ? '' : `; in process there is ${other}`
  const reason = `is an option of the command only${advice}`
  throw new ConfigError({ code: 'BAD_OPTION', option, reason })
}

export type {
  ConsoleMessage,
  Logger,
  NativeAccountInfo,
  NativeAssociate,
  NativeClient,
  NativeCoin,
  NativeEncoded,
  NativeEvent,
  NativeMessageRequest,
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
export { ProofError, verifyProof }
