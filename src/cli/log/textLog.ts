import { styleText } from 'node:util'
import { type Address, toChecksumAddress } from '../../primitives/address.ts'
import { callTree, type LabelOf } from './callTree.ts'
import type { Named, NodeEvent } from './nodeEvent.ts'
import { formatCoins, printable } from './printable.ts'

/** Delay in ms before a count of repeated requests is logged. */
const COUNT_MS = 1000
const INDENT = '    '

type Colour = 'green' | 'red' | 'yellow' | 'dim'
type Block = Extract<NodeEvent, { event: 'block' }>

export interface TextLogOptions {
  readonly isColoured: boolean
  /** Symbol of the coin: `SEI`. */
  readonly coin: () => string
  readonly labelOf: LabelOf
  /** Receives one or several lines. */
  print(text: string): void
}

/**
 * Formats events as text in order: the method of a request, and below it the effects. Repeated
 * methods and consecutive empty blocks are counted.
 */
export class TextLog {
  readonly #options: TextLogOptions
  /** The last logged request. */
  #latest: string | undefined
  /** The last request, if nothing else was logged since, and its count. */
  #method: string | undefined
  #calls = 0
  #told = 0
  #counting: NodeJS.Timeout | undefined
  /** Empty blocks that are not logged yet. */
  #empty: { readonly first: number; readonly last: Block } | undefined

  constructor(options: TextLogOptions) {
    this.#options = options
  }

  tell(happening: NodeEvent): void {
    if (happening.event === 'block' && happening.transactions === 0) {
      this.#addEmpty(happening)
      return
    }
    this.#tellEmpty()
    if (happening.event === 'request') this.#request(happening.method)
    else this.#below(happening)
  }

  /** Logs what was only counted. */
  close(): void {
    this.#tellEmpty()
    this.#tellCount()
  }

  #request(method: string): void {
    if (method === this.#method) {
      this.#calls++
      this.#counting ??= setTimeout(() => this.#tellCount(), COUNT_MS).unref()
      return
    }
    this.#endOfMethod()
    this.#latest = method
    this.#method = method
    this.#calls = 1
    this.#told = 1
    this.#print(this.#paint('green', method))
  }

  /** `eth_blockNumber (57)`: the count so far. */
  #tellCount(): void {
    clearTimeout(this.#counting)
    this.#counting = undefined
    if (this.#method === undefined || this.#calls === this.#told) return
    this.#told = this.#calls
    this.#print(this.#paint('green', `${this.#method} (${this.#calls})`))
  }

  #endOfMethod(): void {
    this.#tellCount()
    this.#method = undefined
  }

  #below(happening: Exclude<NodeEvent, { event: 'request' }>): void {
    const { event } = happening
    this.#endOfMethod()
    // Other requests may have come before its failure.
    if (event === 'failure' && happening.method !== this.#latest) this.#request(happening.method)
    this.#method = undefined
    const lines = this.#linesOf(happening)
    const isPart = event === 'console.log' || event === 'transaction'
    this.#print(isPart ? indented(lines) : `${indented(lines)}\n`)
  }

  #linesOf(happening: Exclude<NodeEvent, { event: 'request' }>): string[] {
    switch (happening.event) {
      case 'failure':
        return [this.#paint('red', `Error: ${happening.message} (code ${happening.code})`)]
      case 'waiting':
        return [`Transaction: ${happening.hash} waits`, `From: ${nameOf(happening.from)}`]
      case 'transaction':
        return this.#transaction(happening)
      case 'nativeTransaction':
        return [
          `Native transaction: ${happening.hash}`,
          `Messages: ${happening.messages.join(', ')}`,
          `From: ${nameOf(happening.sender)}`,
          `Gas used: ${happening.gasUsed}`,
          ...this.#failed(happening.error),
        ]
      case 'block':
        return blockLines(happening)
      case 'move':
        return [this.#paint('yellow', `Moved to block ${happening.number} ${happening.hash}`)]
      case 'console.log':
        return `console.log: ${printable(happening.message)}`.split('\n')
      case 'trace':
        return this.#trace(happening)
      case 'info':
        return printable(happening.message).split('\n')
    }
  }

  #transaction(happening: Extract<NodeEvent, { event: 'transaction' }>): string[] {
    const { hash, from, to, created, value, gasUsed, error } = happening
    const lines = [`Transaction: ${hash}`, `From: ${nameOf(from)}`]
    if (to !== undefined) lines.push(`To: ${nameOf(to)}`)
    if (created !== undefined) lines.push(creationLine(nameOf(created), error))
    if (value !== 0n) lines.push(`Value: ${formatCoins(value)} ${this.#options.coin()}`)
    lines.push(`Gas used: ${gasUsed}`, ...this.#failed(error), '')
    return lines
  }

  #failed(error: string | undefined): string[] {
    return error === undefined ? [] : [this.#paint('red', `Error: ${error}`)]
  }

  #trace({ transactionHash, trace }: Extract<NodeEvent, { event: 'trace' }>): string[] {
    const tree = callTree(trace, this.#options.labelOf)
    const subject = transactionHash ?? 'eth_call'
    return [`Trace of ${subject}:`, ...tree.map((line) => `  ${this.#paint('dim', line)}`)]
  }

  #addEmpty(block: Block): void {
    const first = this.#empty?.first ?? block.first ?? block.number
    if (this.#empty === undefined) setImmediate(() => this.#tellEmpty())
    this.#empty = { first, last: block }
  }

  #tellEmpty(): void {
    if (this.#empty === undefined) return
    const { first, last } = this.#empty
    this.#empty = undefined
    this.#endOfMethod()
    const count = last.number - first + 1
    const lines =
      count === 1
        ? blockLines(last)
        : [`Blocks ${first} to ${last.number}: ${count} empty blocks`, ...blockLines(last)]
    this.#print(`${indented(lines)}\n`)
  }

  #paint(colour: Colour, text: string): string {
    return this.#options.isColoured ? styleText(colour, text, { validateStream: false }) : text
  }

  #print(text: string): void {
    this.#options.print(text)
  }
}

function blockLines({ number, hash, timestamp }: Block): string[] {
  return [`Block Number: ${number}`, `Block Hash: ${hash}`, `Block Time: ${timeText(timestamp)}`]
}

/** Text of the last time: blocks of the same second follow each other. */
let latestTime = { timestamp: -1n, text: '' }

function timeText(timestamp: bigint): string {
  if (latestTime.timestamp !== timestamp) {
    const time = new Date(Number(timestamp) * 1000)
    // Years beyond JavaScript's dates.
    const text = Number.isNaN(time.getTime()) ? `${timestamp} s` : time.toUTCString()
    latestTime = { timestamp, text }
  }
  return latestTime.text
}

/** Joins lines. */
function indented(lines: readonly string[]): string {
  let text = ''
  let start = INDENT
  for (const line of lines) {
    text += line === '' ? start.slice(0, -INDENT.length) : start + line
    start = `\n${INDENT}`
  }
  return text
}

/** Maximum number of addresses whose text is kept: a checksum takes a hash. */
const MOST_TEXTS = 1000
const texts = new Map<Address, string>()

function addressText(address: Address): string {
  const known = texts.get(address)
  if (known !== undefined) return known
  if (texts.size >= MOST_TEXTS) texts.clear()
  const text = toChecksumAddress(address)
  texts.set(address, text)
  return text
}

function nameOf({ address, label }: Named): string {
  const text = addressText(address)
  return label === undefined ? text : `${label} ${text}`
}

function creationLine(contract: string, error: string | undefined): string {
  return error === undefined ? `Contract created: ${contract}` : 'Contract not created'
}
