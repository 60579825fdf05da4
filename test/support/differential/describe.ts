import { bytesToBareHex, bytesToHex } from '../../../src/primitives/encoding/hex.ts'
import type { Mismatch } from './check.ts'
import { opcodeName, pushedBytes } from './programs/opcodes.ts'
import { type Scenario, SENDER } from './scenario.ts'

/** Formats an instruction: an opcode with its immediate data. */
export interface Instruction {
  readonly at: number
  readonly bytes: Uint8Array
}

export function instructionsOf(code: Uint8Array): Instruction[] {
  const found: Instruction[] = []
  for (let at = 0; at < code.length; ) {
    const length = 1 + pushedBytes(code[at] ?? 0)
    found.push({ at, bytes: code.subarray(at, at + length) })
    at += length
  }
  return found
}

/** Formats code for people, with repetitions counted. */
export function disassemble(code: Uint8Array): string {
  const lines: string[] = []
  let repeated = 1
  const instructions = instructionsOf(code)
  for (const [i, { at, bytes }] of instructions.entries()) {
    const next = instructions[i + 1]
    if (next !== undefined && bytes.length === 1 && next.bytes[0] === bytes[0]) {
      repeated++
      continue
    }
    const data = bytes.length > 1 ? ` 0x${bytesToBareHex(bytes.subarray(1))}` : ''
    const times = repeated > 1 ? ` × ${repeated}` : ''
    lines.push(
      `    ${String(at - repeated + 1).padStart(4)}  ${opcodeName(bytes[0] ?? 0)}${data}${times}`,
    )
    repeated = 1
  }
  return lines.join('\n')
}

/** Formats a scenario for people. */
export function describeScenario(scenario: Scenario): string {
  const lines = [`fork ${scenario.fork}${scenario.isStored ? ', accounts in the stores' : ''}`]
  for (const [address, { balance, nonce, code, storage }] of scenario.accounts) {
    const slots = storage.map(([slot, word]) => `${BigInt(bytesToHex(slot))}: ${bytesToHex(word)}`)
    const held = slots.length === 0 ? '' : ` storage {${slots.join(', ')}}`
    lines.push(`  account ${address} balance ${balance} nonce ${nonce}${held}`)
    if (code.length > 0) lines.push(disassemble(code))
  }
  for (const message of scenario.messages) {
    const { caller, to, value, gasLimit, gasPrice, data } = message
    const from = caller === SENDER ? 'the sender' : caller
    lines.push(
      `  message from ${from} to ${to ?? 'nobody (a creation)'} value ${value} gas ${gasLimit} price ${gasPrice}`,
    )
    if (data.length > 0) lines.push(`    data ${bytesToHex(data)}`)
    if (to === undefined) lines.push(disassemble(data))
    if (message.warm.size > 0) lines.push(`    warm ${[...message.warm.keys()].join()}`)
    if (message.movedPrecompiles !== undefined) {
      lines.push(`    moved precompiles ${[...message.movedPrecompiles].join('; ')}`)
    }
  }
  return lines.join('\n')
}

/** Formats everything about a mismatch. */
export function describeMismatch(mismatch: Mismatch, minimised?: Mismatch): string {
  const { plan, kind } = mismatch
  const shown = minimised ?? mismatch
  const given = [
    ...(plan.fork === undefined ? [] : [`--fork ${plan.fork}`]),
    ...(plan.kind === undefined ? [] : [`--kind ${plan.kind}`]),
    ...(plan.way === undefined ? [] : [`--way ${plan.way}`]),
  ].join(' ')
  const parts = [
    `The executors differ: seed ${plan.seed}, program ${plan.index} ${given} (${kind}), run as ${modeText(mismatch)}.`,
    ...mismatch.differences.slice(0, 12).map((text) => `- ${text}`),
  ]
  if (minimised !== undefined) {
    parts.push('', 'The least program that was found to differ:')
    parts.push(...minimised.differences.slice(0, 12).map((text) => `- ${text}`))
  }
  return [...parts, describeScenario(shown.scenario)].join('\n')
}

function modeText({ mode }: Mismatch): string {
  return JSON.stringify(mode)
}
