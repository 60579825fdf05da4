import type { Address } from '../../primitives/address.ts'
import type { DenominationMetadata } from '../../primitives/denominationMetadata.ts'
import type { Hex } from '../../primitives/encoding/hex.ts'
import { abiString, readAbiString, readBytes, readQuantity } from '../remoteAnswers.ts'
import { RemoteError } from '../remoteError.ts'
import { AbiReader } from './abiReader.ts'
import { isRefusal, type StateReader } from './blockReader.ts'
import { orNull } from './nativeAddresses.ts'

/** Sei's precompiled contract of balances, and selectors of its functions. */
const BANK = '0x0000000000000000000000000000000000001001' as Address
/** denomMetadata(string), from Sei 6.7 on */
const DENOM_METADATA = '0xbf167569'
/** name(string) */
const NAME = '0x5b43bc99'
/** symbol(string) */
const SYMBOL = '0x41bb0559'
/** addNativePointer(string) */
const ADD_NATIVE_POINTER = 'c31d960f'

/**
 * Returns the metadata of a denomination, or null. An older node only tells name, symbol and
 * decimals. The units are empty if it does not tell the decimals either.
 *
 * @throws RemoteError
 */
export async function readMetadata(
  reader: StateReader,
  denomination: string,
): Promise<DenominationMetadata | null> {
  const ask = <T>(selector: string, read: (answer: unknown) => T): Promise<T | null> => {
    const call = { to: BANK, data: `${selector}${abiString(denomination)}` }
    return orNull(reader.ask('eth_call', [call], read))
  }
  const [whole, name, symbol, decimals] = await Promise.all([
    ask(DENOM_METADATA, readWhole).catch(nullIfRefused),
    ask(NAME, readAbiString),
    ask(SYMBOL, readAbiString),
    readDecimals(reader, denomination),
  ])
  if (whole !== null) return whole
  if (name === null || symbol === null) return null
  const base = { denomination, exponent: 0 }
  const display = { denomination: '', exponent: decimals ?? 0 }
  const known = display.exponent === 0 ? [base] : [base, display]
  const units = decimals === undefined ? [] : known
  return { description: '', units, base: denomination, display: '', name, symbol }
}

/** An older contract has no such function. */
function nullIfRefused(error: unknown): null {
  if (isRefusal(error)) return null
  throw error
}

/** Reads the struct Metadata. */
function readWhole(answer: unknown): DenominationMetadata {
  const metadata = new AbiReader(readBytes(answer)).dynamic(0)
  return {
    description: metadata.text(0),
    units: metadata.list(1).map((unit) => {
      const aliases = unit.texts(2)
      return {
        denomination: unit.text(0),
        exponent: unit.integer(1),
        ...(aliases.length > 0 && { aliases }),
      }
    }),
    base: metadata.text(2),
    display: metadata.text(3),
    name: metadata.text(4),
    symbol: metadata.text(5),
  }
}

/** Only a pointer contract has them: a call makes one. Undefined if it fails. */
async function readDecimals(
  reader: StateReader,
  denomination: string,
): Promise<number | undefined> {
  try {
    const call = { data: decimalsOfPointer(denomination) }
    const decimals = await reader.ask('eth_call', [call], readQuantity)
    return decimals <= 0xffn ? Number(decimals) : undefined
  } catch (error) {
    if (error instanceof RemoteError && error.code === 'REMOTE_ANSWERED_ERROR') return undefined
    throw error
  }
}

/** Length of the code in {@link decimalsOfPointer}. */
const CODE_BYTES = 0x37

/**
 * Creates a contract whose code are the decimals of the pointer contract of a denomination, which
 * it adds before. Its arguments are behind the code.
 */
function decimalsOfPointer(denomination: string): Hex {
  const argument = `${ADD_NATIVE_POINTER}${abiString(denomination)}`
  const length = (argument.length / 2).toString(16).padStart(4, '0')
  const offset = CODE_BYTES.toString(16).padStart(4, '0')
  const code = [
    `61${length}61${offset}5f39`, // CODECOPY(0, offset, length)
    `60205f61${length}5f5f61100b5af1`, // CALL the contract of pointers with that
    '601b575f5ffd5b', // REVERT(0, 0) if it failed
    '63313ce56760e01b602052', // MSTORE(32, decimals())
    '60205f600460205f515afa50', // STATICCALL the pointer contract
    '60205ff3', // RETURN(0, 32)
  ].join('')
  return `0x${code}${argument}`
}
