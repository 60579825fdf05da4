import type { Common } from '@ethereumjs/common'
import { getActivePrecompiles } from '@ethereumjs/evm'
import type { Address } from '../../primitives/address.ts'
import { forkRules } from '../rules/forkRules.ts'
import type { Hardfork } from '../rules/hardfork.ts'

const known = new WeakMap<Common, ReadonlySet<Address>>()

/** Where the precompiled contracts of a fork stand: those of @ethereumjs/evm. Shared: not to be changed. */
export function precompileAddresses(chainId: bigint, hardfork: Hardfork): ReadonlySet<Address> {
  const rules = forkRules(chainId, hardfork)
  let addresses = known.get(rules)
  if (addresses === undefined) {
    const bare = [...getActivePrecompiles(rules).keys()]
    addresses = new Set(bare.map((digits): Address => `0x${digits}` as Address))
    known.set(rules, addresses)
  }
  return addresses
}
