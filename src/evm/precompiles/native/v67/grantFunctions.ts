import type { Authorization } from '../../../../modules/authz/authorization.ts'
import { type GrantParties, grant, requireTwo, revoke } from '../../../../modules/authz/grants.ts'
import {
  requireDelegator as requireAccount,
  requireNative,
} from '../../../../modules/evm/association.ts'
import type { HeaderInfo } from '../../../../modules/headerInfo.ts'
import { ModuleError, sdkError } from '../../../../modules/moduleError.ts'
import type { Address } from '../../../../primitives/address.ts'
import { LAST_TIMESTAMP } from '../../../../primitives/encoding/rfc3339.ts'
import { type AbiFunction, abiFunction, type NativeCall } from '../abi/abiFunction.ts'
import { address, bool, int64 } from '../abi/abiType.ts'
import { headerInfoOf } from '../payment.ts'

/** Returns the accounts of a call by the granter. */
function partiesFrom({ state, caller }: NativeCall, grantee: Address): GrantParties {
  return { granter: requireNative(state, caller), grantee: requireAccount(state, grantee) }
}

/** Returns the accounts of a call by the grantee. */
export function partiesFor({ state, caller }: NativeCall, granter: Address): GrantParties {
  return { grantee: requireNative(state, caller), granter: requireAccount(state, granter) }
}

/**
 * Grants authorizations from the caller. The precompiles check the time (precompiles/common of
 * sei-chain, authorization.go), and messages do not.
 *
 * @throws ModuleError
 */
export function grantFrom(
  call: NativeCall,
  grantee: Address,
  authorizations: readonly Authorization[],
  expiration: bigint,
): true {
  const parties = partiesFrom(call, grantee)
  requireLater(expiration, headerInfoOf(call))
  grant(call.state, parties, authorizations, expiration)
  return true
}

/** @throws ModuleError */
function requireLater(expiration: bigint, { time }: HeaderInfo): void {
  if (expiration <= time) {
    throw sdkError(
      'invalidRequest',
      'authorization expiration must be after the current block time: invalid request',
    )
  }
  if (expiration <= LAST_TIMESTAMP) return
  throw sdkError(
    'invalidRequest',
    `authorization expiration cannot be encoded as a protobuf timestamp: timestamp: seconds:${expiration} after 10000-01-01: invalid request`,
  )
}

/**
 * Executes a message for another account. A failure quotes the message, as the SDK's does.
 *
 * @throws ModuleError
 */
export function executeAs<T>(message: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof ModuleError)) throw error
    const { codespace, code } = error
    const what = `failed to execute message; message ${message}`
    throw new ModuleError(codespace, code, `${what}: ${error.message}`)
  }
}

/** Writes text fields of a message as the SDK quotes it (gogo/protobuf, CompactTextString). */
export function protoText(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}:${JSON.stringify(value)} `)
    .join('')
}

/** Creates a function that grants all messages of some types. */
export function grantFunction(name: string, typeUrls: readonly string[]): AbiFunction {
  return abiFunction({
    name,
    mutability: 'nonpayable',
    inputs: { grantee: address, expiration: int64 },
    returns: bool,
    run(call, { grantee, expiration }) {
      const authorizations = typeUrls.map((typeUrl) => ({ kind: 'generic', typeUrl }) as const)
      return grantFrom(call, grantee, authorizations, expiration)
    },
  })
}

/** Creates a function that revokes the grants of messages of some types. */
export function revokeFunction(name: string, typeUrls: readonly string[]): AbiFunction {
  return abiFunction({
    name,
    mutability: 'nonpayable',
    inputs: { grantee: address },
    returns: bool,
    run(call, { grantee }) {
      const parties = partiesFrom(call, grantee)
      requireTwo(parties)
      revoke(call.state, parties, typeUrls)
      return true
    },
  })
}
