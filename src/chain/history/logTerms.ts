import type { Hex } from '../../primitives/hex.ts'
import type { LogPosition } from '../../store/tables.ts'
import type { SealedBlock } from '../block/block.ts'
import type { LogCriteria } from './logCriteria.ts'

/** What a block is found by: it holds a log with this value at this position, or any log at all. */
export type LogTerm = { readonly position: LogPosition; readonly value: Hex } | 'any'

const TOPIC_POSITIONS = [1, 2, 3, 4] as const satisfies readonly LogPosition[]

/** A term as text, for a map. */
export function termName(term: LogTerm): string {
  return term === 'any' ? term : `${term.position}${term.value}`
}

/** Everything that a block's logs are found by, synthetic ones too, each once. */
export function termsOf({ receipts, native }: SealedBlock): Iterable<LogTerm> {
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
  return terms.values()
}

/** A block with a log that fits has one term at least of each of these groups. There is one group at least. */
export function groupsOf({ addresses, topics }: LogCriteria): readonly (readonly LogTerm[])[] {
  const groups: LogTerm[][] = [addresses.map((value) => ({ position: 0, value }))]
  for (const position of TOPIC_POSITIONS) {
    groups.push((topics[position - 1] ?? []).map((value) => ({ position, value })))
  }
  const given = groups.filter((group) => group.length > 0)
  return given.length === 0 ? [['any']] : given
}
