import { failed } from './cometError.ts'

/*
 * Queries of events: `tm.event='Tx' AND transfer.recipient='sei1…' AND tx.height>5`:
 * https://github.com/cometbft/cometbft/blob/v0.38.x/libs/pubsub/query/syntax/doc.go
 */

/** Values of attributes by `type.key`. */
export type EventAttributes = ReadonlyMap<string, readonly string[]>

type Operator = '=' | '<' | '<=' | '>' | '>='

/** A condition; all of a query must hold. */
export type Condition =
  | { readonly kind: 'exists'; readonly key: string }
  | { readonly kind: 'contains'; readonly key: string; readonly text: string }
  | { readonly kind: 'equals'; readonly key: string; readonly text: string }
  | {
      readonly kind: 'compares'
      readonly key: string
      readonly operator: Operator
      /** Milliseconds since 1970 for a time. */
      readonly value: number | bigint
      readonly isTime: boolean
    }

const MAX_LENGTH = 512
const CONDITION =
  /^\s*([^\s'()<>=]+)\s*(?:(EXISTS)\b|(CONTAINS)\s*'([^']*)'|(<=|>=|<|>|=)\s*(?:'([^']*)'|(TIME|DATE)\s+(\S+)|([0-9]+(?:\.[0-9]+)?)))\s*/

/** @throws CometError */
export function parseEventQuery(query: string): readonly Condition[] {
  if (query.length > MAX_LENGTH) throw failed('maximum query length exceeded')
  const conditions: Condition[] = []
  let rest = query
  for (;;) {
    const found = CONDITION.exec(rest)
    const condition = found === null ? undefined : conditionOf(found)
    if (found === null || condition === undefined)
      throw syntaxError(query.length - rest.length, rest)
    conditions.push(condition)
    rest = rest.slice(found[0].length)
    if (rest === '') return conditions
    const and = /^AND\b/.exec(rest)
    if (and === null) throw syntaxError(query.length - rest.length, rest)
    rest = rest.slice(3)
  }
}

function conditionOf(found: RegExpExecArray): Condition | undefined {
  const [, key = '', exists, contains, part = '', operator, quoted, timeKind, time, number] = found
  if (exists !== undefined) return { kind: 'exists', key }
  if (contains !== undefined) return { kind: 'contains', key, text: part }
  if (quoted !== undefined) {
    return operator === '=' ? { kind: 'equals', key, text: quoted } : undefined
  }
  const value = timeKind === undefined ? numberOf(number ?? '') : Date.parse(time ?? '')
  if (typeof value === 'number' && Number.isNaN(value)) return undefined
  const isTime = timeKind !== undefined
  return { kind: 'compares', key, operator: operator as Operator, value, isTime }
}

function syntaxError(at: number, rest: string) {
  const where = rest.trim() === '' ? 'the end' : `"${rest.trim().slice(0, 20)}"`
  return failed(`failed to parse query: unexpected ${where} at offset ${at}`)
}

/** Whether attributes meet all conditions. */
export function matches(conditions: readonly Condition[], attributes: EventAttributes): boolean {
  return conditions.every((condition) => {
    const values = attributes.get(condition.key)
    return values?.some((value) => holds(condition, value)) ?? false
  })
}

function holds(condition: Condition, value: string): boolean {
  switch (condition.kind) {
    case 'exists':
      return true
    case 'contains':
      return value.includes(condition.text)
    case 'equals':
      return value === condition.text
    case 'compares':
      return compare(condition, condition.isTime ? Date.parse(value) : numberIn(value))
  }
}

/** First number in a value, which may be an amount such as `10usei`. */
function numberIn(value: string): number | bigint {
  return numberOf(/[0-9]+(?:\.[0-9]+)?/.exec(value)?.[0] ?? 'none')
}

/** An integer is exact, as amounts may have more than 53 bits. */
function numberOf(text: string): number | bigint {
  return /^[0-9]+$/.test(text) ? BigInt(text) : Number(text)
}

function compare(
  { operator, value }: { readonly operator: Operator; readonly value: number | bigint },
  found: number | bigint,
): boolean {
  switch (operator) {
    case '=':
      return found >= value && found <= value
    case '<':
      return found < value
    case '<=':
      return found <= value
    case '>':
      return found > value
    case '>=':
      return found >= value
  }
}

/** Returns the range that conditions on a height leave, within a range. */
export function heightRange(
  conditions: readonly Condition[],
  key: string,
  { first, last }: { readonly first: number; readonly last: number },
): { readonly first: number; readonly last: number } {
  const range = { first, last }
  for (const condition of conditions) {
    if (condition.key !== key || condition.kind !== 'compares' || condition.isTime) continue
    const { operator } = condition
    const value = Number(condition.value)
    if (operator === '=' || operator === '>=') range.first = Math.max(range.first, Math.ceil(value))
    if (operator === '=' || operator === '<=') range.last = Math.min(range.last, Math.floor(value))
    if (operator === '>') range.first = Math.max(range.first, Math.floor(value) + 1)
    if (operator === '<') range.last = Math.min(range.last, Math.ceil(value) - 1)
  }
  return range
}
