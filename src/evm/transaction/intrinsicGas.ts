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

/** Prices of a fork for the parts of a message. */
interface GasPrices {
  readonly base: bigint
  readonly zeroByte: bigint
  readonly nonZeroByte: bigint
  /** 0 before Homestead. */
  readonly creation: bigint
  /** 0 before EIP-3860. */
  readonly initCodeWord: bigint
  readonly accessListAddress: bigint
  readonly accessListSlot: bigint
  readonly authorization: bigint
  /** 0 before EIP-7623. */
  readonly floorToken: bigint
}

/** By rules, because looking up a parameter of a fork is slow. */
const pricesOf = new WeakMap<Common, GasPrices>()

function gasPrices(rules: Common): GasPrices {
  const known = pricesOf.get(rules)
  if (known !== undefined) return known
  const when = (isActive: boolean, name: string) => (isActive ? rules.param(name) : 0n)
  const prices = {
    base: rules.param('txGas'),
    zeroByte: rules.param('txDataZeroGas'),
    nonZeroByte: rules.param('txDataNonZeroGas'),
    creation: when(rules.gteHardfork('homestead'), 'txCreationGas'),
    initCodeWord: when(rules.isActivatedEIP(3860), 'initCodeWordGas'),
    accessListAddress: when(rules.isActivatedEIP(2930), 'accessListAddressGas'),
    accessListSlot: when(rules.isActivatedEIP(2930), 'accessListStorageKeyGas'),
    authorization: when(rules.isActivatedEIP(7702), 'perEmptyAccountCost'),
    floorToken: when(rules.isActivatedEIP(7623), 'totalCostFloorPerToken'),
  }
  pricesOf.set(rules, prices)
  return prices
}

/**
 * Returns the intrinsic gas of a transaction: base, data, creation (EIP-3860), access list
 * (EIP-2930) and authorizations (EIP-7702).
 */
function intrinsicGas(rules: Common, message: PricedMessage): IntrinsicGas {
  const { data } = message
  const prices = gasPrices(rules)
  let intrinsic = prices.base
  let floor = prices.floorToken === 0n ? 0n : prices.base
  if (data.length > 0) {
    const zeros = countZeros(data)
    const nonZeros = data.length - zeros
    intrinsic += BigInt(zeros) * prices.zeroByte + BigInt(nonZeros) * prices.nonZeroByte
    // A non-zero byte counts as four tokens, a zero byte as one.
    floor += BigInt(zeros + 4 * nonZeros) * prices.floorToken
  }
  if (message.isCreation) {
    intrinsic += prices.creation + BigInt(Math.ceil(data.length / 32)) * prices.initCodeWord
  }
  for (const { storageKeys } of message.accessList) {
    intrinsic += prices.accessListAddress + BigInt(storageKeys.length) * prices.accessListSlot
  }
  if (message.authorizations > 0) {
    intrinsic += BigInt(message.authorizations) * prices.authorization
  }
  return { intrinsic, floor }
}

function countZeros(data: Uint8Array): number {
  let zeros = 0
  for (let i = 0; i < data.length; i++) if (data[i] === 0) zeros++
  return zeros
}
