import { type Address, parseAddress } from '../../primitives/address.ts'
import { bytesToLatin1, EMPTY_BYTES, equalBytes } from '../../primitives/encoding/bytes.ts'
import { type Hash, isHex } from '../../primitives/encoding/hex.ts'
import { createPause, type Pause } from '../../primitives/time/timeSlice.ts'
import { type NativeAccount, nativeOfKind, storeNames } from '../../state/rows/layout.ts'
import type { NativeNames } from '../../state/rows/stateSource.ts'
import type { StoreName } from '../../state/rows/stateTable.ts'
import { readDumpedBlocks } from './dumpedBlocks.ts'
import { badState, readDumpBytes, readDumpInteger, readDumpObject, readDumpWord } from './fields.ts'
import {
  type DumpedAccount,
  type DumpedFork,
  type DumpedRow,
  FORK_FIELD,
  NATIVE_FIELD,
  NATIVE_FORMAT,
  nativeRow,
  requiredKinds,
  type StateDump,
} from './stateDump.ts'

/** Of an address as text. */
const ADDRESS_DIGITS = 42
const MAX_UINT64 = 2n ** 64n - 1n
const MAX_UINT256 = 2n ** 256n - 1n
/** Block numbers and timestamps are safe JavaScript integers. */
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER)

/**
 * Reads and validates a dump of this program or of any version of Anvil, and yields to the event
 * loop. Unused fields are ignored.
 *
 * @param names prefix and denomination of the chain; the dump's must be the same
 * @throws ChainError BAD_STATE
 */
export async function readDump(json: unknown, names: NativeNames): Promise<StateDump> {
  const pause = createPause()
  const dump = readDumpObject(json, '')
  if (dump.accounts === undefined) throw badState('accounts', 'missing: not a state dump')
  const native = dump[NATIVE_FIELD]
  const fork = dump[FORK_FIELD]
  const block = readBlock(dump)
  return {
    ...(fork !== undefined && { fork: readFork(readDumpObject(fork, FORK_FIELD)) }),
    block,
    // A dump of this program has a header without its body.
    blocks:
      native === undefined && block !== undefined
        ? await readDumpedBlocks(dump, block.number, pause)
        : [],
    accounts: await readAccounts(readDumpObject(dump.accounts, 'accounts'), pause),
    native:
      native === undefined
        ? undefined
        : await readNative(readDumpObject(native, NATIVE_FIELD), names, pause),
  }
}

function readFork({
  block_hash: hash,
  cleared = [],
}: Readonly<Record<string, unknown>>): DumpedFork {
  if (!isHex(hash)) throw badState(`${FORK_FIELD}.block_hash`, 'want a hash')
  if (!Array.isArray(cleared)) throw badState(`${FORK_FIELD}.cleared`, 'want a list of addresses')
  const where = `${FORK_FIELD}.cleared`
  return { hash: hash as Hash, cleared: cleared.map((text) => readAddress(String(text), where)) }
}

function readBlock(dump: Readonly<Record<string, unknown>>): StateDump['block'] {
  if (dump.block === undefined || dump.block === null) return undefined
  const block = readDumpObject(dump.block, 'block')
  // On some chains Anvil's environment has block numbers of another chain.
  const best = dump.best_block_number ?? undefined
  const number =
    best === undefined
      ? readDumpInteger(block.number, 'block.number', MAX_SAFE)
      : readDumpInteger(best, 'best_block_number', MAX_SAFE)
  return { number, timestamp: readDumpInteger(block.timestamp, 'block.timestamp', MAX_SAFE) }
}

async function readAccounts(
  accounts: Readonly<Record<string, unknown>>,
  pause: Pause,
): Promise<readonly DumpedAccount[]> {
  const read = new Map<Address, DumpedAccount>()
  for (const [name, value] of Object.entries(accounts)) {
    const where = `accounts.${name}`
    const address = readAddress(name, where)
    if (read.has(address)) throw badState(where, 'duplicate account')
    const { storage = {}, ...fields } = readDumpObject(value, where)
    const words: [slot: Uint8Array, word: Uint8Array][] = []
    for (const [slot, word] of Object.entries(readDumpObject(storage, `${where}.storage`))) {
      const place = `${where}.storage.${slot}`
      words.push([readDumpWord(slot, place), readDumpWord(word, place)])
      await pause()
    }
    read.set(address, { address, ...readAccount(fields, where), storage: words })
    await pause()
  }
  return [...read.values()]
}

function readAddress(text: string, where: string): Address {
  try {
    return parseAddress(text)
  } catch (cause) {
    throw badState(where, 'want an address of 20 bytes', cause)
  }
}

function readAccount(
  { nonce, balance, code }: Readonly<Record<string, unknown>>,
  where: string,
): Pick<DumpedAccount, 'nonce' | 'balance' | 'code'> {
  return {
    nonce: readDumpInteger(nonce, `${where}.nonce`, MAX_UINT64),
    balance: readDumpInteger(balance, `${where}.balance`, MAX_UINT256),
    code: code === undefined || code === null ? EMPTY_BYTES : readDumpBytes(code, `${where}.code`),
  }
}

async function readNative(
  section: Readonly<Record<string, unknown>>,
  names: NativeNames,
  pause: Pause,
): Promise<readonly DumpedRow[]> {
  const { format } = section
  if (format !== NATIVE_FORMAT) {
    const reason = `unsupported format ${JSON.stringify(format)}: want ${NATIVE_FORMAT}`
    throw badState(`${NATIVE_FIELD}.format`, reason)
  }
  requireSame(section, 'bech32_prefix', names.bech32Prefix)
  requireSame(section, 'denomination', names.denomination)
  const rows = readDumpObject(section.rows, `${NATIVE_FIELD}.rows`)
  const read: DumpedRow[] = []
  for (const store of storeNames) {
    const where = `${NATIVE_FIELD}.rows.${store}`
    for (const [key, value] of Object.entries(readDumpObject(rows[store], where))) {
      const place = `${where}.${key}`
      const pair = [readDumpBytes(key, place), readDumpBytes(value, place)] as const
      read.push(readRow(pair, store, names, place))
      await pause()
    }
  }
  const found = new Set(read.map(({ kind }) => kind.name))
  for (const { name, store } of requiredKinds) {
    if (!found.has(name)) throw badState(`${NATIVE_FIELD}.rows.${store}`, `not a row of ${name}`)
  }
  return read
}

function readRow(
  [key, value]: readonly [Uint8Array, Uint8Array],
  store: StoreName,
  names: NativeNames,
  where: string,
): DumpedRow {
  try {
    const place = nativeRow(store, key, names)
    if (place === undefined) throw new RangeError('no table has this key')
    const row = { ...place, value: place.kind.decode(value) }
    checkRow(row, key, value)
    return row
  } catch (cause) {
    throw badState(where, 'cannot be read', cause)
  }
}

/** @throws RangeError if the chain would encode the row differently */
function checkRow({ kind, id, value }: DumpedRow, key: Uint8Array, bytes: Uint8Array): void {
  const isAsWritten = kind.key(id) === bytesToLatin1(key) && equalBytes(kind.encode(value), bytes)
  if (!isAsWritten) throw new RangeError('not in canonical form')
  const isAmount = kind.denomination !== undefined
  if (isAmount && (value as bigint) <= 0n) throw new RangeError('invalid amount')
  const isPair = kind.name === nativeOfKind.name
  const isRecord = kind.store === 'acc' && id !== ''
  if ((isAmount || isPair || isRecord) && id.length !== ADDRESS_DIGITS) {
    throw new RangeError('want an address of 20 bytes')
  }
  if (isPair && (value as Address).length !== ADDRESS_DIGITS) {
    throw new RangeError('want a native address of 20 bytes')
  }
  if (isRecord && (value as NativeAccount).address !== id) {
    throw new RangeError('record of another account')
  }
}

function requireSame(
  section: Readonly<Record<string, unknown>>,
  name: string,
  wanted: string,
): void {
  if (section[name] === wanted) return
  const found = JSON.stringify(section[name])
  const reason = `${found}, but this chain has ${JSON.stringify(wanted)}`
  throw badState(`${NATIVE_FIELD}.${name}`, reason)
}
