import { bytesToHex, toQuantity } from '../../primitives/hex.ts'
import type { Json } from '../../primitives/json.ts'
import { storeNames } from '../../state/layout.ts'
import type { StateContent } from '../../state/stateContent.ts'
import type { NativeNames } from '../../state/stateSource.ts'
import type { Header } from '../block.ts'
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
 * The state as JSON that Anvil reads, too, piece by piece. Of the chain's blocks it has the header of the newest one, which Anvil needs to go on
 * from.
 */
export async function* dumpState(parts: DumpParts): AsyncGenerator<string, void, undefined> {
  const { content, header, names } = parts
  let text = `{"block":${blockEnvironment(header)},"accounts":{`
  let separator = ''
  for (const address of await content.addresses()) {
    const { nonce, balance, code } = content.account(address)
    const fields = `"nonce":${nonce},"balance":"${toQuantity(balance)}","code":"${bytesToHex(code)}"`
    text += `${separator}"${address}":{${fields},"storage":{`
    separator = ','
    let comma = ''
    for (const [slot, word] of content.storage(address)) {
      text += `${comma}"${bytesToHex(slot)}":"${bytesToHex(word)}"`
      comma = ','
      if (text.length < PIECE) continue
      yield text
      text = ''
    }
    text += '}}'
    if (text.length < PIECE) continue
    yield text
    text = ''
  }
  const blocks = [{ header: headerOf(header), transactions: [], ommers: [] }]
  yield `${text}},"best_block_number":${header.number},"blocks":${JSON.stringify(blocks)}`
  yield ',"transactions":[],"historical_states":null,'
  yield* nativeSection(content, names)
  yield '}'
}

/** Numbers without quotes are written as they are: they may be above what a number of JavaScript holds. */
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

async function* nativeSection(
  content: StateContent,
  names: NativeNames,
): AsyncGenerator<string, void, undefined> {
  const { bech32Prefix, denomination } = names
  const about = { format: NATIVE_FORMAT, bech32_prefix: bech32Prefix, denomination }
  let text = `"${NATIVE_FIELD}":${JSON.stringify(about).slice(0, -1)},"rows":{`
  for (const [index, store] of storeNames.entries()) {
    text += `${index === 0 ? '' : ','}"${store}":{`
    let comma = ''
    for (const [key, value] of content.rows(store)) {
      if (nativeRow(store, key, names) === undefined) continue
      text += `${comma}"${bytesToHex(key)}":"${bytesToHex(value)}"`
      comma = ','
      if (text.length < PIECE) continue
      yield text
      text = ''
    }
    text += '}'
  }
  yield `${text}}}`
}
