import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { PUBLIC_KEY_TYPE } from '../../state/rows/layout.ts'
import { NativeTxError, shorten } from '../errors.ts'
import type { NativeSigner } from '../nativeTransaction.ts'
import { any, modeInfo, publicKey, signerInfo, singleMode } from './schemas.ts'

/** SIGN_MODE_DIRECT: the signature covers the bytes. */
export const DIRECT_MODE = 1n
/** SIGN_MODE_LEGACY_AMINO_JSON: the signature covers JSON, as hardware wallets show it. */
export const AMINO_MODE = 127n

const KEY_BYTES = 33
const SIGNATURE_BYTES = 64

/** Other modes of the Cosmos SDK. */
const modeNames: ReadonlyMap<bigint, string> = new Map([
  [0n, 'SIGN_MODE_UNSPECIFIED'],
  [2n, 'SIGN_MODE_TEXTUAL'],
  [3n, 'SIGN_MODE_DIRECT_AUX'],
])

/**
 * Decodes the signers from SignerInfos and signatures, which correspond by index.
 *
 * @throws NativeTxError MALFORMED_NATIVE_TX, NO_NATIVE_SIGNATURES, WRONG_SIGNATURE_COUNT,
 *   WRONG_SIGNATURE_LENGTH, UNSUPPORTED_SIGN_MODE, UNSUPPORTED_PUBLIC_KEY, WRONG_KEY_LENGTH
 */
export function decodeSigners(
  infos: readonly Uint8Array[],
  signatures: readonly Uint8Array[],
): readonly NativeSigner[] {
  if (signatures.length === 0) throw new NativeTxError({ code: 'NO_NATIVE_SIGNATURES' })
  if (signatures.length !== infos.length) {
    const facts = { signatures: signatures.length, signers: infos.length }
    throw new NativeTxError({ code: 'WRONG_SIGNATURE_COUNT', ...facts })
  }
  return infos.map((info, i) => decodeSigner(info, signatures[i] ?? EMPTY_BYTES))
}

function decodeSigner(info: Uint8Array, signature: Uint8Array): NativeSigner {
  const { public_key: key, mode_info: mode, sequence } = signerInfo.decode(info)
  const isAmino = isAminoMode(mode)
  requireLength('WRONG_SIGNATURE_LENGTH', signature, SIGNATURE_BYTES)
  return { publicKey: decodeKey(key), sequence, signature, ...(isAmino && { isAmino }) }
}

function isAminoMode(bytes: Uint8Array | undefined): boolean {
  const { single, multi } = modeInfo.decode(bytes ?? EMPTY_BYTES)
  if (multi !== undefined) throw unsupportedMode('a multi-signature')
  const { mode } = singleMode.decode(single ?? EMPTY_BYTES)
  if (mode === DIRECT_MODE || mode === AMINO_MODE) return mode === AMINO_MODE
  throw unsupportedMode(modeNames.get(mode) ?? `mode ${mode}`)
}

function unsupportedMode(mode: string): NativeTxError {
  return new NativeTxError({ code: 'UNSUPPORTED_SIGN_MODE', mode })
}

function decodeKey(bytes: Uint8Array | undefined): Uint8Array {
  const { type_url: typeUrl, value } =
    bytes === undefined ? { type_url: undefined, value: EMPTY_BYTES } : any.decode(bytes)
  if (typeUrl !== PUBLIC_KEY_TYPE) {
    const named = typeUrl === undefined ? undefined : shorten(typeUrl)
    throw new NativeTxError({ code: 'UNSUPPORTED_PUBLIC_KEY', typeUrl: named })
  }
  const { key } = publicKey.decode(value)
  requireLength('WRONG_KEY_LENGTH', key, KEY_BYTES)
  return key
}

function requireLength(
  code: 'WRONG_KEY_LENGTH' | 'WRONG_SIGNATURE_LENGTH',
  { length }: Uint8Array,
  want: number,
): void {
  if (length !== want) throw new NativeTxError({ code, length, want })
}
