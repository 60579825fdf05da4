import type { NodeConfig } from '../../node/options/config.ts'
import { isLegacyName, LEGACY_PREFIX, legacyName } from '../../node/options/legacyNames.ts'
import type { Logger } from '../../primitives/logger.ts'
import { addedMethods } from '../dialects/dialects.ts'
import { similarMethod, truncateName } from './legacyGate.ts'
import { methods } from './registry.ts'

/** Warns of names on the deny list that no method has, in any dialect. */
export function warnOfDenied(
  { denyMethods, legacyPrefix }: Pick<NodeConfig, 'denyMethods' | 'legacyPrefix'>,
  logger: Pick<Logger, 'error'>,
): void {
  if (denyMethods.length === 0) return
  const own = [...methods.keys()].map((name) => {
    return isLegacyName(name, LEGACY_PREFIX) ? legacyName(name, legacyPrefix) : name
  })
  const known = new Set([...own, ...addedMethods()])
  for (const name of denyMethods) {
    if (known.has(name)) continue
    const hint = similarMethod(name, [...known])
    logger.error(`Warning: unknown method on the deny list: ${truncateName(name)}${hint}`)
  }
}
