import { CONSOLE_ADDRESS } from '../../evm/precompiles/console/consolePrecompile.ts'
import { consoleLine } from '../../evm/precompiles/console/consoleText.ts'
import { nativeCallText } from '../../evm/precompiles/native/abi/nativeCallText.ts'
import { type Address, toChecksumAddress } from '../../primitives/address.ts'
import { type Hex, hexToBytes } from '../../primitives/encoding/hex.ts'
import type { TracedCall } from './nodeEvent.ts'
import { onOneLine, printable, printableJson } from './printable.ts'

/** Characters of call data and return data that are shown. */
const MOST_SHOWN = 200
/** `0x` and the eight digits of a selector. */
const SELECTOR_END = 10

/** What an address is called. */
export type LabelOf = (address: Address) => string | undefined

/** A call and all that it called, a line each and one for how it ended, indented by depth. */
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

/** Lines below a call that has more of them to come. */
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

/** `::name("usei")` where the contract is the chain's own, or the selector and digits. */
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
