import { type Address, parseAddress } from '../../primitives/address.ts'
import { EMPTY_BYTES } from '../../primitives/bytes.ts'
import { storeNames } from '../../state/layout.ts'
import type { NativeNames } from '../../state/stateSource.ts'
import { badState, readBytes, readInteger, readObject, readWord } from './fields.ts'
import {
  type DumpedAccount,
  type DumpedRow,
  NATIVE_FIELD,
  NATIVE_FORMAT,
  nativeRow,
  type StateDump,
} from './stateDump.ts'

const MAX_UINT64 = 2n ** 64n - 1n
const MAX_UINT256 = 2n ** 256n - 1n
/** Numbers of blocks and times are exact numbers of JavaScript. */
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER)

/**
 * What a dump says, checked to the last row: of this program, or of any version of Anvil. Fields that nothing depends on are ignored.
 *
 * @param names of the chain that it is for; its own field must be of a chain with the same ones.
 * @throws ChainRefused BAD_STATE
 */
export function readDump(json: unknown, names: NativeNames): StateDump {
  const dump = readObject(json, '')
  if (dump.accounts === undefined) throw badState('accounts', 'missing: this is no dump of a state')
  const native = dump[NATIVE_FIELD]
  return {
    block: readBlock(dump),
    accounts: readAccounts(readObject(dump.accounts, 'accounts')),
    native: native === undefined ? undefined : readNative(readObject(native, NATIVE_FIELD), names),
  }
}

function readBlock(dump: Readonly<Record<string, unknown>>): StateDump['block'] {
  if (dump.block === undefined || dump.block === null) return undefined
  const block = readObject(dump.block, 'block')
  // On some chains Anvil's environment counts the blocks of another chain.
  const best = dump.best_block_number ?? undefined
  const number =
    best === undefined
      ? readInteger(block.number, 'block.number', MAX_SAFE)
      : readInteger(best, 'best_block_number', MAX_SAFE)
  return { number, timestamp: readInteger(block.timestamp, 'block.timestamp', MAX_SAFE) }
}

function readAccounts(accounts: Readonly<Record<string, unknown>>): readonly DumpedAccount[] {
  const seen = new Set<Address>()
  return Object.entries(accounts).map(([name, value]) => {
    const where = `accounts.${name}`
    const address = readAddress(name, where)
    if (seen.has(address)) throw badState(where, 'the same account a second time')
    seen.add(address)
    return readAccount(readObject(value, where), address, where)
  })
}

function readAddress(text: string, where: string): Address {
  try {
    return parseAddress(text)
  } catch (cause) {
    throw badState(where, 'want an address of 20 bytes', cause)
  }
}

function readAccount(
  account: Readonly<Record<string, unknown>>,
  address: Address,
  where: string,
): DumpedAccount {
  const { nonce, balance, code, storage = {} } = account
  const words = Object.entries(readObject(storage, `${where}.storage`))
  return {
    address,
    nonce: readInteger(nonce, `${where}.nonce`, MAX_UINT64),
    balance: readInteger(balance, `${where}.balance`, MAX_UINT256),
    code: code === undefined || code === null ? EMPTY_BYTES : readBytes(code, `${where}.code`),
    storage: words.map(([slot, word]) => {
      const place = `${where}.storage.${slot}`
      return [readWord(slot, place), readWord(word, place)] as const
    }),
  }
}

function readNative(
  section: Readonly<Record<string, unknown>>,
  names: NativeNames,
): readonly DumpedRow[] {
  const { format } = section
  if (format !== NATIVE_FORMAT) {
    const reason = `${JSON.stringify(format)} where this program reads ${NATIVE_FORMAT}`
    throw badState(`${NATIVE_FIELD}.format`, reason)
  }
  requireSame(section, 'bech32_prefix', names.bech32Prefix)
  requireSame(section, 'denomination', names.denomination)
  const rows = readObject(section.rows, `${NATIVE_FIELD}.rows`)
  return storeNames.flatMap((store) => {
    const where = `${NATIVE_FIELD}.rows.${store}`
    return Object.entries(readObject(rows[store], where)).map(([key, value]) => {
      const place = `${where}.${key}`
      const bytes = readBytes(value, place)
      try {
        const row = nativeRow(store, readBytes(key, place), names)
        if (row === undefined) throw new RangeError('no table has this key')
        return { ...row, value: row.kind.decode(bytes) }
      } catch (cause) {
        throw badState(place, 'cannot be read', cause)
      }
    })
  })
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
