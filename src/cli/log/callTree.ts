import { CONSOLE_ADDRESS } from '../../evm/precompiles/console/consolePrecompile.ts'
import { consoleLine } from '../../evm/precompiles/console/consoleText.ts'
import { nativeCallText } from '../../evm/precompiles/native/abi/nativeCallText.ts'
import { type Address, toChecksumAddress } from '../../primitives/address.ts'
import { type Hex, hexToBytes } from '../../primitives/encoding/hex.ts'
import type { TracedCall } from './nodeEvent.ts'
import { onOneLine, printable, printableJson } from './printable.ts'

/** Maximum number of shown digits of call data and return data. */
const MOST_SHOWN = 200
/** Length of `0x` and the digits of a selector. */
const SELECTOR_END = 10

/** Returns the name of an address. */
export type LabelOf = (address: Address) => string | undefined

/**
 * Formats a call with its subcalls: a line per call and a line for its result, indented by depth.
 */
export function callTree(call: TracedCall, labelOf: LabelOf): string[] {
  const { calls = [] } = call
  const below = calls.flatMap((child) => childLines(child, labelOf))
  return [headOf(call, labelOf), ...below, `└─ ← ${endOf(call)}`]
}

function childLines(child: TracedCall, labelOf: LabelOf): string[] {
  const said = child.to === CONSOLE_ADDRESS ? consoleLine(bytesOf(child.input)) : undefined
  if (said !== undefined) return branch([`console.log: ${printable(said.message)}`])
  return branch(callTree(child, labelOf))
}

/** Prefix of lines below a call with further siblings. */
function branch(lines: readonly string[]): string[] {
  const single = lines.flatMap((line) => line.split('\n'))
  return single.map((line, i) => `${i === 0 ? '├─ ' : '│   '}${line}`)
}

function headOf({ type, to, value, gasUsed, input }: TracedCall, labelOf: LabelOf): string {
  const wei = value === undefined ? 0n : BigInt(value)
  const sent = wei === 0n ? '' : `{value: ${wei}}`
  const target = to === undefined ? '' : (labelOf(to) ?? toChecksumAddress(to))
  const start = `[${BigInt(gasUsed)}] `
  if (type === 'SELFDESTRUCT') return `${start}selfdestruct to ${target}${sent}`
  if (type.startsWith('CREATE'))
    return `${start}new ${target}${sent} (${bytesOf(input).length} bytes)`
  const how = type === 'CALL' ? '' : ` [${type.toLowerCase()}]`
  return `${start}${target}${functionOf(to, input)}${sent}${how}`
}

/** Formats `::name("usei")` for a chain precompile, otherwise selector and digits. */
function functionOf(to: Address | undefined, input: string): string {
  if (input.length < SELECTOR_END) return input === '0x' ? '' : `(${input})`
  const known = to && nativeCallText(to, bytesOf(input))
  if (known !== undefined) return `::${shown(printableJson(known))}`
  return `::${input.slice(2, SELECTOR_END)}(${shown(input.slice(SELECTOR_END))})`
}

function endOf({ type, output = '0x', error, revertReason }: TracedCall): string {
  if (error !== undefined) {
    const reason = revertReason ?? (output === '0x' ? undefined : shown(output))
    return reason === undefined ? error : onOneLine(`${error}: ${reason}`)
  }
  if (type.startsWith('CREATE')) return `${bytesOf(output).length} bytes of code`
  return output === '0x' ? 'nothing' : shown(output)
}

function shown(text: string): string {
  return text.length > MOST_SHOWN
    ? `${text.slice(0, MOST_SHOWN)}… (${text.length} characters)`
    : text
}

function bytesOf(hex: string): Uint8Array {
  return hexToBytes(hex as Hex)
}
