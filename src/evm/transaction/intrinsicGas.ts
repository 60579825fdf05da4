import type { Common } from '@ethereumjs/common'
import { TxError } from '../errors.ts'
import type { AccessList } from './transaction.ts'

/** The gas of a message before its code runs. */
export interface IntrinsicGas {
  readonly intrinsic: bigint
  /** Floor gas for the data of the transaction (EIP-7623). 0 if the fork has no floor. */
  readonly floor: bigint
}

/** The properties of a message that determine its intrinsic gas in a fork. */
export interface PricedMessage {
  readonly isCreation: boolean
  readonly data: Uint8Array
  readonly accessList: AccessList
  readonly authorizations: number
}

/**
 * Returns the {@link intrinsicGas} of a message, and checks that `gas` covers it.
 *
 * @throws TxError INTRINSIC_GAS_TOO_LOW, FLOOR_GAS_TOO_LOW
 */
export function requireIntrinsicGas(
  rules: Common,
  message: PricedMessage,
  gas: bigint,
): IntrinsicGas {
  const costs = intrinsicGas(rules, message)
  if (gas < costs.intrinsic) {
    throw new TxError({ code: 'INTRINSIC_GAS_TOO_LOW', have: gas, want: costs.intrinsic })
  }
  if (gas < costs.floor) {
    throw new TxError({ code: 'FLOOR_GAS_TOO_LOW', have: gas, want: costs.floor })
  }
  return costs
}

/** @throws TxError INIT_CODE_TOO_LARGE if the fork limits init code (EIP-3860) */
export function requireInitCodeSize(rules: Common, isCreation: boolean, data: Uint8Array): void {
  if (!isCreation || !rules.isActivatedEIP(3860)) return
  const limit = Number(rules.param('maxInitCodeSize'))
  if (data.length > limit) {
    throw new TxError({ code: 'INIT_CODE_TOO_LARGE', size: data.length, limit })
  }
}

/**
 * Returns the intrinsic gas of a transaction: base, data, creation (EIP-3860), access list
 * (EIP-2930) and authorizations (EIP-7702).
 */
function intrinsicGas(rules: Common, message: PricedMessage): IntrinsicGas {
  const { data } = message
  let zeros = 0
  for (const byte of data) if (byte === 0) zeros++
  const nonZeros = BigInt(data.length - zeros)

  const base = rules.param('txGas')
  let intrinsic = base
  intrinsic += BigInt(zeros) * rules.param('txDataZeroGas')
  intrinsic += nonZeros * rules.param('txDataNonZeroGas')
  if (message.isCreation && rules.gteHardfork('homestead')) {
    intrinsic += rules.param('txCreationGas')
    if (rules.isActivatedEIP(3860)) {
      intrinsic += BigInt(Math.ceil(data.length / 32)) * rules.param('initCodeWordGas')
    }
  }
  for (const { storageKeys } of message.accessList) {
    intrinsic += rules.param('accessListAddressGas')
    intrinsic += BigInt(storageKeys.length) * rules.param('accessListStorageKeyGas')
  }
  if (message.authorizations > 0) {
    intrinsic += BigInt(message.authorizations) * rules.param('perEmptyAccountCost')
  }

  if (!rules.isActivatedEIP(7623)) return { intrinsic, floor: 0n }
  // A non-zero byte counts as four tokens, a zero byte as one.
  const tokens = BigInt(zeros) + 4n * nonZeros
  return { intrinsic, floor: base + tokens * rules.param('totalCostFloorPerToken') }
}
