import { nativeText, notAssociated, parseNative } from '../../../modules/evm/association.ts'
import { sdkError } from '../../../modules/moduleError.ts'
import { type Address, toChecksumAddress } from '../../../primitives/address.ts'
import { keccak256 } from '../../../primitives/crypto/keccak.ts'
import { compressPublicKey, publicKeyToAddress } from '../../../primitives/crypto/secp256k1.ts'
import { bytesToBigInt } from '../../../primitives/encoding/bytes.ts'
import { hexToBytes } from '../../../primitives/encoding/hex.ts'
import { hexFault } from '../../../primitives/encoding/hexFault.ts'
import { associate } from '../../../state/ledger/associate.ts'
import { evmOfKind, nativeOfKind } from '../../../state/rows/layout.ts'
import type { RowState } from '../../../state/rows/rowState.ts'
import { publicKeyToNative, recoverAssociated } from '../../transaction/association.ts'
import { abiFunction, returnValues } from './abi/abiFunction.ts'
import { meteredPrecompile, outOfGasReverted } from './abi/abiPrecompile.ts'
import { address, rawString, string } from './abi/abiType.ts'
import { parsePublicKey } from './parsePublicKey.ts'

/** Names of the functions that change state in refusals. */
const OPERATIONS: Readonly<Record<string, string>> = {
  associate: 'associate',
  associatePubKey: 'associate pub key',
}

const addresses = returnValues({ seiAddr: string, evmAddr: address })

const associateSigned = abiFunction({
  name: 'associate',
  mutability: 'nonpayable',
  inputs: { v: string, r: string, s: string, customMessage: rawString },
  returns: addresses,
  run({ state }, { v, r, s, customMessage }) {
    const hash = keccak256(customMessage)
    // In the order in which the real chain reads them.
    const signature = { r: number(r), s: number(s), v: number(v) }
    const publicKey = recoverAssociated(hash, signature)
    if (publicKey !== undefined) return associateKey(state, publicKey)
    throw sdkError('invalidRequest', 'invalid transaction v, r, s values')
  },
})

const associatePubKey = abiFunction({
  name: 'associatePubKey',
  mutability: 'nonpayable',
  inputs: { pubKeyHex: string },
  returns: addresses,
  run({ state }, { pubKeyHex }) {
    return associateKey(state, parsePublicKey(bytesOf(pubKeyHex)))
  },
})

const getSeiAddr = abiFunction({
  name: 'getSeiAddr',
  mutability: 'view',
  inputs: { addr: address },
  returns: string,
  run({ state }, { addr }) {
    const native = state.get(nativeOfKind, addr)
    if (native !== undefined) return nativeText(state, native)
    throw notAssociated(`EVM address ${toChecksumAddress(addr)} is not associated`)
  },
})

const getEvmAddr = abiFunction({
  name: 'getEvmAddr',
  mutability: 'view',
  inputs: { addr: string },
  returns: address,
  run({ state }, { addr }) {
    const evm = state.get(evmOfKind, parseNative(state, addr))
    if (evm !== undefined) return evm
    throw notAssociated(`${state.names.bech32Prefix} address ${addr} is not associated`)
  },
})

/**
 * Associates the two addresses of a key.
 *
 * @throws ModuleError if they are associated already
 */
function associateKey(
  state: RowState,
  publicKey: Uint8Array,
): { readonly seiAddr: string; readonly evmAddr: Address } {
  const evmAddr = publicKeyToAddress(publicKey)
  const native = publicKeyToNative(publicKey)
  const seiAddr = nativeText(state, native)
  if (state.get(evmOfKind, native) !== undefined) {
    throw sdkError(
      'invalidRequest',
      `address ${seiAddr} is already associated with evm address ${toChecksumAddress(evmAddr)}`,
    )
  }
  associate(state, evmAddr, native, compressPublicKey(publicKey))
  return { seiAddr, evmAddr }
}

/**
 * Parses hexadecimal digits, with or without 0x.
 * @throws ModuleError
 */
function number(text: string): bigint {
  const digits = text.startsWith('0x') ? text.slice(2) : text
  return bytesToBigInt(bytesOf(digits.length % 2 === 1 ? `0${digits}` : digits))
}

/** @throws ModuleError if the text is not an even number of hexadecimal digits */
function bytesOf(digits: string): Uint8Array {
  const fault = hexFault(digits)
  if (fault !== undefined) throw sdkError('invalidRequest', fault)
  return hexToBytes(`0x${digits}`)
}

/** 0x1004: the two addresses of a key. */
export const addrPrecompile = meteredPrecompile(
  [associateSigned, associatePubKey, getSeiAddr, getEvmAddr],
  {
    // By DELEGATECALL they work: they do not depend on the caller.
    refuse({ name }, { isStatic }) {
      const operation = isStatic ? OPERATIONS[name] : undefined
      return operation && `cannot call ${operation} precompile from staticcall`
    },
    outOfGas: outOfGasReverted,
  },
)
