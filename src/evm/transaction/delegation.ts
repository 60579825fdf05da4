import { type Address, addressToBytes, ZERO_ADDRESS } from '../../primitives/address.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import {
  HALF_ORDER,
  publicKeyToAddress,
  recoverPublicKey,
} from '../../primitives/crypto/secp256k1.ts'
import { concatBytes, EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { writeRlp } from '../../primitives/encoding/rlp.ts'
import type { WorldState } from '../../state/worldState.ts'
import { forkRules } from '../rules/forkRules.ts'
import { associateSigner } from './association.ts'
import { type Authorization, MAX_NONCE } from './transaction.ts'

const DESIGNATOR = Uint8Array.of(0xef, 0x01, 0x00)
const MAGIC = Uint8Array.of(0x05)

/** Returns whether code is a delegation to another account (EIP-7702). */
export function isDelegation(code: Uint8Array): boolean {
  return code.length === 23 && code[0] === 0xef && code[1] === 0x01 && code[2] === 0x00
}

/** Returns the signer of an authorization, or undefined if the signature is invalid. */
export function recoverAuthority(
  authorization: Authorization,
): { readonly address: Address; readonly publicKey: Uint8Array } | undefined {
  const { chainId, address, nonce, yParity, r, s } = authorization
  if (s > HALF_ORDER || (yParity !== 0 && yParity !== 1)) return undefined
  const message = writeRlp([chainId, addressToBytes(address), nonce])
  try {
    const publicKey = recoverPublicKey(keccak256(concatBytes(MAGIC, message)), { r, s, yParity })
    return { address: publicKeyToAddress(publicKey), publicKey }
  } catch {
    return undefined
  }
}

/**
 * Sets the delegations of a type 4 transaction and skips invalid ones (EIP-7702). Returns the
 * authorities, which are then warm, and the gas refund for existing accounts.
 *
 * @param existing accounts that exist even if they are empty
 */
export function applyAuthorizations(
  state: WorldState,
  chainId: bigint,
  list: readonly Authorization[],
  existing: ReadonlySet<Address> = new Set(),
): { readonly authorities: readonly Address[]; readonly refund: bigint } {
  const authorities: Address[] = []
  if (list.length === 0) return { authorities, refund: 0n }
  const rules = forkRules(chainId, 'prague')
  const refundPerAccount = rules.param('perEmptyAccountCost') - rules.param('perAuthBaseGas')
  let refund = 0n
  for (const authorization of list) {
    if (authorization.chainId !== 0n && authorization.chainId !== chainId) continue
    if (authorization.nonce >= MAX_NONCE) continue
    const authority = recoverAuthority(authorization)
    if (authority === undefined) continue
    const { address, publicKey } = authority
    authorities.push(address)
    const code = state.getCode(address)
    if (code.length > 0 && !isDelegation(code)) continue
    if (state.getNonce(address) !== authorization.nonce) continue
    if (state.exists(address) || existing.has(address)) refund += refundPerAccount
    associateSigner(state, address, publicKey)
    const isCleared = authorization.address === ZERO_ADDRESS
    state.setCode(
      address,
      isCleared ? EMPTY_BYTES : concatBytes(DESIGNATOR, addressToBytes(authorization.address)),
    )
    state.setNonce(address, authorization.nonce + 1n)
  }
  return { authorities, refund }
}
