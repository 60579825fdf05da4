import type { Address } from '../../primitives/address.ts'
import { bytesToHex, toQuantity } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import type { StateContent } from '../../state/inspect/stateContent.ts'
import { storeNames } from '../../state/rows/layout.ts'
import type { NativeNames } from '../../state/rows/stateSource.ts'
import type { StoreName } from '../../state/rows/stateTable.ts'
import type { Header } from '../block/block.ts'
import { NATIVE_FIELD, NATIVE_FORMAT, nativeRow } from './stateDump.ts'

/** What is dumped. */
export interface DumpParts {
  readonly content: StateContent
  /** Of the block that the state belongs to. */
  readonly header: Header
  readonly names: NativeNames
}

/** Text is handed over in pieces of about this many characters. */
const PIECE = 64 * 1024

/** The largest number of 64 bits. */
const MAX_UINT64 = 2n ** 64n - 1n

/**
 * The state as JSON that Anvil reads, too, piece by piece. Of the chain's blocks it has the header
 * of the newest one, which Anvil needs to go on from.
 */
export async function* dumpState(parts: DumpParts): AsyncGenerator<string, void, undefined> {
  let text = ''
  for (const part of partsOf(parts, await parts.content.addresses())) {
    text += part
    if (text.length < PIECE) continue
    yield text
    text = ''
  }
  yield text
}

/** All of the text, in parts as small as a row. */
function* partsOf(
  { content, header, names }: DumpParts,
  addresses: Iterable<Address>,
): Generator<string, void, undefined> {
  yield `{"block":${blockEnvironment(header)},"accounts":{`
  let separator = ''
  for (const address of addresses) {
    const { nonce, balance, code } = content.account(address)
    const fields = `"nonce":${numberText(nonce)},"balance":"${toQuantity(balance)}","code":"${bytesToHex(code)}"`
    yield `${separator}"${address}":{${fields},"storage":{`
    separator = ','
    yield* fieldsOf(content.storage(address))
    yield '}}'
  }
  const blocks = [{ header: headerOf(header), transactions: [], ommers: [] }]
  yield `},"best_block_number":${header.number},"blocks":${JSON.stringify(blocks)}`
  yield ',"transactions":[],"historical_states":null,'
  yield* nativeSection(content, names)
  yield '}'
}

/** Keys and values in hexadecimal, as the fields of an object. */
function* fieldsOf(rows: Iterable<readonly [Uint8Array, Uint8Array]>): Generator<string> {
  let comma = ''
  for (const [key, value] of rows) {
    yield `${comma}"${bytesToHex(key)}":"${bytesToHex(value)}"`
    comma = ','
  }
}

/** Anvil wants a number, which not every reader of JSON takes exactly. */
function numberText(value: bigint): string {
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? `"${toQuantity(value)}"` : value.toString()
}

/**
 * Numbers without quotes are written as they are: they may be above what a number of JavaScript
 * holds.
 */
function blockEnvironment(header: Header): string {
  const { number, miner, timestamp, gasLimit, baseFeePerGas = 0n, difficulty, mixHash } = header
  const baseFee = baseFeePerGas > MAX_UINT64 ? MAX_UINT64 : baseFeePerGas
  return `{${[
    `"number":"${toQuantity(number)}"`,
    `"beneficiary":"${miner}"`,
    `"timestamp":"${toQuantity(timestamp)}"`,
    `"gas_limit":${gasLimit}`,
    `"basefee":${baseFee}`,
    `"difficulty":"${toQuantity(difficulty)}"`,
    `"prevrandao":"${mixHash}"`,
    '"blob_excess_gas_and_price":{"excess_blob_gas":0,"blob_gasprice":1}',
    '"slot_num":0',
  ].join(',')}}`
}

/** Fields that are undefined are left out. */
function headerOf(header: Header): Json {
  const fields = Object.entries(header).flatMap(([name, value]) => {
    if (value === undefined) return []
    if (typeof value === 'bigint') return [[name, toQuantity(value)] as const]
    return [[name, value instanceof Uint8Array ? bytesToHex(value) : (value as Json)] as const]
  })
  return Object.fromEntries(fields)
}

function* nativeSection(content: StateContent, names: NativeNames): Generator<string> {
  const { bech32Prefix, denomination } = names
  const about = { format: NATIVE_FORMAT, bech32_prefix: bech32Prefix, denomination }
  yield `"${NATIVE_FIELD}":${JSON.stringify(about).slice(0, -1)},"rows":{`
  for (const [index, store] of storeNames.entries()) {
    yield `${index === 0 ? '' : ','}"${store}":{`
    yield* fieldsOf(nativeRows(content, store, names))
    yield '}'
  }
  yield '}}'
}

/** Rows of a store that are in a dump beside the accounts. */
function* nativeRows(
  content: StateContent,
  store: StoreName,
  names: NativeNames,
): Generator<readonly [Uint8Array, Uint8Array]> {
  for (const row of content.rows(store)) {
    if (nativeRow(store, row[0], names) !== undefined) yield row
  }
}
