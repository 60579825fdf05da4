import type { Log } from '../../evm/run/log.ts'
import type { Hash, Hex } from '../../primitives/encoding/hex.ts'
import { anyLogKey, type LogPosition, logKey } from '../../store/database/tables.ts'
import type { SealedBlock } from '../block/block.ts'
import type { BlockKeys } from './blockKeys.ts'
import type { LogCriteria } from './logCriteria.ts'

/** Index key of a block: it has a log with this value at this position, or any log. */
export type LogTerm = { readonly position: LogPosition; readonly value: Hex } | 'any'

const TOPIC_POSITIONS = [1, 2, 3, 4] as const satisfies readonly LogPosition[]
const POSITIONS = [0, ...TOPIC_POSITIONS] as const

/** Index of logs, including synthetic ones. */
export const logIndex: BlockKeys<LogTerm> = {
  keysOf: termsOf,
  nameOf: termName,
  rowOf: (term, number) =>
    term === 'any' ? anyLogKey(number) : logKey(term.position, term.value, number),
}

function termName(term: LogTerm): string {
  return term === 'any' ? term : `${term.position}${term.value}`
}

function termsOf({ receipts, native }: SealedBlock): ReadonlyMap<string, LogTerm> {
  // Most logs of a block repeat what others have: only new values become terms.
  const values = POSITIONS.map(() => new Set<Hex>())
  for (const { logs } of receipts) noteLogs(values, logs)
  for (const { receipt } of native) noteLogs(values, receipt.logs)
  const terms = new Map<string, LogTerm>()
  const add = (term: LogTerm) => terms.set(termName(term), term)
  for (const position of POSITIONS) {
    for (const value of values[position] ?? []) {
      if (terms.size === 0) add('any')
      add({ position, value })
    }
  }
  return terms
}

/** Adds address and topics of logs to the values at their positions. */
function noteLogs(values: readonly Set<Hex>[], logs: readonly Log[]): void {
  for (const { address, topics } of logs) {
    values[0]?.add(address)
    for (let i = 0; i < topics.length; i++) values[i + 1]?.add(topics[i] as Hash)
  }
}

/**
 * Returns groups of keys: a block with a matching log has at least one key of each group. There is
 * at least one group.
 */
export function termGroups({ addresses, topics }: LogCriteria): readonly (readonly LogTerm[])[] {
  const groups: LogTerm[][] = [addresses.map((value) => ({ position: 0, value }))]
  for (const position of TOPIC_POSITIONS) {
    groups.push((topics[position - 1] ?? []).map((value) => ({ position, value })))
  }
  const given = groups.filter((group) => group.length > 0)
  return given.length === 0 ? [['any']] : given
}
