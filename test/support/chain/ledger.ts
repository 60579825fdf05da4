import { BaseAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth'
import { Coin } from 'cosmjs-types/cosmos/base/v1beta1/coin'
import { Any } from 'cosmjs-types/google/protobuf/any'
import type { StateDatabase } from '../../../src/state/stateDatabase.ts'

/** Wei per unit of the base denomination. */
export const UNIT = 10n ** 12n

/**
 * Money in the stores at one version, read from their bytes only. Addresses are 40 hexadecimal
 * digits.
 */
export interface Ledger {
  readonly supplies: ReadonlyMap<string, bigint>
  /** Wei of all accounts that exceed the whole units of the supply. */
  readonly rest: bigint
  readonly coins: readonly { readonly owner: string; readonly denom: string; amount: bigint }[]
  /** Wei remainders by owner. */
  readonly remainders: ReadonlyMap<string, bigint>
  readonly nativeOf: ReadonlyMap<string, string>
  readonly evmOf: ReadonlyMap<string, string>
  /** Account numbers by native address. */
  readonly accounts: ReadonlyMap<string, bigint>
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')

/** Reads the stores `acc`, `bank` and `evm` at a version. */
export function readLedger({ stores }: StateDatabase, version: number): Ledger {
  const reader = stores.reader(version)
  /** Returns the rows whose keys start with a byte, without that byte. */
  const rows = (store: string, prefix: number) =>
    [
      ...reader.entries(store, { start: Uint8Array.of(prefix), end: Uint8Array.of(prefix + 1) }),
    ].map(([key, value]) => [key.subarray(1), value] as const)
  return {
    supplies: new Map(rows('bank', 0x00).map(([key, value]) => [text(key), BigInt(text(value))])),
    rest: BigInt(text(reader.get('bank', Uint8Array.of(0xf0)) ?? new Uint8Array(0))),
    coins: rows('bank', 0x02).map(([key, value]) => {
      const { denom, amount } = Coin.decode(value)
      if (text(key.subarray(21)) !== denom) throw new Error(`${denom} lies under another name`)
      return { owner: hex(key.subarray(1, 21)), denom, amount: BigInt(amount) }
    }),
    remainders: new Map(rows('bank', 0x04).map(([key, value]) => [hex(key), BigInt(text(value))])),
    nativeOf: new Map(rows('evm', 0x01).map(([key, value]) => [hex(key), hex(value)])),
    evmOf: new Map(rows('evm', 0x02).map(([key, value]) => [hex(key), hex(value)])),
    accounts: new Map(
      rows('acc', 0x01).map(([key, value]) => {
        return [hex(key), BaseAccount.decode(Any.decode(value).value).accountNumber]
      }),
    ),
  }
}

/** Wei of a native address. */
export function weiOf({ coins, remainders }: Ledger, owner: string): bigint {
  const units = coins.find((coin) => coin.owner === owner && coin.denom === 'usei')?.amount ?? 0n
  return units * UNIT + (remainders.get(owner) ?? 0n)
}

/** Checks the invariants of a ledger and returns descriptions of violations. */
export function faultsOf(ledger: Ledger): readonly string[] {
  const { supplies, rest, coins, remainders, nativeOf, evmOf, accounts } = ledger
  const faults: string[] = []
  const require = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault)
  }
  const denoms = new Set([...supplies.keys(), ...coins.map(({ denom }) => denom)])
  for (const denom of denoms) {
    const held = coins.filter((coin) => coin.denom === denom)
    const sum = held.reduce((total, { amount }) => total + amount, 0n)
    const wei = [...remainders.values()].reduce((total, remainder) => total + remainder, 0n)
    const [have, want] =
      denom === 'usei'
        ? [sum * UNIT + wei, (supplies.get(denom) ?? 0n) * UNIT + rest]
        : [sum, supplies.get(denom)]
    require(have === want, `${have} of ${denom} add up to ${want}`)
  }
  require(rest >= 0n && rest < UNIT, `the supply has a rest of ${rest}`)
  for (const { owner, denom, amount } of coins) {
    require(amount > 0n, `${owner} has ${amount} of ${denom}`)
  }
  for (const [owner, rest] of remainders) {
    require(rest > 0n && rest < UNIT, `${owner} has a remainder of ${rest}`)
  }
  for (const [evm, native] of nativeOf) {
    require(evmOf.get(native) === evm, `${evm} leads to ${native}, which leads elsewhere`)
    const isElsewhere = native !== evm
    const isStranded = coins.some(({ owner }) => owner === evm) || remainders.has(evm)
    require(!(isElsewhere && isStranded), `${evm} has coins where nobody can get at them`)
    require(!(isElsewhere && accounts.has(evm)), `${evm} still has an account`)
  }
  require(evmOf.size === nativeOf.size, 'the associations are not one to one')
  for (const { owner } of coins) require(accounts.has(owner), `${owner} has coins and no account`)
  require(new Set(accounts.values()).size === accounts.size, 'account numbers are not unique')
  return faults
}
