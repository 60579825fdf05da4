import type { Address } from '../../primitives/address.ts'
import { latin1ToBytes } from '../../primitives/encoding/bytes.ts'
import { bytesToHex, toQuantity } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import type { RemoteChain } from '../../remote/remoteChain.ts'
import type { AccountContent, StateContent } from '../../state/inspect/stateContent.ts'
import { nativeOfKind, storeNames } from '../../state/rows/layout.ts'
import type { NativeNames } from '../../state/rows/stateSource.ts'
import { isTombstone, type StoreName } from '../../state/rows/stateTable.ts'
import type { StateReader } from '../../state/stateReader.ts'
import type { Header } from '../block/block.ts'
import { FORK_FIELD, NATIVE_FIELD, NATIVE_FORMAT, nativeRow } from './stateDump.ts'

/** Contents of a dump. */
export interface DumpParts {
  readonly content: StateContent
  /** Number and timestamp of the block of the state. */
  readonly header: Header
  readonly names: NativeNames
  readonly fork?: DumpedRemote
}

/** The remote chain below a fork. */
export interface DumpedRemote {
  readonly remote: RemoteChain
  /** Accounts with changes since the fork. */
  readonly addresses: readonly Address[]
  /** Has these accounts at hand. */
  readonly state: StateReader
}

/** Approximate length of a piece of text. */
const PIECE = 64 * 1024

/** Maximum 64-bit number. */
const MAX_UINT64 = 2n ** 64n - 1n

/**
 * Writes the state as JSON that Anvil can read, piece by piece. Of the chain's blocks it includes
 * the newest header, which Anvil needs to continue.
 */
export async function* dumpState(parts: DumpParts): AsyncGenerator<string, void, undefined> {
  let text = ''
  const addresses = parts.fork?.addresses ?? (await parts.content.addresses())
  for (const part of partsOf(parts, addresses)) {
    text += part
    if (text.length < PIECE) continue
    yield text
    text = ''
  }
  yield text
}

/** Yields the text in parts of about one row. */
function* partsOf(
  { content, header, names, fork }: DumpParts,
  addresses: Iterable<Address>,
): Generator<string, void, undefined> {
  yield `{"block":${blockEnvironment(header)},"accounts":{`
  let separator = ''
  for (const address of addresses) {
    const { nonce, balance, code } = fork
      ? accountOf(fork.state, address)
      : content.account(address)
    const fields = `"nonce":${numberText(nonce)},"balance":"${toQuantity(balance)}","code":"${bytesToHex(code)}"`
    yield `${separator}"${address}":{${fields},"storage":{`
    separator = ','
    yield* fieldsOf(content.storage(address))
    yield '}}'
  }
  const blocks = [{ header: headerOf(header), transactions: [], ommers: [] }]
  yield `},"best_block_number":${header.number},"blocks":${JSON.stringify(blocks)}`
  yield ',"transactions":[],"historical_states":null,'
  yield* nativeSection(content, names, fork)
  if (fork !== undefined) yield `,"${FORK_FIELD}":${forkSection(fork.remote, content)}`
  yield '}'
}

/** On a fork, some fields of an account may be those of the remote chain. */
function accountOf(
  state: StateReader,
  address: Address,
): Pick<AccountContent, 'nonce' | 'balance' | 'code'> {
  return {
    nonce: state.getNonce(address),
    balance: state.getBalance(address),
    code: state.getCode(address),
  }
}

function forkSection({ url, chainId, block }: RemoteChain, content: StateContent): string {
  return JSON.stringify({
    url,
    chain_id: toQuantity(chainId),
    block_number: toQuantity(block.number),
    block_hash: block.hash,
    cleared: [...content.cleared()],
  })
}

/** Keys and values in hexadecimal, as fields of an object. */
function* fieldsOf(rows: Iterable<readonly [Uint8Array, Uint8Array]>): Generator<string> {
  let comma = ''
  for (const [key, value] of rows) {
    yield `${comma}"${bytesToHex(key)}":"${bytesToHex(value)}"`
    comma = ','
  }
}

/** Anvil requires a number, which some JSON readers do not read exactly. */
function numberText(value: bigint): string {
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? `"${toQuantity(value)}"` : value.toString()
}

/** Writes numbers without quotes: they may exceed JavaScript's safe integers. */
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

/** Undefined fields are omitted. */
function headerOf(header: Header): Json {
  const fields = Object.entries(header).flatMap(([name, value]) => {
    if (value === undefined) return []
    if (typeof value === 'bigint') return [[name, toQuantity(value)] as const]
    return [[name, value instanceof Uint8Array ? bytesToHex(value) : (value as Json)] as const]
  })
  return Object.fromEntries(fields)
}

function* nativeSection(
  content: StateContent,
  names: NativeNames,
  fork: DumpedRemote | undefined,
): Generator<string> {
  const { bech32Prefix, denomination } = names
  const about = { format: NATIVE_FORMAT, bech32_prefix: bech32Prefix, denomination }
  yield `"${NATIVE_FIELD}":${JSON.stringify(about).slice(0, -1)},"rows":{`
  for (const [index, store] of storeNames.entries()) {
    yield `${index === 0 ? '' : ','}"${store}":{`
    yield* fieldsOf(nativeRows(content, store, names, fork))
    yield '}'
  }
  yield '}}'
}

/** Rows of a store that the dump contains besides the accounts. */
function* nativeRows(
  content: StateContent,
  store: StoreName,
  names: NativeNames,
  fork: DumpedRemote | undefined,
): Generator<readonly [Uint8Array, Uint8Array]> {
  for (const row of content.rows(store)) {
    const place = nativeRow(store, row[0], names)
    if (place === undefined || (fork && place.kind.name === nativeOfKind.name)) continue
    if (!isTombstone(place.kind, place.kind.decode(row[1]))) yield row
  }
  if (fork !== undefined && store === nativeOfKind.store) yield* associations(fork)
}

/** The associations of a fork's accounts, of which the stores have only the local ones. */
function* associations({
  addresses,
  state,
}: DumpedRemote): Generator<readonly [Uint8Array, Uint8Array]> {
  for (const address of addresses) {
    const native = state.getNativeAddress(address)
    if (native !== undefined) yield [latin1ToBytes(nativeOfKind.key(address)), native]
  }
}
