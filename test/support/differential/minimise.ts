import { concatBytes } from '../../../src/primitives/encoding/bytes.ts'
import { compareOn, type Mismatch } from './check.ts'
import { instructionsOf } from './describe.ts'
import type { Pair } from './pair.ts'
import { NO_BYTES, type Scenario, SENDER } from './scenario.ts'

/** The remaining difference of a scenario. */
type Probe = (scenario: Scenario) => Promise<readonly string[]>

/** Returns a smaller scenario on which two fresh executors still differ, by removing parts. */
export async function minimise(
  create: () => Pair,
  mismatch: Mismatch,
  budgetMs = 20_000,
): Promise<Mismatch> {
  const end = Date.now() + budgetMs
  let best = mismatch
  const probe: Probe = (scenario) => compareOn(create(), scenario, mismatch.mode)
  for (;;) {
    let isSmaller = false
    for (const smaller of candidates(best.scenario)) {
      if (Date.now() > end) return best
      const found = await probe(smaller)
      // A candidate that is invalid for an executor is not useful.
      if (found.length === 0 || isNewCrash(found, best.differences)) continue
      best = { ...best, scenario: smaller, differences: found }
      isSmaller = true
      break
    }
    if (!isSmaller) return best
  }
}

function isNewCrash(found: readonly string[], before: readonly string[]): boolean {
  const crashes = (texts: readonly string[]) => texts.some((text) => text.includes(' threw '))
  return crashes(found) && !crashes(before)
}

/** Yields scenarios with parts removed or simplified, the largest reductions first. */
function* candidates(scenario: Scenario): Iterable<Scenario> {
  const { messages, accounts } = scenario
  if (messages.length > 1) {
    for (const i of messages.keys()) yield { ...scenario, messages: messages.toSpliced(i, 1) }
  }
  for (const address of accounts.keys()) {
    if (address === SENDER) continue
    const fewer = new Map(accounts)
    fewer.delete(address)
    yield { ...scenario, accounts: fewer }
  }
  if (scenario.isStored) yield { ...scenario, isStored: false }
  yield* simplerMessages(scenario)
  for (const [address, account] of accounts) {
    const changed = (fields: Partial<typeof account>): Scenario => ({
      ...scenario,
      accounts: new Map([...accounts, [address, { ...account, ...fields }]]),
    })
    if (account.native !== undefined) {
      const { native: _, ...plain } = account
      yield { ...scenario, accounts: new Map([...accounts, [address, plain]]) }
    }
    if (account.storage.length > 0) yield changed({ storage: account.storage.slice(1) })
    if (account.balance > 0n && address !== SENDER) yield changed({ balance: 0n })
    for (const code of shorterCodes(account.code)) yield changed({ code })
  }
}

function* simplerMessages(scenario: Scenario): Iterable<Scenario> {
  for (const [i, message] of scenario.messages.entries()) {
    const changed = (fields: Partial<typeof message>): Scenario => ({
      ...scenario,
      messages: scenario.messages.with(i, { ...message, ...fields }),
    })
    if (message.value > 0n) yield changed({ value: 0n })
    if (message.gasPrice > 0n) yield changed({ gasPrice: 0n })
    if (message.warm.size > 0) yield changed({ warm: new Map() })
    if (message.movedPrecompiles !== undefined) {
      const { movedPrecompiles: _, ...plain } = message
      yield { ...scenario, messages: scenario.messages.with(i, plain) }
    }
    if (message.to === undefined) {
      for (const data of shorterCodes(message.data)) yield changed({ data })
    } else if (message.data.length > 0) {
      yield changed({ data: NO_BYTES })
      yield changed({ data: message.data.subarray(0, message.data.length >> 1) })
    }
  }
}

/** Yields code without some of its instructions, then with simpler operands. */
function* shorterCodes(code: Uint8Array): Iterable<Uint8Array> {
  const instructions = instructionsOf(code)
  const count = instructions.length
  if (count === 0) return
  for (let size = count; size >= 1; size = size >> 1) {
    for (let from = 0; from < count; from += size) {
      const gone = instructions.slice(from, from + size)
      const length = gone.reduce((sum, { bytes }) => sum + bytes.length, 0)
      const at = gone[0]?.at ?? 0
      const rest = concatBytes(code.subarray(0, at), code.subarray(at + length))
      const moved = moveTargets(rest, at, length)
      if (moved !== undefined) yield moved
      yield rest
    }
  }
  for (const { at, bytes } of instructions) {
    if (bytes.length < 2) continue
    for (const simple of [0, 1, 32]) {
      if (bytes.length === 2 && (bytes[1] ?? 0) <= simple) continue
      const push = Uint8Array.of(0x60, simple)
      const rest = concatBytes(code.subarray(0, at), push, code.subarray(at + bytes.length))
      yield bytes.length > 2 ? (moveTargets(rest, at, bytes.length - 2) ?? rest) : rest
    }
  }
}

/**
 * Two-byte pushes of offsets after the gap are mostly jump targets or positions of data, which have
 * moved.
 */
function moveTargets(code: Uint8Array, gap: number, length: number): Uint8Array | undefined {
  const moved = code.slice()
  let isMoved = false
  for (const { at, bytes } of instructionsOf(code)) {
    if (bytes.length !== 3) continue
    const target = ((bytes[1] ?? 0) << 8) | (bytes[2] ?? 0)
    if (target < gap + length || target > code.length + length) continue
    moved.set([(target - length) >> 8, (target - length) & 255], at + 1)
    isMoved = true
  }
  return isMoved ? moved : undefined
}
