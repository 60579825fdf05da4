import type { Hex } from '../../primitives/encoding/hex.ts'
import { anyLogKey, type LogPosition, logKey } from '../../store/database/tables.ts'
import type { SealedBlock } from '../block/block.ts'
import type { BlockKeys } from './blockKeys.ts'
import type { LogCriteria } from './logCriteria.ts'

/** Index key of a block: it has a log with this value at this position, or any log. */
export type LogTerm = { readonly position: LogPosition; readonly value: Hex } | 'any'

const TOPIC_POSITIONS = [1, 2, 3, 4] as const satisfies readonly LogPosition[]

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
  const terms = new Map<string, LogTerm>()
  const add = (term: LogTerm) => terms.set(termName(term), term)
  for (const { logs } of [...receipts, ...native.map(({ receipt }) => receipt)]) {
    for (const { address, topics } of logs) {
      add('any')
      add({ position: 0, value: address })
      for (const position of TOPIC_POSITIONS) {
        const topic = topics[position - 1]
        if (topic !== undefined) add({ position, value: topic })
      }
    }
  }
  return terms
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
