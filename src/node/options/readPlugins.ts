import { chainPrecompileAddresses } from '../../evm/precompiles/chainPrecompiles.ts'
import { pluginPrecompile } from '../../evm/precompiles/plugin/pluginPrecompile.ts'
import type { PrecompilePlugin } from '../../evm/precompiles/plugin/precompilePlugin.ts'
import { precompileAddresses } from '../../evm/precompiles/precompiles.ts'
import type { StatefulPrecompiles } from '../../evm/precompiles/statefulPrecompile.ts'
import { hardforks } from '../../evm/rules/hardfork.ts'
import { type Address, parseAddress, ZERO_ADDRESS } from '../../primitives/address.ts'
import { ConfigError } from '../errors.ts'

/**
 * Returns the custom precompiles by address.
 *
 * @throws ConfigError if an address is not allowed
 */
export function readPlugins(plugins: unknown, chainId: bigint): StatefulPrecompiles {
  if (!Array.isArray(plugins)) throw refused('want an array of { address, run }')
  const taken = new Set(hardforks.flatMap((fork) => [...precompileAddresses(chainId, fork)]))
  const known = new Map<Address, ReturnType<typeof pluginPrecompile>>()
  for (const plugin of plugins as unknown[]) {
    const { address: text, run } = requirePlugin(plugin)
    const address = readAddress(text)
    if (address === ZERO_ADDRESS) throw refused('the zero address is not allowed')
    if (taken.has(address)) throw refused(`a precompiled contract of Ethereum is at ${address}`)
    if (chainPrecompileAddresses.has(address)) {
      throw refused(`a precompiled contract of the node is at ${address}`)
    }
    if (known.has(address)) throw refused(`duplicate address ${address}`)
    known.set(
      address,
      pluginPrecompile((input, context) => run.call(plugin, input, context)),
    )
  }
  return known
}

function requirePlugin(plugin: unknown): PrecompilePlugin {
  const { address, run } = (plugin ?? {}) as Readonly<Partial<PrecompilePlugin>>
  if (typeof address === 'string' && typeof run === 'function') return { address, run }
  throw refused('want an array of { address, run }')
}

function readAddress(text: string): Address {
  try {
    return parseAddress(text)
  } catch {
    throw refused(`not an address: ${text}`)
  }
}

function refused(reason: string): ConfigError {
  return new ConfigError({ code: 'BAD_OPTION', option: 'precompiles', reason })
}
