import { balanceOf, sendCoins } from '../../../../modules/bank/bank.ts'
import { nativeText, ownerOf, parseNative } from '../../../../modules/evm/association.ts'
import { ModuleError, sdkError } from '../../../../modules/moduleError.ts'
import { nativeChainIdOf } from '../../../../modules/nativeChainId.ts'
import { type Address, toChecksumAddress } from '../../../../primitives/address.ts'
import { verifyCompact } from '../../../../primitives/crypto/secp256k1.ts'
import { hash160 } from '../../../../primitives/crypto/sha256.ts'
import { EMPTY_BYTES } from '../../../../primitives/encoding/bytes.ts'
import { bytesToHex } from '../../../../primitives/encoding/hex.ts'
import { accountKind, type NativeAddress } from '../../../../state/rows/layout.ts'
import { abiFunction, type NativeCall } from '../abi/abiFunction.ts'
import { meteredPrecompile, outOfGasReverted } from '../abi/abiPrecompile.ts'
import { bool, bytes } from '../abi/abiType.ts'
import { NO_COSMWASM } from '../absentPrecompiles.ts'
import { readCoins } from '../query/coinRows.ts'
import {
  assetType,
  type ClaimedAsset,
  type ClaimMessage,
  type ClaimTransaction,
  claimHash,
  decodeClaimTransaction,
} from './claimTransaction.ts'

/** Gas of a signature (Cosmos SDK, x/auth params). */
const ADDRESS_DIGITS = 40
const GAS_PER_SIGNATURE = 1_000n
/** SIGN_MODE_DIRECT. */
const DIRECT_MODE = 1n
const SIGNATURE_BYTES = 64

const NOT_DIRECT = 'claim must be called by an EOA directly'

/** A claim whose signature is valid. */
interface VerifiedClaim {
  readonly message: ClaimMessage
  readonly sender: NativeAddress
  /** Who receives the assets. */
  readonly receiver: NativeAddress
}

const claim = abiFunction({
  name: 'claim',
  mutability: 'nonpayable',
  inputs: { payload: bytes },
  returns: bool,
  run(call, { payload }) {
    const { message, sender, receiver } = verifyClaim(call, payload)
    if (message.assets !== undefined) {
      throw invalid('message for Claim must not be MsgClaimSpecific type')
    }
    try {
      sendCoins(call.state, sender, receiver, readCoins(call, sender))
    } catch (error) {
      throw because('failed to transfer coins: ', error)
    }
    return true
  },
})

const claimSpecific = abiFunction({
  name: 'claimSpecific',
  mutability: 'nonpayable',
  inputs: { payload: bytes },
  returns: bool,
  run(call, { payload }) {
    const { message, sender, receiver } = verifyClaim(call, payload)
    if (message.assets === undefined) throw invalid('message is not MsgClaimSpecific type')
    for (const asset of message.assets) {
      requireNativeAsset(call, asset)
      const { denom } = asset
      const amount = balanceOf(call.state, sender, denom)
      if (amount > 0n) sendCoins(call.state, sender, receiver, [{ denom, amount }])
    }
    return true
  },
})

/** @throws ModuleError for assets of CosmWasm contracts */
function requireNativeAsset({ state }: NativeCall, asset: ClaimedAsset): void {
  if (asset.type === assetType.native) return
  const { contractAddress } = asset
  try {
    parseNative(state, contractAddress)
  } catch (error) {
    throw because(`failed to parse contract address ${contractAddress}: `, error)
  }
  const [kind, query] =
    asset.type === assetType.cw20 ? ['CW20', 'balance'] : ['CW721', 'all tokens']
  throw invalid(`failed to query ${kind} contract ${contractAddress} for ${query}: ${NO_COSMWASM}`)
}

/**
 * Verifies a claim and counts its transaction, so that it works once.
 *
 * @throws ModuleError
 */
function verifyClaim(call: NativeCall, payload: Uint8Array): VerifiedClaim {
  const { state, caller } = call
  if (!call.isTopLevel) throw invalid(NOT_DIRECT)
  const transaction = decode(payload)
  const count = transaction.messages.length
  if (count !== 1) {
    throw invalid(`claim tx must contain exactly 1 message but ${count} were found`)
  }
  const [message] = transaction.messages
  if (message === undefined) {
    throw invalid('claim tx can only contain MsgClaim or MsgClaimSpecific type')
  }
  requireClaimer(message, caller)
  let sender: NativeAddress
  try {
    sender = parseNative(state, message.sender)
  } catch (error) {
    throw because('failed to parse claim tx sender due to ', error)
  }
  verifySender(call, transaction, message, sender)
  return { message, sender, receiver: ownerOf(state, caller) }
}

function decode(payload: Uint8Array): ClaimTransaction {
  try {
    return decodeClaimTransaction(payload)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw invalid(`failed to decode claim tx due to ${error.message}: tx parse error`)
  }
}

function requireClaimer({ claimer }: ClaimMessage, caller: Address): void {
  if (looseAddress(claimer) === caller) return
  throw invalid(`claim tx is meant for ${claimer} but was sent by ${toChecksumAddress(caller)}`)
}

/** Reads an address as geth does: the last 20 bytes of the digits before anything else. */
function looseAddress(text: string): string {
  const digits = text.replace(/^0[xX]/, '')
  const even = digits.length % 2 === 1 ? `0${digits}` : digits
  const [bytes = ''] = /^(?:[0-9a-fA-F]{2})*/.exec(even) ?? []
  return `0x${bytes.slice(-ADDRESS_DIGITS).padStart(ADDRESS_DIGITS, '0').toLowerCase()}`
}

/** Verifies the signature of the sender and increments its sequence. */
function verifySender(
  { state, chainId, charge }: NativeCall,
  transaction: ClaimTransaction,
  message: ClaimMessage,
  sender: NativeAddress,
): void {
  const accounts = accountKind(state.names.bech32Prefix)
  const account = state.get(accounts, sender)
  if (account === undefined) throw invalid(`account ${message.sender} does not exist`)
  const { signers, signatures } = transaction
  const [signer] = signers
  if (signer === undefined || signers.length > 1) {
    throw invalid(`claim tx can be signed by exactly 1 key but ${signers.length} signed`)
  }
  const publicKey = signer.publicKey ?? account.publicKey
  if (publicKey.length === 0) {
    throw invalid('must provide pubkey from accounts that have never sent transactions')
  }
  const signedBy = bytesToHex(hash160(publicKey)) as NativeAddress
  if (signedBy !== sender) {
    throw invalid(
      `claim message is for ${message.sender} but was signed by ${nativeText(state, signedBy)}`,
    )
  }
  if (signatures.length !== 1) {
    throw invalid(`claim tx should have exactly 1 signature but got ${signatures.length}`)
  }
  const { sequence, accountNumber } = account
  if (signer.sequence !== sequence) {
    throw invalid(`account sequence mismatch for claim tx (${signer.sequence} vs. ${sequence})`)
  }
  charge(GAS_PER_SIGNATURE)
  const hash = claimHash(
    transaction,
    nativeChainIdOf({ chainId, native: state.names }),
    accountNumber,
  )
  const signature = signatures[0] ?? EMPTY_BYTES
  const isValid =
    signer.mode === DIRECT_MODE &&
    signature.length === SIGNATURE_BYTES &&
    verifyCompact(signature, hash, publicKey)
  if (!isValid) {
    throw invalid(
      'failed to verify signature for claim tx: unable to verify single signer signature',
    )
  }
  state.set(accounts, sender, { ...account, sequence: sequence + 1n })
}

/** Adds what failed to the reason of a rejection. */
function because(what: string, error: unknown): unknown {
  return error instanceof ModuleError ? invalid(what + error.message) : error
}

function invalid(message: string): ModuleError {
  return sdkError('invalidRequest', message)
}

/** 0x100C: claims of coins by a transaction that their owner signed. */
export const soloPrecompile = meteredPrecompile([claim, claimSpecific], {
  refuse: (_definition, { isDelegated }) =>
    isDelegated ? 'cannot delegatecall claim' : NOT_DIRECT,
  outOfGas: outOfGasReverted,
})
