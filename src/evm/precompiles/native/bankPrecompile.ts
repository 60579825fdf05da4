import {
  balanceOf,
  requireNotBlocked,
  sendCoins,
  sendWei,
  supplyOf,
} from '../../../modules/bank/bank.ts'
import { metadataOf } from '../../../modules/bank/bankMetadata.ts'
import { requireSendEnabled } from '../../../modules/bank/bankParams.ts'
import { isDenomination } from '../../../modules/bank/denomination.ts'
import { invalidAddr, nativeText, ownerOf, parseNative } from '../../../modules/evm/association.ts'
import { sdkError } from '../../../modules/moduleError.ts'
import { requireAllowed } from '../../../modules/tokenfactory/allowList.ts'
import { type Address, toChecksumAddress, ZERO_ADDRESS } from '../../../primitives/address.ts'
import type { DenominationMetadata } from '../../../primitives/denominationMetadata.ts'
import { type NativeAddress, nativeOfKind } from '../../../state/rows/layout.ts'
import type { RowState } from '../../../state/rows/rowState.ts'
import { abiFunction } from './abi/abiFunction.ts'
import { meteredPrecompile, outOfGasReverted, refuseByName } from './abi/abiPrecompile.ts'
import { address, arrayOf, bool, string, tuple, uint8, uint256 } from './abi/abiType.ts'
import { readCoins } from './query/coinRows.ts'
import { readPointer } from './query/readPointer.ts'

const send = abiFunction({
  name: 'send',
  mutability: 'nonpayable',
  inputs: { fromAddress: address, toAddress: address, denom: string, amount: uint256 },
  returns: bool,
  run(call, { fromAddress, toAddress, denom, amount }) {
    const { state, caller } = call
    requireDenom(denom)
    const pointer = readPointer(call, denom)
    if (pointer !== caller) {
      throw sdkError(
        'unauthorized',
        `only pointer ${toChecksumAddress(pointer ?? ZERO_ADDRESS)} can send ${denom} but got ${toChecksumAddress(caller)}`,
      )
    }
    if (amount === 0n) return true
    const from = requireOwner(state, fromAddress)
    const to = requireOwner(state, toAddress)
    const coins = [{ denom, amount }]
    requireSendEnabled(state, coins)
    requireAllowed(state, nativeText(state, from), nativeText(state, to), coins)
    requireNotBlocked(to, nativeText(state, to))
    sendCoins(state, from, to, coins)
    return true
  },
})

const sendNative = abiFunction({
  name: 'sendNative',
  mutability: 'payable',
  inputs: { toNativeAddress: string },
  returns: bool,
  run({ state, world, address: here, caller, value }, { toNativeAddress }) {
    if (value === 0n) {
      throw sdkError('invalidCoins', 'set `value` field to non-zero to send')
    }
    const from = state.get(nativeOfKind, caller)
    if (from === undefined || toNativeAddress === '') throw invalidAddr()
    const to = parseNative(state, toNativeAddress)
    // As on the real chain, the payment passes through its sender.
    sendWei(state, ownerOf(state, here), from, value, world)
    sendWei(state, from, to, value, world)
    state.ensureAccount(to)
    return true
  },
})

const balance = abiFunction({
  name: 'balance',
  mutability: 'view',
  inputs: { acc: address, denom: string },
  returns: uint256,
  run({ state }, { acc, denom }) {
    const owner = requireOwner(state, acc)
    requireDenom(denom)
    const amount = balanceOf(state, owner, denom)
    if (amount === 0n && !isDenomination(denom)) {
      // The real chain makes a coin of it, and recovers from the panic.
      throw sdkError('invalidCoins', `execution reverted: invalid denom: ${denom}`)
    }
    return amount
  },
})

const allBalances = abiFunction({
  name: 'all_balances',
  mutability: 'view',
  inputs: { acc: address },
  returns: arrayOf(tuple('CoinBalance', { amount: uint256, denom: string })),
  run: (call, { acc }) => readCoins(call, requireOwner(call.state, acc)),
})

const name = abiFunction({
  name: 'name',
  mutability: 'view',
  inputs: { denom: string },
  returns: string,
  run: ({ state }, { denom }) => requireMetadata(state, denom).name,
})

const symbol = abiFunction({
  name: 'symbol',
  mutability: 'view',
  inputs: { denom: string },
  returns: string,
  run: ({ state }, { denom }) => requireMetadata(state, denom).symbol,
})

const decimals = abiFunction({
  name: 'decimals',
  mutability: 'view',
  inputs: { denom: string },
  returns: uint8,
  // Amounts are always in base units.
  run: () => 0n,
})

const supply = abiFunction({
  name: 'supply',
  mutability: 'view',
  inputs: { denom: string },
  returns: uint256,
  run: ({ state }, { denom }) => supplyOf(state, denom),
})

/** @throws ModuleError if it is empty */
function requireDenom(denom: string): void {
  if (denom === '') throw sdkError('invalidCoins', 'invalid denom')
}

/** @throws ModuleError for the zero address */
function requireOwner(state: RowState, account: Address): NativeAddress {
  if (account === ZERO_ADDRESS) throw invalidAddr()
  return ownerOf(state, account)
}

/** @throws ModuleError if the denomination has none */
function requireMetadata(state: RowState, denom: string): DenominationMetadata {
  const metadata = metadataOf(state, denom)
  if (metadata !== undefined) return metadata
  throw sdkError('notFound', `denom ${denom} not found`)
}

/** 0x1001: coins of native accounts. */
export const bankPrecompile = meteredPrecompile(
  [send, sendNative, balance, allBalances, name, symbol, decimals, supply],
  {
    refuse(definition, call) {
      // A pointer contract is the caller of a delegated `send`, too.
      if (definition === send && !call.isStatic) return undefined
      return refuseByName(definition, call)
    },
    outOfGas: outOfGasReverted,
  },
)
