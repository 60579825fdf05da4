import type { ExecutionResult } from '../../../src/evm/run/executor.ts'
import { equalBytes } from '../../../src/primitives/encoding/bytes.ts'
import { bytesToHex } from '../../../src/primitives/encoding/hex.ts'
import type { DecodedStep } from '../evm/steps.ts'
import type { Observation } from './observation.ts'
import { stepText, type Told } from './recorder.ts'
import { isSameReason } from './tolerated.ts'

/** Returns the differences between the results of two executors for the same messages. */
export function differences(
  reference: readonly Observation[],
  engine: readonly Observation[],
): string[] {
  const found: string[] = []
  const count = Math.max(reference.length, engine.length)
  for (let i = 0; i < count; i++) {
    const [a, b] = [reference[i], engine[i]]
    const where = count > 1 ? `message ${i}: ` : ''
    if (a === undefined || b === undefined) {
      found.push(`${where}ran only on the ${a === undefined ? 'engine' : 'reference'}`)
      continue
    }
    found.push(...compareMessage(a, b).map((text) => where + text))
  }
  return found
}

function compareMessage(a: Observation, b: Observation): string[] {
  const found = [
    ...a.faults.map((fault) => `reference ${fault}`),
    ...b.faults.map((fault) => `engine ${fault}`),
    // No executor may throw, whatever the code.
    ...(a.thrown === undefined ? [] : [`reference threw ${a.thrown}`]),
    ...(b.thrown === undefined ? [] : [`engine threw ${b.thrown}`]),
  ]
  if (a.outcome !== undefined && b.outcome !== undefined) {
    found.push(...compareOutcomes(a.outcome, b.outcome))
  }
  compareTexts(found, 'accessed', accessedText(a), accessedText(b))
  compareTexts(found, 'created', createdText(a), createdText(b))
  compareTexts(found, 'accounts that are there', a.existing, b.existing)
  compareTexts(found, 'drift of wei', `${a.drift}`, `${b.drift}`)
  for (const key of new Set([...a.rows.keys(), ...b.rows.keys()])) {
    const [left, right] = [a.rows.get(key) ?? 'unchanged', b.rows.get(key) ?? 'unchanged']
    compareTexts(found, `row ${key}`, left, right)
  }
  found.push(...compareTold(a.told, b.told))
  return found
}

function compareTexts(found: string[], what: string, reference: string, engine: string): void {
  if (reference === engine) return
  let at = 0
  while (reference[at] === engine[at]) at++
  found.push(
    `${what}\n    reference: ${excerpt(reference, at)}\n    engine:    ${excerpt(engine, at)}`,
  )
}

/** A text; of a long one, the part around the difference. */
function excerpt(text: string, at: number): string {
  if (text.length <= 400) return text
  const [start, end] = [Math.max(0, at - 150), at + 150]
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}

function compareOutcomes(a: ExecutionResult, b: ExecutionResult): string[] {
  const found: string[] = []
  if (a.kind !== b.kind) compareTexts(found, 'kind', kindText(a), kindText(b))
  compareTexts(found, 'gas used', `${a.gasUsed}`, `${b.gasUsed}`)
  if (a.kind === 'halt' && b.kind === 'halt' && !isSameReason(a.reason, b.reason)) {
    compareTexts(found, 'reason', a.reason, b.reason)
  }
  compareTexts(found, 'internalCalls', internalsText(a), internalsText(b))
  if (a.kind === 'halt' || b.kind === 'halt') return found
  if (!equalBytes(a.output, b.output)) {
    compareTexts(found, 'output', bytesToHex(a.output), bytesToHex(b.output))
  }
  if (a.kind !== 'success' || b.kind !== 'success') return found
  compareTexts(found, 'refund', `${a.gasRefund}`, `${b.gasRefund}`)
  compareTexts(found, 'logs', logsText(a.logs), logsText(b.logs))
  compareTexts(found, 'created address', `${a.createdAddress}`, `${b.createdAddress}`)
  compareTexts(found, 'destroyed', setText(a.destroyed), setText(b.destroyed))
  return found
}

function kindText(outcome: ExecutionResult): string {
  return outcome.kind === 'halt' ? `halt (${outcome.reason})` : outcome.kind
}

function internalsText({ internalCalls }: ExecutionResult): string {
  const { touched = [], creations = [] } = internalCalls ?? {}
  return [...touched, ...creations.map((each) => `${each.address} by ${each.creator}`)].join()
}

function logsText(
  logs: readonly { address: string; topics: readonly string[]; data: Uint8Array }[],
) {
  return logs.map((log) => `${log.address} ${log.topics.join()} ${bytesToHex(log.data)}`).join('; ')
}

function setText(members: Iterable<string>): string {
  return [...members].sort().join()
}

function createdText({ created }: Observation): string {
  return created === undefined ? '' : setText(created)
}

function accessedText({ accessed }: Observation): string {
  if (accessed === undefined) return ''
  return [...accessed].map(([address, slots]) => `${address} [${slots.map(bytesToHex)}]`).join(' ')
}

/** The first difference between two sequences of events, because later ones follow from it. */
function compareTold(a: readonly Told[], b: readonly Told[]): string[] {
  const count = Math.max(a.length, b.length)
  for (let i = 0; i < count; i++) {
    const [left, right] = [a[i], b[i]]
    if (left !== undefined && right !== undefined && isSameEvent(left, right)) continue
    const found: string[] = []
    compareTexts(
      found,
      `event ${i} of ${a.length} and ${b.length}`,
      toldText(left),
      toldText(right),
    )
    return found
  }
  return []
}

function toldText(told: Told | undefined): string {
  if (told === undefined) return 'none'
  return `${told.event} ${told.event === 'step' ? stepText(told.step) : told.text}`
}

const ERROR = / error (.*) output /

function isSameEvent(a: Told, b: Told): boolean {
  if (a.event === 'step' || b.event === 'step') {
    return a.event === 'step' && b.event === 'step' && isSameStep(a.step, b.step)
  }
  if (a.event !== b.event) return false
  if (a.text === b.text) return true
  const [left, right] = [ERROR.exec(a.text)?.[1], ERROR.exec(b.text)?.[1]]
  if (a.event !== 'exit' || left === undefined || right === undefined) return false
  return isSameReason(left, right) && a.text.replace(ERROR, '') === b.text.replace(ERROR, '')
}

function isSameStep(a: DecodedStep, b: DecodedStep): boolean {
  return (
    a.pc === b.pc &&
    a.op === b.op &&
    a.depth === b.depth &&
    a.gas === b.gas &&
    // A cost above the available gas may be any number.
    (a.fault !== '' || a.cost === b.cost || (a.cost > a.gas && b.cost > b.gas)) &&
    a.refund === b.refund &&
    a.stackSize === b.stackSize &&
    a.stack.length === b.stack.length &&
    a.stack.every((word, i) => word === b.stack[i]) &&
    a.storage?.slot === b.storage?.slot &&
    a.storage?.word === b.storage?.word &&
    a.memorySize === b.memorySize &&
    equalBytes(a.memory, b.memory) &&
    equalBytes(a.returnData, b.returnData) &&
    isSameReason(a.fault, b.fault)
  )
}
